import { formatDecimal } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Difference } from '@dhow/contract/reconciliation'
import type { MoneyAccount } from './accounts.ts'
import type { LineRow } from './tables.ts'

/** A payment in the ledger on one day; payouts are negative. */
export interface LedgerPayment {
  id: string
  reference: string
  minor: bigint
  /** Statement line that it is credited from or linked to. */
  lineId: string | null
}

/** Payment whose reference is in a waiting line; payouts are negative. */
export interface NamedPayment {
  id: string
  minor: bigint
  state: string
}

/** States in which our side of a payment is complete. */
const completedStates = ['approved', 'succeeded', 'paid', 'returned']

/**
 * Differences of one account and day, each once: a payment named by a waiting line is a difference of that line, not
 * also its own; of several lines that name one payment the first (by id) counts and the others are possible duplicates.
 * @param named payment named by each waiting line of the account, of any day, by line id
 */
export function differencesOf(
  account: MoneyAccount,
  day: string,
  {
    ours,
    waiting,
    named,
    isCovered,
  }: { ours: LedgerPayment[]; waiting: LineRow[]; named: ReadonlyMap<string, NamedPayment>; isCovered: boolean },
): Difference[] {
  const firstLine = new Map<string, string>()
  const byLineId = [...named].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [lineId, { id }] of byLineId) if (!firstLine.has(id)) firstLine.set(id, lineId)
  const alone = ours.filter((payment) => payment.lineId === null && !firstLine.has(payment.id))
  return [
    ...paymentsWithoutLine(account, day, alone, isCovered),
    ...waiting.map((line) => {
      const payment = named.get(line.id)
      const other = payment && firstLine.get(payment.id)
      return lineDifference(account, line, payment, line.looks_like ?? (other === line.id ? undefined : other))
    }),
  ]
}

/** Ledger payments without a statement line; a day without a statement is one difference. */
function paymentsWithoutLine(
  account: MoneyAccount,
  day: string,
  alone: LedgerPayment[],
  isCovered: boolean,
): Difference[] {
  if (alone.length === 0) return []
  const base = {
    account: account.account,
    account_name: account.name,
    day,
    currency: account.currency,
    theirs: null,
    line_id: null,
  }
  if (!isCovered) {
    const sumMinor = alone.reduce((total, one) => total + one.minor, 0n)
    const text = operatorText('difference_no_statement', { count: String(alone.length) })
    return [
      {
        ...base,
        kind: 'not_covered',
        ours: formatDecimal(sumMinor),
        payment_id: null,
        reference: '',
        text,
        action: 'import_statement',
        action_id: null,
      },
    ]
  }
  return alone.map((one) => ({
    ...base,
    kind: 'missing_external' as const,
    ours: formatDecimal(one.minor),
    payment_id: one.id,
    reference: one.reference,
    text: operatorText(one.minor < 0n ? 'difference_paid_only' : 'difference_credited_only', {}),
    action: actionOn(one.id),
    action_id: one.id,
  }))
}

const actionOn = (paymentId: string) =>
  paymentId.startsWith('wd_')
    ? ('check_payout' as const)
    : paymentId.startsWith('dep_')
      ? ('check_deposit' as const)
      : ('check_payment' as const)

/** A waiting line and the payment that it names, if any. */
function lineDifference(
  account: MoneyAccount,
  line: LineRow,
  payment: NamedPayment | undefined,
  duplicateOf: string | undefined,
): Difference {
  const base = {
    account: account.account,
    account_name: account.name,
    day: line.day,
    currency: line.currency,
    theirs: formatDecimal(line.amount_minor),
    line_id: line.id,
    reference: line.reference || line.text.slice(0, 60),
    ours: payment ? formatDecimal(payment.minor) : null,
    payment_id: payment?.id ?? null,
    action_id: line.id,
  }
  if (duplicateOf !== undefined)
    return {
      ...base,
      kind: 'duplicate',
      text: operatorText('difference_duplicate', { line: duplicateOf }),
      action: 'dismiss_line',
    }
  if (!payment)
    return {
      ...base,
      kind: 'missing_internal',
      text: operatorText('difference_unnamed', {}),
      action: line.amount_minor > 0n ? 'assign_line' : 'decide_line',
    }
  const isComplete = completedStates.includes(payment.state)
  if (payment.minor === line.amount_minor)
    return isComplete
      ? {
          ...base,
          kind: 'not_linked',
          text: operatorText('difference_unlinked', {}),
          action: 'link_line',
        }
      : { ...base, kind: 'status_mismatch', ...openDifference(payment, line) }
  const amounts = {
    ours: formatDecimal(payment.minor),
    theirs: formatDecimal(line.amount_minor),
    currency: line.currency,
  }
  if (isComplete)
    return {
      ...base,
      kind: 'amount_mismatch',
      text: operatorText('difference_ledger_amount', amounts),
      action: payment.id.startsWith('dep_') ? 'reverse_credit' : actionOn(payment.id),
      action_id: payment.id,
    }
  const { action, action_id } = openDifference(payment, line)
  return {
    ...base,
    kind: 'amount_mismatch',
    text: operatorText('difference_declared_amount', amounts),
    action,
    action_id,
  }
}

/** Action for a payment that is on the statement but not complete in the ledger. */
function openDifference(payment: NamedPayment, line: LineRow) {
  const state = payment.state.replaceAll('_', ' ')
  if (payment.id.startsWith('dep_'))
    return {
      text: operatorText('difference_uncredited', { state }),
      action: 'credit_deposit' as const,
      action_id: line.id,
    }
  if (payment.id.startsWith('wd_'))
    return {
      text: operatorText('difference_unpaid', { state }),
      action: payment.minor === line.amount_minor ? ('link_line' as const) : ('check_payout' as const),
      action_id: payment.minor === line.amount_minor ? line.id : payment.id,
    }
  return {
    text: operatorText('difference_service_uncredited', { state }),
    action: 'settle_case' as const,
    action_id: payment.id,
  }
}
