import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column {
  key: string
  label: string
  /** Aligns numbers to the right, with tabular digits. */
  isNumber?: boolean
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
            <th key={column.key} scope="col" className={column.isNumber ? styles['number'] : undefined}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className={row.isSum ? styles['sum'] : undefined}>
            {columns.map((column) => (
              <td key={column.key} data-label={column.label} className={column.isNumber ? styles['number'] : undefined}>
                <span>{row.cells[column.key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
