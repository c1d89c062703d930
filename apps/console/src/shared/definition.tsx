import { useId, useRef, useState, type CSSProperties } from 'react'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import styles from './definition.module.css'
import { fill } from './format.ts'
import { en } from './words/en.ts'

/** Pixels between a button and its definition. */
const gap = 4

/** The name of a figure of the reports with its definition. The definitions stand in the contract, from which the reference is made too. */
export const FigureName = ({ code }: { code: ReportFigure }) => <DefinedName {...reportFigures[code]} />

/**
 * A name with a button that shows its definition: by a click, a tap or the keyboard, read out by a screen reader, gone by Escape.
 */
export function DefinedName({ name, definition }: { name: string; definition: string }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<CSSProperties>()
  return (
    <>
      {name}
      <button
        ref={button}
        type="button"
        className={styles['what']}
        popoverTarget={id}
        aria-label={fill(en.reports.definition, { figure: name })}
      >
        ?
      </button>
      <span
        id={id}
        popover="auto"
        className={styles['definition']}
        style={place}
        onBeforeToggle={() => setPlace(button.current ? placeBeside(button.current) : undefined)}
      >
        <strong>{name}</strong> {definition}
      </span>
    </>
  )
}

/** Below a button, or above it where there is more room; `left` is a length that the style sheet keeps within the window. */
function placeBeside(button: HTMLElement): CSSProperties {
  const { left, top, bottom } = button.getBoundingClientRect()
  const beside = { '--beside': `${left}px` }
  return bottom < innerHeight / 2
    ? { ...beside, top: bottom + gap, bottom: 'auto' }
    : { ...beside, top: 'auto', bottom: innerHeight - top + gap }
}
