import { useId, useRef, useState, type CSSProperties } from 'react'
import { reportFigures, type ReportFigure } from '@dhow/contract/report-figures'
import styles from './definition.module.css'
import { fill } from './format.ts'
import { en } from './words/en.ts'

/** Pixels between a button and its definition. */
const gap = 4

/** Name of a report's figure with its definition from the contract. */
export const FigureName = ({ code }: { code: ReportFigure }) => <DefinedName {...reportFigures[code]} />

/** Name with a button that shows its definition: works by pointer, keyboard and screen reader; Escape closes it. */
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

/** Positions a popover below a button, or above it if there is more room; the style sheet keeps `left` within the window. */
export function placeBeside(button: HTMLElement): CSSProperties {
  const { left, top, bottom } = button.getBoundingClientRect()
  const beside = { '--beside': `${left}px` }
  return bottom < innerHeight / 2
    ? { ...beside, top: bottom + gap, bottom: 'auto' }
    : { ...beside, top: 'auto', bottom: innerHeight - top + gap }
}
