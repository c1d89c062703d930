import { type PlayerText } from '@dhow/contract/player-texts'
import type { DepositDetail } from '@dhow/contract/deposits'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { PaymentStatus } from '@dhow/contract/shapes'
import type { getWithdrawal } from '@dhow/contract/withdrawals'
import { call } from '../../shared/api.ts'
import { translate } from '../../shared/translate.ts'
import { pageOfService } from '../../shared/service-page.ts'

type Withdrawal = ReplyOf<typeof getWithdrawal>['withdrawal']

/** A deposit or a withdrawal, as the payment page shows it. */
export interface PaymentView {
  id: string
  kind: 'deposit' | 'withdrawal'
  status: PaymentStatus
  state: string
  method: string
  /** Amount moved or to be moved; undefined while unknown. */
  amount: string | undefined
  currency: Currency
  declared: string | null
  credited: string | null
  fee: string | null
  reference: string | null
  reason: PlayerText | null
  since: string
  changed: string
  expectedBy: string | null
  receipt: string | null
  timeline: DepositDetail['timeline']
  question: DepositDetail['question']
  /** Question to a player on a break: credit or send back. */
  choice: DepositDetail['choice']
  canCancel: boolean
  /** Page of the service on which it can be continued. */
  continueUrl: string | undefined
}

/** Fetches a payment by id: `wd_…` is a withdrawal, all others are deposits. */
export async function fetchPayment(id: string): Promise<PaymentView> {
  return id.startsWith('wd_')
    ? viewOfWithdrawal((await call('getWithdrawal', { params: { id } })).withdrawal)
    : viewOfDeposit((await call('getDeposit', { params: { id } })).deposit)
}

export function viewOfDeposit(deposit: DepositDetail): PaymentView {
  // 0.00 means unknown: of a voucher, or before the player pays at a service.
  const declared = deposit.declared_amount === '0.00' ? null : deposit.declared_amount
  const credited = deposit.credited_amount
  return {
    ...{
      id: deposit.id,
      kind: 'deposit',
      status: deposit.status,
      state: deposit.state,
      method: translate(deposit.method_text),
    },
    ...{ amount: credited ?? declared ?? undefined, currency: deposit.currency, credited, fee: null },
    declared: declared === credited ? null : declared,
    reference: deposit.utr === '' ? null : deposit.utr,
    reason: deposit.reason,
    since: deposit.submitted_at,
    changed: deposit.updated_at,
    expectedBy: deposit.expected_by,
    receipt: deposit.receipt,
    timeline: deposit.timeline,
    question: deposit.question,
    choice: deposit.choice,
    canCancel: deposit.can_cancel,
    continueUrl: pageOfService(deposit.continue_url),
  }
}

export function viewOfWithdrawal(withdrawal: Withdrawal): PaymentView {
  return {
    ...{ id: withdrawal.id, kind: 'withdrawal', status: withdrawal.status, state: withdrawal.state },
    method: `${translate(withdrawal.account.label_text)} · ${withdrawal.account.number}`,
    ...{ amount: withdrawal.amount, currency: withdrawal.currency, declared: null, credited: null },
    fee: Number(withdrawal.fee) > 0 ? withdrawal.fee : null,
    reference: withdrawal.payment_reference,
    reason: withdrawal.reason,
    since: withdrawal.requested_at,
    changed: withdrawal.updated_at,
    expectedBy: withdrawal.expected_by,
    // Receipt: the bank's own reference of the payment.
    receipt: withdrawal.payment_reference,
    timeline: withdrawal.timeline,
    question: null,
    choice: null,
    canCancel: false,
    continueUrl: undefined,
  }
}

export const isOpen = ({ status }: Pick<PaymentView, 'status'>): boolean =>
  status === 'pending' || status === 'processing'

export type PhaseName = 'sent' | 'seen' | 'checked' | 'credited' | 'asked' | 'approved' | 'paid'
export interface Phase {
  name: PhaseName
  is: 'done' | 'now' | 'next' | 'failed'
}

/** Number of completed phases (of four) by state. */
const depositPhasesDone: Record<string, number> = {
  ...{ initiating: 0, pending: 0, failed: 0, submitted: 1, expired: 1, cancelled: 1, redeeming: 1, unknown: 1 },
  ...{ under_review: 2, needs_info: 2, awaiting_second_approval: 2, rejected: 2, review: 2, declined: 2, refused: 2 },
  ...{ approved: 4, succeeded: 4, reversed: 4 },
}
const withdrawalPhasesDone: Record<string, number> = {
  ...{ requested: 1, awaiting_second_approval: 1, rejected: 1, approved: 3, paid: 4, returned: 4 },
}

/** Progress of a payment in four phases: done, current, next. A payment that ended otherwise fails at the first phase that it did not complete. */
export function phasesOf({ kind, state, status }: Pick<PaymentView, 'kind' | 'state' | 'status'>): Phase[] {
  const names: PhaseName[] =
    kind === 'deposit' ? ['sent', 'seen', 'checked', 'credited'] : ['asked', 'checked', 'approved', 'paid']
  const done =
    (kind === 'deposit' ? depositPhasesDone : withdrawalPhasesDone)[state] ?? (status === 'completed' ? 4 : 1)
  const ended = !isOpen({ status }) && status !== 'completed'
  return names.map((name, index) => {
    if (ended && index === Math.min(done, names.length - 1)) return { name, is: 'failed' }
    return { name, is: index < done ? 'done' : index === done && !ended ? 'now' : 'next' }
  })
}
