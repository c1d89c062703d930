/**
 * Moves the focus to the next or previous row of the page's tables: to its first link, else to its first button, else to the row.
 * False without a table.
 */
export function walkRows(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody > tr')]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const start = by === 1 ? 0 : rows.length - 1
  const row = rows[here === -1 ? start : Math.min(Math.max(here + by, 0), rows.length - 1)]
  if (!row) return false
  row.tabIndex = -1
  const links = row.querySelectorAll<HTMLElement>('a[href]:not([download])')
  const buttons = row.querySelectorAll<HTMLElement>('button, summary')
  // A link inside closed details cannot have the focus; the next one is tried then.
  ;[...links, ...buttons, row].find((target) => {
    target.focus()
    return document.activeElement === target
  })
  return true
}
