import { keysOf } from '@dhow/contract/keys-of'
import { useState } from 'react'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits
type Reason = keyof typeof words.reversalReasons

/** Form to reverse a credit, with a reason for the player and a note for the books. */
export function ReverseForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  const toast = useToast()
  const reverse = useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    send: (version) =>
      call('reverseDeposit', {
        params: { id: deposit.id },
        body: { reason: reason as Reason, version, note: note.trim() },
      }),
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'audit', 'player'],
    done(reply) {
      toast(fill(words.reversed, { player: reply.deposit.player.player_name }), 'good')
      close()
    },
  })
  return (
    <ActionForm
      title={words.reverse}
      lead={fill(words.reverseLead, { amount: formatMoney(deposit.credited_amount ?? '0.00', deposit.currency) })}
      confirm={words.confirmReversal}
      kind="danger"
      action={reverse}
      cancel={close}
    >
      <ChoiceField
        label={en.money.reason}
        words={words.reversalReasons}
        choices={keysOf(words.reversalReasons)}
        value={reason}
        none={{ value: '', word: en.money.chooseReason }}
        set={setReason}
        errors={errorsOf(reverse.error, 'reason')}
        autoFocus
        required
      />
      <TextField
        label={words.reverseNote}
        hint={words.reverseNoteHint}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        errors={errorsOf(reverse.error, 'note')}
        minLength={3}
        maxLength={500}
        autoComplete="off"
        required
      />
    </ActionForm>
  )
}
