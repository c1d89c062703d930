import { asTyped } from '../../shared/as-typed.ts'
import { translate } from '../../shared/translate.ts'
import { useState } from 'react'
import { parseAmount } from '@dhow/contract/money'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { NoteField, RejectPayment, typedNote, useRejection } from '../../shared/queue/reject-payment.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { useFourEyes } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { fetchWithdrawal, toPay, withdrawalKey, type Withdrawal } from './withdrawal-query.ts'

const words = en.withdrawals
type Reason = keyof typeof words.reasons
type Reply = Awaited<ReturnType<typeof fetchWithdrawal>>
export interface Action {
  withdrawal: Withdrawal
  close: () => void
}

export function usePayoutDecision(
  { withdrawal, close }: Action,
  send: (version: number) => Promise<Reply>,
  doneText: (reply: Reply) => string,
) {
  const toast = useToast()
  return useDecision({
    key: withdrawalKey(withdrawal.id),
    version: withdrawal.version,
    send,
    fetch: () => fetchWithdrawal(withdrawal.id),
    versionOf: (reply) => reply.withdrawal.version,
    refresh: ['withdrawals', 'audit', 'player'],
    done(reply) {
      toast(doneText(reply), 'good')
      close()
    },
  })
}

export function ApprovePayout({ withdrawal, close }: Action) {
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState<string[]>([])
  const mustCheck = withdrawal.warnings.filter((warning) => warning.must_check)
  const threshold = useFourEyes(withdrawal.currency)
  const needsTwo =
    withdrawal.first_approver === null &&
    threshold !== undefined &&
    (parseAmount(withdrawal.amount) ?? 0n) >= (parseAmount(threshold) ?? 0n)
  const approve = usePayoutDecision(
    { withdrawal, close },
    (version) =>
      call('approveWithdrawal', {
        params: { id: withdrawal.id },
        body: { version, checked, ...typedNote(note) },
      }),
    (reply) => (reply.withdrawal.state === 'approved' ? words.approved : words.approvedFirst),
  )
  return (
    <ActionForm
      title={en.money.approve}
      lead={fill(words.approveLead, { amount: toPay(withdrawal), player: withdrawal.player.player_name })}
      confirm={en.money.confirmApproval}
      action={approve}
      cancel={close}
    >
      <LiveModeNote side="out" />
      {needsTwo ? (
        <Notice tone="info">{fill(en.money.fourEyes, { amount: formatMoney(threshold, withdrawal.currency) })}</Notice>
      ) : null}
      {mustCheck.map(({ code, params }) => (
        <CheckField
          key={code}
          checked={checked.includes(code)}
          onChange={(event) =>
            setChecked(event.target.checked ? [...checked, code] : checked.filter((other) => other !== code))
          }
          required
        >
          {fill(words.looked, { text: translate({ code, params }) })}
        </CheckField>
      ))}
      <NoteField value={note} set={setNote} errors={errorsOf(approve.error, 'note')} autoFocus />
    </ActionForm>
  )
}

export function PayForm({ withdrawal, close }: Action) {
  const [reference, setReference] = useState('')
  const pay = usePayoutDecision(
    { withdrawal, close },
    (version) =>
      call('payWithdrawal', { params: { id: withdrawal.id }, body: { version, payment_reference: reference } }),
    () => fill(words.paid, { amount: toPay(withdrawal), player: withdrawal.player.player_name }),
  )
  return (
    <ActionForm
      title={words.pay}
      lead={fill(words.payLead, { amount: toPay(withdrawal) })}
      confirm={words.confirmPayment}
      action={pay}
      cancel={close}
    >
      <LiveModeNote side="out" />
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        {...asTyped(reference, setReference, errorsOf(pay.error, 'payment_reference'))}
        maxLength={64}
        autoComplete="off"
        autoFocus
        required
      />
    </ActionForm>
  )
}

export function RejectPayout({ withdrawal, close }: Action) {
  const typed = useRejection<Reason>()
  const amount = formatMoney(withdrawal.amount, withdrawal.currency)
  const reject = usePayoutDecision(
    { withdrawal, close },
    (version) =>
      call('rejectWithdrawal', {
        params: { id: withdrawal.id },
        body: { version, reason: typed.reason as Reason, ...typedNote(typed.note) },
      }),
    () => fill(words.rejected, { amount, player: withdrawal.player.player_name }),
  )
  const lead = fill(words.rejectLead, { amount })
  return <RejectPayment lead={lead} reasons={words.reasons} typed={typed} action={reject} close={close} />
}
