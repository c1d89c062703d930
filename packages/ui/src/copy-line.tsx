import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './ui.module.css'

export interface CopyWords {
  copy: string
  copied: string
  failed: string
  unsupported: string
}

const confirmMs = 2_000

/** Copy button: shows success for two seconds, and a failure until the next try. */
export function CopyButton({
  label,
  value,
  words,
  children,
}: {
  /** Name of the copied text, for screen readers. */
  label: string
  value: string
  words: CopyWords
  children?: string
}) {
  const [outcome, setOutcome] = useState<string>()
  useEffect(() => {
    if (outcome !== words.copied) return
    const timer = setTimeout(() => setOutcome(undefined), confirmMs)
    return () => clearTimeout(timer)
  }, [outcome, words.copied])

  const action = () => {
    const clipboard: Clipboard | undefined = navigator.clipboard
    if (!clipboard?.writeText) return setOutcome(words.unsupported)
    clipboard.writeText(value).then(
      () => setOutcome(words.copied),
      () => setOutcome(words.failed),
    )
  }
  return (
    <>
      <Button kind="quiet" small onClick={action} aria-label={children ?? `${words.copy}: ${label}`}>
        {outcome === words.copied ? words.copied : (children ?? words.copy)}
      </Button>
      <span className={styles['hiddenText']} role="status">
        {outcome}
      </span>
      {outcome && outcome !== words.copied ? <span className={styles['error']}>{outcome}</span> : null}
    </>
  )
}

/** Name and value with a copy button. */
export function CopyLine({
  label,
  value,
  copy = true,
  words,
}: {
  label: string
  value: string
  copy?: boolean
  words: CopyWords
}) {
  return (
    <div className={styles['copyline']}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {copy ? (
        <dd>
          <CopyButton label={label} value={value} words={words} />
        </dd>
      ) : null}
    </div>
  )
}
