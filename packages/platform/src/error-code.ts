/** Code of an error of Node (`ENOENT`), of PostgreSQL (`23505`) or of its cause; undefined for anything without one. */
export function errorCode(error: unknown): string | undefined {
  return textMember(error, 'code')
}

/** Name of the violated constraint in a PostgreSQL error. */
export const brokenConstraint = (error: unknown): string | undefined => textMember(error, 'constraint')

function textMember(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** Message of anything thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Converts anything thrown to an Error. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
