import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { hasMovedOn, saysWhere, sentenceOf } from '../api.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** One act with what it needs, said again before it is done. What was typed stays when it fails. */
export function ActForm({
  title,
  lead,
  confirm,
  kind = 'main',
  busy,
  error,
  forget,
  submit,
  cancel,
  children,
}: {
  title: string
  lead: string
  confirm: string
  kind?: 'main' | 'danger'
  busy: boolean
  error: unknown
  /** Called when something is changed after a failure: its sentences are no longer true. */
  forget: () => void
  submit: () => void
  cancel: () => void
  children?: ReactNode
}) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  }
  return (
    <form
      method="post"
      className={styles['act']}
      onSubmit={onSubmit}
      onInput={() => error && forget()}
      onKeyDown={onKeyDown}
      aria-label={title}
    >
      <p>{lead}</p>
      {children}
      {error && !saysWhere(error) ? (
        <Notice tone="bad" role="alert">
          <p>{sentenceOf(error)}</p>
          {hasMovedOn(error) ? <p>{en.money.movedOn}</p> : null}
        </Notice>
      ) : null}
      <div className={styles['buttons']}>
        <Button type="submit" kind={kind} busy={busy}>
          {confirm}
        </Button>
        <Button kind="plain" onClick={cancel}>
          {en.console.cancel}
        </Button>
      </div>
    </form>
  )
}
