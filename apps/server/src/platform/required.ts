/**
 * Returns a value that our own data must contain: the row of a foreign key, the entry of a map filled for it.
 * @throws Error naming it if it is missing, which is a bug and no refusal
 */
export function required<Value>(value: Value | null | undefined, name: string): Value {
  if (value === undefined || value === null) throw new Error(`${name} is missing`)
  return value
}
