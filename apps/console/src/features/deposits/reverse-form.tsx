import { keysOf } from '@dhow/contract/keys-of'
import { useState } from 'react'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { en } from '../../shared/words/en.ts'
import { useDepositDecision, type Action } from './use-deposit-decision.ts'

const words = en.deposits
type Reason = keyof typeof words.reversalReasons

/** Form to reverse a credit, with a reason for the player and a note for the books. */
export function ReverseForm({ deposit, close }: Action) {
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  const reverse = useDepositDecision(
    { deposit, close },
    (version) =>
      call('reverseDeposit', {
        params: { id: deposit.id },
        body: { reason: reason as Reason, version, note: note.trim() },
      }),
    ({ player }) => fill(words.reversed, { player: player.player_name }),
    ['player'],
  )
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
      <ReasonField
        label={words.reverseNote}
        hint={words.reverseNoteHint}
        value={note}
        set={setNote}
        errors={errorsOf(reverse.error, 'note')}
      />
    </ActionForm>
  )
}
