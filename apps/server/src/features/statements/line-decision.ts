import { formatDecimal, type Currency } from '@dhow/contract/money'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'

/** The line in a decision. */
export interface DecisionLine {
  account: string
  currency: Currency
  amountMinor: bigint
  inSuspense: boolean
}

/**
 * Current state of a payment that may belong to a line. `amountMinor` is credited, declared or paid out; payouts are
 * positive too.
 */
export interface DecisionPayment {
  kind: 'deposit' | 'withdrawal' | 'service'
  account: string
  currency: Currency
  amountMinor: bigint
  state: string
  /** Colleague who has claimed the deposit. */
  claimedBy: string | null
  /** Amount confirmed by the first of two operators. */
  firstMinor: bigint | null
  /** Whether the current operator is the first one. */
  isFirstApprover: boolean
}

export interface LineDecision {
  action: 'credit' | 'link' | null
  /** Why no decision is possible here, and what is; null if one is. */
  note: OperatorText | null
}

const elsewhere = (note: OperatorText): LineDecision => ({ action: null, note })

/** Decision possible for a line and a payment now, so that a screen offers no other. */
export function decisionFor(line: DecisionLine, payment: DecisionPayment): LineDecision {
  if (payment.account !== line.account || payment.currency !== line.currency)
    return elsewhere(operatorText('line_other_account', {}))
  if (payment.kind === 'withdrawal') return withdrawalDecision(line, payment)
  if (payment.kind === 'service') return serviceDecision(line, payment)
  return depositDecision(line, payment)
}

function depositDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  const { state, amountMinor } = payment
  if (state === 'approved') return creditedDecision(line, amountMinor)
  if (state === 'needs_info') return elsewhere(operatorText('line_waits_for_player', {}))
  const isOpen = state === 'submitted' || state === 'under_review' || state === 'awaiting_second_approval'
  if (!isOpen || !line.inSuspense) return elsewhere(operatorText('line_deposit_closed', {}))
  if (payment.claimedBy !== null) return elsewhere(operatorText('line_claimed', { name: payment.claimedBy }))
  if (payment.firstMinor !== null && payment.firstMinor !== line.amountMinor) {
    const first = formatDecimal(payment.firstMinor)
    return elsewhere(operatorText('line_first_differs', { first, ...receivedBy(line) }))
  }
  if (payment.isFirstApprover) return elsewhere(operatorText('line_second_needed', {}))
  return { action: 'credit', note: null }
}

function serviceDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  if (payment.state !== 'succeeded') return elsewhere(operatorText('line_not_credited', {}))
  return creditedDecision(line, payment.amountMinor)
}

function creditedDecision(line: DecisionLine, creditedMinor: bigint): LineDecision {
  if (creditedMinor === line.amountMinor) return { action: 'link', note: null }
  const credited = formatDecimal(creditedMinor)
  return elsewhere(operatorText('line_credited_other', { credited, ...receivedBy(line) }))
}

function withdrawalDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  const isReturn = line.amountMinor > 0n
  const received = isReturn ? line.amountMinor : -line.amountMinor
  if (received !== payment.amountMinor)
    return elsewhere(
      operatorText('line_payout_other', {
        payout: formatDecimal(payment.amountMinor),
        received: formatDecimal(received),
        currency: line.currency,
      }),
    )
  const states = isReturn ? ['paid'] : ['sent', 'unknown', 'paid', 'returned']
  if (!states.includes(payment.state)) return elsewhere(operatorText('line_payout_unsent', {}))
  return { action: 'link', note: null }
}

const receivedBy = ({ amountMinor, currency }: DecisionLine) => ({ received: formatDecimal(amountMinor), currency })
