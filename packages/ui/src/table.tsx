import type { ReactNode } from 'react'
import styles from './table.module.css'

export interface Column {
  key: string
  label: string
  /** Figures stand at the right, digit under digit. */
  isNumber?: boolean
}

/** A table that becomes a list of cards where it has no room; `cells` go by the columns' keys. */
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
