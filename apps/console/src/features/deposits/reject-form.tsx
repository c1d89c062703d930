import { useState } from 'react'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { RejectFields } from '../../shared/queue/reject-fields.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits
type Reason = keyof typeof words.reasons

export function RejectForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  const toast = useToast()
  const reject = useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    send: (version) =>
      call('rejectDeposit', {
        params: { id: deposit.id },
        body: { reason: reason as Reason, version, ...(note.trim() ? { note: note.trim() } : {}) },
      }),
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'audit'],
    done(reply) {
      toast(fill(words.rejected, { player: reply.deposit.player.player_name }), 'good')
      close()
    },
  })
  return (
    <ActionForm
      title={en.money.reject}
      lead={words.rejectLead}
      confirm={en.money.confirmRejection}
      kind="danger"
      action={reject}
      cancel={close}
    >
      <RejectFields
        reasons={words.reasons}
        reason={reason}
        setReason={setReason}
        note={note}
        setNote={setNote}
        error={reject.error}
      />
    </ActionForm>
  )
}
