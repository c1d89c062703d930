import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useToast } from '@dhow/ui/toast'
import { errorsOf } from '../api.ts'
import { fill } from '../format.ts'
import { useRefresh } from '../session.tsx'
import { ActionForm } from './action-form.tsx'
import { ReasonField } from './reason-field.tsx'

/** Labels of an action before, during and after it. */
export interface ActWords {
  label: string
  lead: string
  confirm: string
  /** Empty if the caller shows the result. */
  done: string
}

/** Form of an action that needs a reason for the audit trail; `name` is filled into its labels. */
export function ReasonForm({
  words,
  name,
  kind = 'main',
  hint,
  maxLength,
  refresh,
  send,
  close,
  children,
}: {
  words: ActWords
  name: Record<string, string>
  kind?: 'main' | 'danger'
  hint?: string | undefined
  maxLength?: number | undefined
  refresh: string[]
  send: (reason: string) => Promise<unknown>
  close: () => void
  /** Further fields, which pick their own errors. */
  children?: ((errors: (field: string) => string[] | undefined) => ReactNode) | undefined
}) {
  const [reason, setReason] = useState('')
  const refreshAll = useRefresh()
  const toast = useToast()
  const action = useMutation({
    mutationFn: () => send(reason.trim()),
    onSuccess() {
      refreshAll(...refresh, 'audit')
      if (words.done !== '') toast(fill(words.done, name), 'good')
      close()
    },
  })
  return (
    <ActionForm
      title={fill(words.label, name)}
      lead={fill(words.lead, name)}
      confirm={words.confirm}
      kind={kind}
      action={action}
      cancel={close}
    >
      {children?.((field) => errorsOf(action.error, field))}
      <ReasonField
        value={reason}
        set={setReason}
        errors={errorsOf(action.error, 'reason')}
        hint={hint}
        maxLength={maxLength}
        autoFocus={children === undefined}
      />
    </ActionForm>
  )
}
