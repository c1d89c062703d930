import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column {
  key: string
  label: string
  /** Aligns numbers to the right, with tabular digits. */
  isNumber?: boolean
  /** Keeps its text on one line where rows are lines: times, ids, buttons. */
  isShort?: boolean
}

/** Table that becomes a list of cards if there is no room; `cells` by column key. */
export function Table({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly Column[]
  rows: readonly { key: string; cells: Record<string, ReactNode>; isSum?: boolean }[]
}) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.isSum ? styles['sum'] : undefined}>
            {columns.map((column) => (
              <td key={column.key} data-label={column.label} className={classOf(column)}>
                <span>{row.cells[column.key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const classOf = ({ isNumber, isShort }: Column) => (isNumber ? styles['number'] : isShort ? styles['short'] : undefined)
