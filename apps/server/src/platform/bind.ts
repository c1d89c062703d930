type Command<Parts> = (parts: Parts, ...args: never[]) => unknown

type Bound<Commands> = {
  [Name in keyof Commands]: Commands[Name] extends (parts: never, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never
}

/**
 * Gives commands the parts that they need: `bind(parts, { approve })` has `approve(id)` for `approve(parts, id)`. Each
 * feature opens its commands this way.
 */
export function bind<Parts, Commands extends Record<string, Command<Parts>>>(
  parts: Parts,
  commands: Commands,
): Bound<Commands> {
  const bound = Object.entries(commands).map(([name, command]) => [name, (...args: never[]) => command(parts, ...args)])
  // Each entry keeps its name and loses its first parameter, as `Bound` says.
  return Object.fromEntries(bound) as Bound<Commands>
}
