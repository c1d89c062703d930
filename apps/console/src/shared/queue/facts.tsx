import type { ReactNode } from 'react'
import { CopyLine } from '@dhow/ui/copy-line'
import { DefinedName } from '../definition.tsx'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

interface Fact {
  label: string
  value: ReactNode
  /** Text of a copy button, which replaces the value. */
  copy?: string
  /** Meaning of a number, shown when asked for. */
  definition?: string
}

/** Facts of one record by label. */
export function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {rows.map((row, index) =>
        row.copy === undefined ? (
          <div key={`${index} ${row.label}`}>
            <dt>
              {row.definition === undefined ? row.label : <DefinedName name={row.label} definition={row.definition} />}
            </dt>
            <dd>{row.value}</dd>
          </div>
        ) : (
          <CopyLine key={`${index} ${row.label}`} label={row.label} value={row.copy} words={en.copy} />
        ),
      )}
    </dl>
  )
}
