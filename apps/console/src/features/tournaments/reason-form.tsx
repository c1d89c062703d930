import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffTournament } from '@dhow/contract/tournament-desk'
import { TextField } from '@dhow/ui/field'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.tournaments
const texts = {
  cancel: { title: words.cancel, lead: words.cancelLead, operation: 'cancelTournament' },
  end: { title: words.end, lead: words.endLead, operation: 'endTournament' },
} as const

/** Cancels or ends a tournament, with a reason. */
export function ReasonForm({
  kind,
  tournament: { id, name },
  close,
}: {
  kind: keyof typeof texts
  tournament: StaffTournament
  close: () => void
}) {
  const [reason, setReason] = useState('')
  const refresh = useRefresh()
  const { title, lead, operation } = texts[kind]
  const move = useMutation({
    mutationFn: () => call(operation, { params: { id }, body: { reason } }),
    onSuccess() {
      refresh('tournaments', 'changes', 'audit')
      close()
    },
  })
  return (
    <ActionForm title={title} lead={fill(lead, { name })} confirm={title} kind="danger" action={move} cancel={close}>
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        errors={errorsOf(move.error, 'reason')}
        maxLength={200}
        autoFocus
        required
      />
    </ActionForm>
  )
}
