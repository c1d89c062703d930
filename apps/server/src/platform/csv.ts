/** An amount as the API writes it: a number to a spreadsheet and no formula, with or without a minus sign. */
const amount = /^-?\d+\.\d{2}$/

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would read as a formula gets an apostrophe in front; a cell with
 * any character that some spreadsheet splits at (`;` where the comma is the decimal mark) is quoted.
 * @example formatCsv([['note'], ['=1+1']]) // "note\r\n'=1+1\r\n"
 */
export function formatCsv(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  // eslint-disable-next-line no-control-regex -- NUL is one of the characters that start a formula for some programs
  const harmless = /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) && !amount.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
