import { keysOf } from '@dhow/contract/keys-of'
import { TextField } from '@dhow/ui/field'
import { ChoiceField } from '../choice-field.tsx'
import { errorsOf } from '../api.ts'
import { en } from '../words/en.ts'

/** Reason and note of a rejection; `reasons` names each code. */
export function RejectFields<Reason extends string>({
  reasons,
  reason,
  setReason,
  note,
  setNote,
  error,
}: {
  reasons: Record<Reason, string>
  reason: Reason | ''
  setReason: (reason: Reason | '') => void
  note: string
  setNote: (note: string) => void
  error: unknown
}) {
  return (
    <>
      <ChoiceField
        label={en.money.reason}
        words={reasons}
        choices={keysOf(reasons)}
        value={reason}
        none={{ value: '', word: en.money.chooseReason }}
        set={setReason}
        errors={errorsOf(error, 'reason')}
        autoFocus
        required
      />
      <NoteField value={note} set={setNote} errors={errorsOf(error, 'note')} />
    </>
  )
}

/** Optional note of a decision. */
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
      value={value}
      onChange={(event) => set(event.target.value)}
      errors={errors}
      maxLength={500}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}
