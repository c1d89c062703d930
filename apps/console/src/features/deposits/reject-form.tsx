import { useState } from 'react'
import { SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'
import { oneOf } from '../../shared/choices.ts'
import { keysOf } from '@dhow/contract/keys-of'

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
      <SelectField
        label={en.money.reason}
        value={reason}
        onChange={(event) => setReason(oneOf(keysOf(words.reasons), event.target.value) ?? '')}
        errors={errorsOf(reject.error, 'reason')}
        autoFocus
        required
      >
        <option value="">{en.money.chooseReason}</option>
        {Object.entries(words.reasons).map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField
        label={en.money.note}
        hint={en.money.noteHint}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        errors={errorsOf(reject.error, 'note')}
        maxLength={500}
        autoComplete="off"
      />
    </ActionForm>
  )
}
