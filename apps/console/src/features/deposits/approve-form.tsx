import { say } from '../../shared/say.ts'
import { useState } from 'react'
import { amountInWords } from '@dhow/contract/amount-words'
import { parseAmount } from '@dhow/contract/money'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill, money } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { useFourEyes } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { BankLines, type BankLine } from './bank-lines.tsx'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits

/** The operator writes what arrived at the bank; what the player declared is never filled in for them. */
export function ApproveForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [received, setReceived] = useState('')
  const [again, setAgain] = useState('')
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

  const isMore = !isSecond && differs && receivedMinor > (parseAmount(deposit.declared_amount) ?? 0n)

  const [line, setLine] = useState<BankLine>()
  const choose = (chosen: BankLine | undefined) => {
    setLine(chosen)
    if (chosen) setReceived(chosen.amount)
  }
  const approve = useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    async send(version) {
      const own = {
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(acknowledged.length > 0 ? { acknowledged } : {}),
      }
      if (line !== undefined) {
        const body = { version: line.version, deposit_id: deposit.id, ...own }
        await call('creditStatementLine', { params: { id: line.id }, body })
        return fetchDeposit(deposit.id)
      }
      return call('approveDeposit', {
        params: { id: deposit.id },
        body: {
          received_amount: receivedAmount,
          version,
          ...own,
          ...(isMore ? { amount_confirmation: amountOf(again, deposit.currency) } : {}),
        },
      })
    },
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'statement-lines', 'audit', 'player'],
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
    <ActionForm
      title={en.money.approve}
      lead={needsTwo ? words.approveFirstLead : words.approveLead}
      confirm={en.money.confirmApproval}
      action={approve}
      cancel={close}
    >
      <LiveModeNote side="in" />
      <BankLines depositId={deposit.id} chosen={line} choose={choose} />
      <TextField
        label={words.received}
        hint={fill(words.receivedHint, { declared })}
        value={received}
        onChange={(event) => setReceived(event.target.value)}
        readOnly={line !== undefined}
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
          {fill(en.holds.acknowledge, { text: say(text) })}
        </CheckField>
      ))}
      {differs ? <Notice tone="warn">{fill(words.receivedDiffers, { declared })}</Notice> : null}
      {isMore && line === undefined ? (
        <>
          <p>
            <strong>{fill(words.inWords, { words: amountInWords(receivedMinor, deposit.currency) })}</strong>
          </p>
          <TextField
            label={words.receivedAgain}
            hint={words.receivedAgainHint}
            value={again}
            onChange={(event) => setAgain(event.target.value)}
            errors={errorsOf(approve.error, 'amount_confirmation')}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        </>
      ) : null}
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
    </ActionForm>
  )
}
