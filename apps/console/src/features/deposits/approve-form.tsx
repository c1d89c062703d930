import { translate } from '../../shared/translate.ts'
import { useState } from 'react'
import { amountInWords } from '@dhow/contract/amount-words'
import { parseAmount } from '@dhow/contract/money'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { useFourEyes } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { BankLines, type BankLine } from './bank-lines.tsx'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

const words = en.deposits

interface Received {
  /** Bank line that shows the payment; credited instead of the typed amount. */
  line: BankLine | undefined
  received: string
  /** Repeated amount, if it has to be confirmed. */
  again: string | undefined
  own: { note?: string; acknowledged?: string[] }
}

/** Sends the approval: the bank line, or the typed amount. */
function useApproval(deposit: Deposit, close: () => void, { line, received, again, own }: Received) {
  const toast = useToast()
  return useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    async send(version) {
      if (line !== undefined) {
        const body = { version: line.version, deposit_id: deposit.id, ...own }
        await call('creditStatementLine', { params: { id: line.id }, body })
        return fetchDeposit(deposit.id)
      }
      const confirmation = again === undefined ? {} : { amount_confirmation: again }
      return call('approveDeposit', {
        params: { id: deposit.id },
        body: { received_amount: received, version, ...own, ...confirmation },
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
          : fill(words.approved, { amount: formatMoney(credited, currency), player: player.player_name }),
        'good',
      )
      close()
    },
  })
}

/** Compares the typed amount with the declared one and the four-eyes threshold. */
function checksOf(deposit: Deposit, receivedMinor: bigint | undefined, threshold: string | undefined) {
  const declaredMinor = parseAmount(deposit.declared_amount)
  const thresholdMinor = threshold === undefined ? undefined : parseAmount(threshold)
  const isSecond = deposit.first_approver !== null
  const differs = receivedMinor !== undefined && receivedMinor !== declaredMinor
  return {
    differs,
    needsTwo:
      !isSecond && thresholdMinor !== undefined && receivedMinor !== undefined && receivedMinor >= thresholdMinor,
    isMore: !isSecond && differs && receivedMinor > (declaredMinor ?? 0n),
  }
}

/** Form to approve a deposit. The operator types what arrived at the bank; the declared amount is never prefilled. */
export function ApproveForm({ deposit, close }: { deposit: Deposit; close: () => void }) {
  const [received, setReceived] = useState('')
  const [again, setAgain] = useState('')
  const [note, setNote] = useState('')
  const [acknowledged, setAcknowledged] = useState<string[]>([])
  const threshold = useFourEyes(deposit.currency)
  const declared = formatMoney(deposit.declared_amount, deposit.currency)
  const receivedAmount = amountOf(received, deposit.currency)
  const receivedMinor = parseAmount(receivedAmount)
  const { differs, needsTwo, isMore } = checksOf(deposit, receivedMinor, threshold)
  const [line, setLine] = useState<BankLine>()
  const choose = (chosen: BankLine | undefined) => {
    setLine(chosen)
    if (chosen) setReceived(chosen.amount)
  }
  const approve = useApproval(deposit, close, {
    line,
    received: receivedAmount,
    again: isMore ? amountOf(again, deposit.currency) : undefined,
    own: {
      ...(note.trim() ? { note: note.trim() } : {}),
      ...(acknowledged.length > 0 ? { acknowledged } : {}),
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
      <Acknowledgements held={deposit.held} codes={acknowledged} set={setAcknowledged} />
      {differs ? <Notice tone="warn">{fill(words.receivedDiffers, { declared })}</Notice> : null}
      {isMore && receivedMinor !== undefined && line === undefined ? (
        <AmountAgain
          minor={receivedMinor}
          currency={deposit.currency}
          value={again}
          set={setAgain}
          errors={errorsOf(approve.error, 'amount_confirmation')}
        />
      ) : null}
      {needsTwo ? (
        <Notice tone="info">
          {fill(en.money.fourEyes, { amount: formatMoney(threshold ?? '', deposit.currency) })}
        </Notice>
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

function Acknowledgements({
  held,
  codes,
  set,
}: {
  held: Deposit['held']
  codes: readonly string[]
  set: (codes: string[]) => void
}) {
  return held.map(({ code, text }) => (
    <CheckField
      key={code}
      checked={codes.includes(code)}
      onChange={(event) => set(event.target.checked ? [...codes, code] : codes.filter((other) => other !== code))}
      required
    >
      {fill(en.holds.acknowledge, { text: translate(text) })}
    </CheckField>
  ))
}

/** Field to repeat an amount above the declared one, shown in words. */
function AmountAgain({
  minor,
  currency,
  value,
  set,
  errors,
}: {
  minor: bigint
  currency: Deposit['currency']
  value: string
  set: (value: string) => void
  errors: string[] | undefined
}) {
  return (
    <>
      <p>
        <strong>{fill(words.inWords, { words: amountInWords(minor, currency) })}</strong>
      </p>
      <TextField
        label={words.receivedAgain}
        hint={words.receivedAgainHint}
        value={value}
        onChange={(event) => set(event.target.value)}
        errors={errors}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </>
  )
}
