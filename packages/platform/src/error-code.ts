/** Code of an error of Node (`ENOENT`), of PostgreSQL (`23505`) or of its cause; undefined for anything without one. */
export function errorCode(error: unknown): string | undefined {
  return textMember(error, 'code')
}

/** Name of the constraint that a statement broke, of an error of PostgreSQL. */
export const brokenConstraint = (error: unknown): string | undefined => textMember(error, 'constraint')

function textMember(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** The text of anything that was thrown. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Anything that was thrown as an error. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
