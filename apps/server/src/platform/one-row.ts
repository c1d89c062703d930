/**
 * The row of a statement that always answers with one, such as an aggregate.
 * @throws Error where there is none
 */
export function oneRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that answers with one row gave none')
  return row
}
