import { useId } from 'react'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import styles from './definition.module.css'
import { fill } from './format.ts'
import { en } from './words/en.ts'

/** The name of a figure of the reports with its definition. The definitions stand in the contract, from which the reference is made too. */
export const FigureName = ({ code }: { code: ReportFigure }) => <DefinedName {...reportFigures[code]} />

/**
 * A name with a button that shows its definition: by a click, a tap or the keyboard, read out by a screen reader, gone by Escape.
 */
export function DefinedName({ name, definition }: { name: string; definition: string }) {
  const id = useId()
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
