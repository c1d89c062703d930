/**
 * Search text of an operator for the player list: a number that is written as people write it (spaces, dashes, a leading zero) finds
 * the mobile that is kept in its international form.
 */
export function searchText(typed: string | undefined): string | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  if (!/^\+?[\d\s()-]{4,}$/.test(text)) return text
  const digits = text.replace(/[\s()-]/g, '')
  return digits.startsWith('0') ? digits.slice(1) : digits
}
