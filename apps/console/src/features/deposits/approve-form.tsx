import { useState } from 'react'
import { parseAmount } from '@dhow/contract/money'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill, money } from '../../shared/format.ts'
import { ActForm } from '../../shared/queue/act-form.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { useFourEyes } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits

/** The operator writes what arrived at the bank; what the player declared is never filled in for them. */
export function ApproveForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [received, setReceived] = useState('')
  const [note, setNote] = useState('')
  const [acknowledged, setAcknowledged] = useState<string[]>([])
  const toast = useToast()
  const threshold = useFourEyes(deposit.currency)
  const declared = money(deposit.declared_amount, deposit.currency)
  const isSecond = deposit.first_approver !== null
  const receivedAmount = amountOf(received, deposit.currency)
  const receivedMinor = parseAmount(receivedAmount)
  const differs = receivedMinor !== undefined && receivedMinor !== parseAmount(deposit.declared_amount)
  const thresholdMinor = threshold === undefined ? undefined : parseAmount(threshold)
  const needsTwo =
    !isSecond && thresholdMinor !== undefined && receivedMinor !== undefined && receivedMinor >= thresholdMinor

  const approve = useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    send: (version) =>
      call('approveDeposit', {
        params: { id: deposit.id },
        body: {
          received_amount: receivedAmount,
          version,
          ...(note.trim() ? { note: note.trim() } : {}),
          ...(acknowledged.length > 0 ? { acknowledged } : {}),
        },
      }),
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'audit', 'player'],
    done(reply) {
      const { credited_amount: credited, currency, player } = reply.deposit
      toast(
        credited === null
          ? words.approvedFirst
          : fill(words.approved, { amount: money(credited, currency), player: player.player_name }),
        'good',
      )
      close()
    },
  })
  return (
    <ActForm
      title={en.money.approve}
      lead={needsTwo ? words.approveFirstLead : words.approveLead}
      confirm={en.money.confirmApproval}
      act={approve}
      cancel={close}
    >
      <TextField
        label={words.received}
        hint={fill(words.receivedHint, { declared })}
        value={received}
        onChange={(event) => setReceived(event.target.value)}
        errors={errorsOf(approve.error, 'received_amount')}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        required
      />
      {deposit.held.map(({ code, text }) => (
        <CheckField
          key={code}
          checked={acknowledged.includes(code)}
          onChange={(event) =>
            setAcknowledged(
              event.target.checked ? [...acknowledged, code] : acknowledged.filter((other) => other !== code),
            )
          }
          required
        >
          {fill(en.holds.acknowledge, { text })}
        </CheckField>
      ))}
      {differs ? <Notice tone="warn">{fill(words.receivedDiffers, { declared })}</Notice> : null}
      {needsTwo ? (
        <Notice tone="info">{fill(en.money.fourEyes, { amount: money(threshold ?? '', deposit.currency) })}</Notice>
      ) : null}
      <TextField
        label={en.money.note}
        hint={en.money.noteHint}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        errors={errorsOf(approve.error, 'note')}
        maxLength={500}
        autoComplete="off"
      />
    </ActForm>
  )
}
