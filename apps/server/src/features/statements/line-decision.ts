import { formatMoney, type Currency } from '@dhow/contract/money'

/** The line's side of a decision. */
export interface DecisionLine {
  account: string
  currency: Currency
  amountMinor: bigint
  inSuspense: boolean
}

/** A payment that a line may stand for, as it stands now. `amountMinor` is credited, declared or paid out; payouts are above zero too. */
export interface DecisionPayment {
  kind: 'deposit' | 'withdrawal' | 'service'
  account: string
  currency: Currency
  amountMinor: bigint
  state: string
  /** A colleague who holds the deposit now. */
  claimedBy: string | null
  /** The amount that the first of two operators confirmed. */
  firstMinor: bigint | null
  /** Whether the operator who asks is that first one. */
  isFirstApprover: boolean
}

export interface LineDecision {
  act: 'credit' | 'link' | null
  /** Why no decision works here, and what does; null where one does. */
  note: string | null
}

const elsewhere = (note: string): LineDecision => ({ act: null, note })

/** The decision that works for a line and a payment now, so that a screen offers no other. */
export function decisionFor(line: DecisionLine, payment: DecisionPayment): LineDecision {
  if (payment.account !== line.account || payment.currency !== line.currency)
    return elsewhere('The payment belongs to another account. Dismiss the line, or assign it to the player.')
  if (payment.kind === 'withdrawal') return withdrawalDecision(line, payment)
  if (payment.kind === 'service') return serviceDecision(line, payment)
  return depositDecision(line, payment)
}

function depositDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  const { state, amountMinor } = payment
  if (state === 'approved') return creditedDecision(line, amountMinor)
  if (state === 'needs_info')
    return elsewhere('The deposit waits for the player’s answer. Decide it after the answer, or reject it.')
  const isOpen = state === 'submitted' || state === 'under_review' || state === 'awaiting_second_approval'
  if (!isOpen || !line.inSuspense) return elsewhere('The deposit is closed. Assign the line to the player.')
  if (payment.claimedBy !== null) return elsewhere(`Claimed by ${payment.claimedBy}.`)
  if (payment.firstMinor !== null && payment.firstMinor !== line.amountMinor) {
    const [first, received] = [money(payment.firstMinor, line), money(line.amountMinor, line)]
    return elsewhere(
      `The first operator confirmed ${first}; the bank received ${received}. Reject the deposit, then assign the line to the player.`,
    )
  }
  if (payment.isFirstApprover) return elsewhere('You approved this first. Another operator has to approve too.')
  return { act: 'credit', note: null }
}

function serviceDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  if (payment.state !== 'succeeded') return elsewhere('The payment is not credited. Decide it under Cases first.')
  return creditedDecision(line, payment.amountMinor)
}

function creditedDecision(line: DecisionLine, creditedMinor: bigint): LineDecision {
  if (creditedMinor === line.amountMinor) return { act: 'link', note: null }
  const [credited, received] = [money(creditedMinor, line), money(line.amountMinor, line)]
  return elsewhere(`Credited ${credited}; the bank received ${received}. Reverse the credit, then assign the line.`)
}

function withdrawalDecision(line: DecisionLine, payment: DecisionPayment): LineDecision {
  const isReturn = line.amountMinor > 0n
  const received = isReturn ? line.amountMinor : -line.amountMinor
  if (received !== payment.amountMinor)
    return elsewhere(
      `The payout is ${money(payment.amountMinor, line)}; the bank shows ${money(received, line)}. Check the payout with the bank.`,
    )
  const states = isReturn ? ['paid'] : ['sent', 'unknown', 'paid', 'returned']
  if (!states.includes(payment.state)) return elsewhere('The payout was not sent. Check the payout first.')
  return { act: 'link', note: null }
}

const money = (minor: bigint, { currency }: DecisionLine) => formatMoney(minor, currency)
