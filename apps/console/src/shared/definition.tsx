import { useId } from 'react'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import styles from './definition.module.css'
import { fill } from './format.ts'
import { en } from './words/en.ts'

/**
 * The name of a figure with a button that shows its definition: by a click, a tap or the keyboard, read out by a screen reader, gone by Escape.
 * The definitions stand in the contract, from which the reference is made too.
 */
export function FigureName({ code }: { code: ReportFigure }) {
  const id = useId()
  const { name, definition } = reportFigures[code]
  return (
    <>
      {name}
      <button
        type="button"
        className={styles['what']}
        popoverTarget={id}
        aria-label={fill(en.reports.definition, { figure: name })}
      >
        ?
      </button>
      <span id={id} popover="auto" className={styles['definition']}>
        <strong>{name}</strong> {definition}
      </span>
    </>
  )
}
