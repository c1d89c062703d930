/**
 * Gives a value that our own data has to hold: the row that a key refers to, the entry of a map that was filled for it.
 * @throws Error naming it where it is missing, which is a fault of ours and no refusal
 */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === undefined || value === null) throw new Error(`${name} is missing`)
  return value
}
