import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { isConflict, hasFieldErrors, sentenceOf } from '../api.ts'
import { en } from '../words/en.ts'
import styles from './detail.module.css'

/** State of a mutation and its start function. */
interface Action {
  isPending: boolean
  error: unknown
  /** Decision made by another operator while the form was open. */
  overtaken?: string | undefined
  reset(): void
  mutate(): void
}

/** Form of one action: fields, summary, confirmation. Keeps what was typed if it fails. */
export function ActionForm({
  title,
  lead,
  confirm,
  kind = 'main',
  action,
  blocked = false,
  cancel,
  children,
}: {
  title: string
  lead: string
  confirm: string
  kind?: 'main' | 'danger'
  action: Action
  /** Whether the form cannot be submitted yet. */
  blocked?: boolean
  cancel: () => void
  children?: ReactNode
}) {
  const { error } = action
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!action.isPending && !blocked) action.mutate()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the form from any of its fields
    <form
      method="post"
      className={styles['action']}
      onSubmit={onSubmit}
      // Errors no longer apply once something is changed.
      onInput={() => error && action.reset()}
      onKeyDown={onKeyDown}
      aria-label={title}
      data-action-form
    >
      <p>{lead}</p>
      {children}
      {action.overtaken ? (
        <Notice tone="warn" role="alert">
          <p>{action.overtaken}</p>
        </Notice>
      ) : null}
      {error && !hasFieldErrors(error) ? (
        <Notice tone="bad" role="alert">
          <p>{sentenceOf(error)}</p>
          {isConflict(error) ? <p>{en.money.movedOn}</p> : null}
        </Notice>
      ) : null}
      <div className={styles['buttons']}>
        <Button type="submit" kind={kind} busy={action.isPending || blocked}>
          {confirm}
        </Button>
        <Button kind="plain" data-cancel onClick={cancel}>
          {en.console.cancel}
        </Button>
      </div>
    </form>
  )
}
