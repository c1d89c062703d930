import { asTyped } from '../../shared/as-typed.ts'
import { translate } from '../../shared/translate.ts'
import { useState } from 'react'
import { amountInWords } from '@dhow/contract/amount-words'
import { parseAmount } from '@dhow/contract/money'
import { Notice } from '@dhow/ui/feedback'
import { CheckField, TextField } from '@dhow/ui/field'
import { call, errorsOf } from '../../shared/api.ts'
import { amountOf, fill, formatMoney } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { LiveModeNote } from '../../shared/queue/live-mode-note.tsx'
import { NoteField, typedNote } from '../../shared/queue/reject-payment.tsx'
import { useFourEyes } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { BankLines, type BankLine } from './bank-lines.tsx'
import { fetchDeposit, type Deposit } from './deposit-query.ts'
import { useDepositDecision, type Action } from './use-deposit-decision.ts'

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
const useApproval = ({ deposit, close }: Action, { line, received, again, own }: Received) =>
  useDepositDecision(
    { deposit, close },
    async (version) => {
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
    ({ credited_amount: credited, currency, player }) =>
      credited === null
        ? words.approvedFirst
        : fill(words.approved, { amount: formatMoney(credited, currency), player: player.player_name }),
    ['statement-lines', 'player'],
  )

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
export function ApproveForm({ deposit, close }: Action) {
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
  const approve = useApproval(
    { deposit, close },
    {
      line,
      received: receivedAmount,
      again: isMore ? amountOf(again, deposit.currency) : undefined,
      own: {
        ...typedNote(note),
        ...(acknowledged.length > 0 ? { acknowledged } : {}),
      },
    },
  )
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
        {...asTyped(received, setReceived)}
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
      <NoteField value={note} set={setNote} errors={errorsOf(approve.error, 'note')} />
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
        {...asTyped(value, set, errors)}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </>
  )
}
