import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PaymentCase } from '@dhow/contract/payment-cases'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, isConflict } from '../../shared/api.ts'
import { amountOf, fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useConcurrentDecision } from '../../shared/queue/use-concurrent-decision.ts'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.cases

/** Credits or refuses a case, with a reason. Reloads the list if another operator was faster. */
export function SettleForm({
  shown,
  outcome,
  settled,
  close,
}: {
  shown: PaymentCase
  outcome: 'credit' | 'refuse'
  settled: (ended: PaymentCase) => void
  close: () => void
}) {
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const refresh = useRefresh()
  const toast = useToast()
  const isCredit = outcome === 'credit'
  const { overtaken, look } = useConcurrentDecision(shown.id)
  const settle = useMutation({
    mutationFn: () =>
      call('settlePaymentCase', {
        params: { id: shown.id },
        body: {
          outcome,
          note: note.trim(),
          ...(isCredit && amount.trim() ? { amount: amountOf(amount, shown.currency) } : {}),
        },
      }),
    onSuccess(reply) {
      settled(reply.case)
      refresh('cases', 'changes', 'audit', 'player')
      const player = shown.player.player_name
      toast(reply.waiting ? en.changes.waits : fill(isCredit ? words.credited : words.refused, { player }), 'good')
      close()
    },
    async onError(error) {
      if (!isConflict(error)) return
      await look()
      refresh('cases', 'audit')
    },
  })
  return (
    <ActionForm
      title={isCredit ? words.credit : words.refuse}
      lead={isCredit ? words.creditLead : words.refuseLead}
      confirm={isCredit ? words.confirmCredit : words.confirmRefusal}
      kind={isCredit ? 'main' : 'danger'}
      action={{ ...settle, overtaken }}
      cancel={close}
    >
      {isCredit ? (
        <AmountField shown={shown} value={amount} set={setAmount} errors={errorsOf(settle.error, 'amount')} />
      ) : null}
      <TextField
        label={words.note}
        hint={words.noteHint}
        {...asTyped(note, setNote, errorsOf(settle.error, 'note'))}
        minLength={3}
        maxLength={500}
        autoComplete="off"
        autoFocus={!isCredit}
        required
      />
    </ActionForm>
  )
}

function AmountField({
  shown,
  value,
  set,
  errors,
}: {
  shown: PaymentCase
  value: string
  set: (value: string) => void
  errors: string[] | undefined
}) {
  return (
    <TextField
      label={words.received}
      hint={
        shown.amount === null
          ? words.receivedNeeded
          : fill(words.receivedHint, { amount: formatMoney(shown.amount, shown.currency) })
      }
      {...asTyped(value, set, errors)}
      inputMode="decimal"
      autoComplete="off"
      autoFocus
      required={shown.amount === null}
    />
  )
}
