import { useState } from 'react'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { en } from '../../shared/words/en.ts'
import { usePayoutDecision, type Action } from './payout-forms.tsx'
import { toPay } from './withdrawal-query.ts'

const words = en.withdrawals

export function SendPayout({ withdrawal, close }: Action) {
  const send = usePayoutDecision(
    { withdrawal, close },
    (version) => call('sendWithdrawal', { params: { id: withdrawal.id }, body: { version } }),
    ({ withdrawal: { state } }) => fill(words.sentNow, { state: (en.money.states[state] ?? state).toLowerCase() }),
  )
  return (
    <ActionForm
      title={words.send}
      lead={fill(words.sendLead, { amount: toPay(withdrawal), player: withdrawal.player.player_name })}
      confirm={words.confirmSend}
      action={send}
      cancel={close}
    >
      <LiveModeNote side="out" />
    </ActionForm>
  )
}

/** Form for a payout that the bank refused, or returned after paying it: both give the money back to the player. */
export function EndPayout({ withdrawal, action, close }: Action & { action: 'fail' | 'back' }) {
  const [note, setNote] = useState('')
  const isFail = action === 'fail'
  const end = usePayoutDecision(
    { withdrawal, close },
    (version) =>
      call(isFail ? 'failWithdrawal' : 'returnWithdrawal', {
        params: { id: withdrawal.id },
        body: { version, note: note.trim() },
      }),
    ({ waiting }) =>
      waiting === null ? fill(words.given, { player: withdrawal.player.player_name }) : en.changes.waits,
  )
  return (
    <ActionForm
      title={isFail ? words.fail : words.back}
      lead={fill(isFail ? words.failLead : words.backLead, { amount: toPay(withdrawal) })}
      confirm={isFail ? words.confirmFail : words.confirmBack}
      kind="danger"
      action={end}
      cancel={close}
    >
      <ReasonField
        label={en.money.note}
        hint={en.money.noteHint}
        value={note}
        set={setNote}
        errors={errorsOf(end.error, 'note')}
        autoFocus
      />
    </ActionForm>
  )
}
