type Command<Parts> = (parts: Parts, ...args: never[]) => unknown

type Bound<Commands> = {
  [Name in keyof Commands]: Commands[Name] extends (parts: never, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never
}

/**
 * Gives commands the parts that they need: `bind(parts, { approve })` has `approve(id)` for `approve(parts, id)`. A feature opens
 * in this way what its routes and other features call.
 */
export function bind<Parts, Commands extends Record<string, Command<Parts>>>(
  parts: Parts,
  commands: Commands,
): Bound<Commands> {
  const bound = Object.entries(commands).map(([name, command]) => [name, (...args: never[]) => command(parts, ...args)])
  // The entries keep their names, and each has lost the parameter that `Bound` removes.
  return Object.fromEntries(bound) as Bound<Commands>
}
