/**
 * Normalises an operator's search in the player list: a number with spaces, dashes or a leading zero finds the mobile
 * stored in its international form.
 */
export function searchText(typed: string | undefined): string | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  if (!/^\+?[\d\s()-]{4,}$/.test(text)) return text
  const digits = text.replace(/[\s()-]/g, '')
  return digits.startsWith('0') ? digits.slice(1) : digits
}
