import { keysOf } from '@dhow/contract/keys-of'
import { useState, type ComponentProps } from 'react'
import { TextField } from '@dhow/ui/field'
import { asTyped } from '../as-typed.ts'
import { ChoiceField } from '../choice-field.tsx'
import { errorsOf } from '../api.ts'
import { en } from '../words/en.ts'
import { ActionForm } from './action-form.tsx'

interface Rejection<Reason extends string> {
  reason: Reason | ''
  setReason: (reason: Reason | '') => void
  note: string
  setNote: (note: string) => void
}

/** Reason and note of a rejection, as they are typed. */
export function useRejection<Reason extends string>(): Rejection<Reason> {
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  return { reason, setReason, note, setNote }
}

/** The form that rejects a payment; `reasons` names each code. */
export function RejectPayment<Reason extends string>({
  lead,
  reasons,
  typed: { reason, setReason, note, setNote },
  action,
  close,
}: {
  lead: string
  reasons: Record<Reason, string>
  typed: Rejection<Reason>
  action: ComponentProps<typeof ActionForm>['action']
  close: () => void
}) {
  return (
    <ActionForm
      title={en.money.reject}
      lead={lead}
      confirm={en.money.confirmRejection}
      kind="danger"
      action={action}
      cancel={close}
    >
      <ChoiceField
        label={en.money.reason}
        words={reasons}
        choices={keysOf(reasons)}
        value={reason}
        none={{ value: '', word: en.money.chooseReason }}
        set={setReason}
        errors={errorsOf(action.error, 'reason')}
        autoFocus
        required
      />
      <NoteField value={note} set={setNote} errors={errorsOf(action.error, 'note')} />
    </ActionForm>
  )
}

/** The note of a decision, which may stay empty. */
export function NoteField({
  value,
  set,
  errors,
  autoFocus = false,
}: {
  value: string
  set: (note: string) => void
  errors: string[] | undefined
  autoFocus?: boolean
}) {
  return (
    <TextField
      label={en.money.note}
      hint={en.money.noteHint}
      {...asTyped(value, set, errors)}
      maxLength={500}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}

/** The note as a call's parameter; empty if nothing was typed. */
export const typedNote = (note: string) => (note.trim() ? { note: note.trim() } : {})
