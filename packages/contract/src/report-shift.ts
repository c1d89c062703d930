import * as z from './bounded.ts'
import { keysOf } from './keys-of.ts'
import { operation } from './operation.ts'
import { overviewQueues } from './overview.ts'
import { amountReply, currency, idOf, instant, success } from './shapes.ts'

/** Shift report of an operator: work in a span of time, its speed, and the open rest. */

export const shiftRefusals = {
  shift_too_long: { status: 422, sentence: 'A shift report covers at most 31 days. Choose a shorter span.' },
  shift_backwards: { status: 422, sentence: 'The end is before the start.' },
} as const

/** Kinds of work: name, counted audit actions, and what is summed and measured. */
export const shiftWork = {
  deposits_approved: {
    name: 'Deposits credited',
    actions: ['deposit.approve'],
    definition:
      'Deposits that this operator credited, alone or as the second; the credited amount, from the report of the player on.',
  },
  deposits_first: {
    name: 'Deposits approved first',
    actions: ['deposit.approve-first'],
    definition:
      'Deposits that this operator approved and a second one has to credit; no amount, since nothing was credited.',
  },
  deposits_refused: {
    name: 'Deposits refused',
    actions: ['deposit.reject'],
    definition: 'Deposits that this operator refused; the amount that the player reported, from the report on.',
  },
  deposits_asked: {
    name: 'Deposits asked about',
    actions: ['deposit.ask'],
    definition: 'Questions to players about a deposit, from the report on; no amount.',
  },
  deposits_reversed: {
    name: 'Deposits reversed',
    actions: ['deposit.reverse'],
    definition: 'Credited deposits that this operator reversed; the credited amount. Not timed.',
  },
  withdrawals_approved: {
    name: 'Withdrawals approved',
    actions: ['withdrawal.approve'],
    definition: 'Withdrawals that this operator approved, alone or as the second; the amount, from the request on.',
  },
  withdrawals_first: {
    name: 'Withdrawals approved first',
    actions: ['withdrawal.approve-first'],
    definition:
      'Withdrawals that this operator approved and a second one has to approve too, from the request on; no amount.',
  },
  withdrawals_refused: {
    name: 'Withdrawals refused',
    actions: ['withdrawal.reject'],
    definition: 'Withdrawals that this operator refused; the amount, from the request on.',
  },
  withdrawals_paid: {
    name: 'Withdrawals paid',
    actions: ['withdrawal.pay'],
    definition: 'Withdrawals that this operator marked as paid; the amount, from the request on.',
  },
  withdrawals_ended: {
    name: 'Withdrawals failed or returned',
    actions: ['withdrawal.fail', 'withdrawal.return'],
    definition: 'Sent withdrawals that this operator ended as failed or returned; the amount. Not timed.',
  },
  cases_credited: {
    name: 'Vouchers and services credited',
    actions: ['payment.credit'],
    definition:
      'Payment cases of vouchers and payment services that this operator credited; the credited amount, from the start of the payment on.',
  },
  cases_refused: {
    name: 'Vouchers and services refused',
    actions: ['payment.refuse'],
    definition:
      'Payment cases of vouchers and payment services that this operator refused, from the start of the payment on; no amount.',
  },
  lines_matched: {
    name: 'Bank lines matched',
    actions: ['statement.credit', 'statement.link'],
    definition:
      'Bank lines that this operator matched to a payment, from the import on. No amount: the payment has it.',
  },
  lines_assigned: {
    name: 'Bank lines assigned',
    actions: ['statement.assign'],
    definition:
      'Adjustment: bank lines without a payment that this operator credited to a player; the amount, from the import on.',
  },
  lines_dismissed: {
    name: 'Bank lines dismissed',
    actions: ['statement.dismiss'],
    definition: 'Bank lines that this operator dismissed, from the import on; no amount.',
  },
  debts_written_off: {
    name: 'Debts written off',
    actions: ['debt.write-off'],
    definition:
      'Adjustment: debts of players that were written off by this operator as the second person; the amount. Not timed.',
  },
  rewards_decided: {
    name: 'Reward checks decided',
    actions: ['reward.give', 'reward.refuse'],
    definition: 'Rewards that waited for a check and that this operator gave or refused; no amount. Not timed.',
  },
  wins_decided: {
    name: 'Held wins decided',
    actions: ['held-win.pay', 'held-win.refuse'],
    definition: 'Held wins that this operator paid or refused; no amount. Not timed.',
  },
  help_answered: {
    name: 'Questions answered',
    actions: [],
    definition: 'Answers to players, from the first message of the player on that had no answer yet.',
  },
} as const satisfies Record<string, { name: string; definition: string; actions: readonly string[] }>

export type ShiftKind = keyof typeof shiftWork

const query = z.object({
  /** Omitted for the caller's own shift; another's needs `reports.see`, and its files `reports.export`. */
  operator: z.optional(idOf('op')),
  from: z.optional(instant),
  to: z.optional(instant),
})

/** Seconds; null if nothing was measured. */
const seconds = z.nullable(z.number())

export const staffShift = operation({
  name: 'staffShift',
  method: 'GET',
  path: '/staff/reports/shift',
  access: 'staff',
  // Everybody may see their own shift; the command checks permission for others.
  needs: [],
  summary:
    'Work of an operator in a span of time by kind: how much, sums by currency, median and 90th percentile from arrival to decision, and what waits in the queues now. Without days: the last twelve hours. Test players are not counted.',
  query,
  reply: z.object({
    status: success,
    operator: z.object({ id: z.string(), name: z.string() }),
    from: instant,
    to: instant,
    at: instant,
    done: z.array(
      z.object({
        kind: z.enum(keysOf(shiftWork)),
        count: z.number(),
        sums: z.array(z.object({ currency, amount: amountReply })),
        median_s: seconds,
        p90_s: seconds,
      }),
    ),
    /** Queues that the caller may see. */
    left: z.array(z.object({ queue: z.enum(overviewQueues), count: z.number(), oldest: z.nullable(instant) })),
    /** Operators to choose from, with permission for reports. */
    operators: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  refusals: ['not_found', 'shift_too_long', 'shift_backwards'],
})

export const staffShiftFile = operation({
  name: 'staffShiftFile',
  method: 'GET',
  path: '/staff/reports/shift.csv',
  access: 'staff',
  needs: [],
  summary: 'A shift report as CSV (RFC 4180): a row for each kind of work and currency, then the queues.',
  query,
  reply: z.unknown(),
  file: 'text/csv; charset=utf-8',
  refusals: ['not_found', 'shift_too_long', 'shift_backwards'],
})

export const staffShiftWorkbook = operation({
  name: 'staffShiftWorkbook',
  method: 'GET',
  path: '/staff/reports/shift.xlsx',
  access: 'staff',
  needs: [],
  summary: 'A shift report as a workbook (Office Open XML): work, queues and definitions.',
  query,
  reply: z.unknown(),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refusals: ['not_found', 'shift_too_long', 'shift_backwards'],
})

export const shiftOperations = [staffShift, staffShiftFile, staffShiftWorkbook]
