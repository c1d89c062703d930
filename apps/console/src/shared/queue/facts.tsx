import type { ReactNode } from 'react'
import { CopyLine } from '@dhow/ui/copy-line'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** Facts of one record by label; `copy` adds a copy button. */
export function Facts({ rows }: { rows: readonly { label: string; value: ReactNode; copy?: string }[] }) {
  return (
    <dl className={styles['facts']}>
      {rows.map((row, index) =>
        row.copy === undefined ? (
          <div key={`${index} ${row.label}`}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </div>
        ) : (
          <CopyLine key={`${index} ${row.label}`} label={row.label} value={row.copy} words={en.copy} />
        ),
      )}
    </dl>
  )
}
