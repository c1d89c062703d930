/** PostgreSQL error codes that callers handle. */
export const sqlStates = { uniqueViolation: '23505', deadlock: '40P01' } as const

/** Name of the constraint that a statement violated. */
export const violatedConstraint = (error: unknown): string | undefined => memberOf(error, 'constraint')

/** PostgreSQL's code of a database error. */
export const sqlStateOf = (error: unknown): string | undefined => memberOf(error, 'code')

function memberOf(error: unknown, name: 'constraint' | 'code'): string | undefined {
  if (!(error instanceof Error) || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
