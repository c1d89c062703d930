import { keysOf } from './keys-of.ts'
import { looseningActions } from './loosening-actions.ts'

/**
 * Every action that raises what a player may withdraw, frees money, moves it out, or loosens who may do so: one row each. The server decides by
 * these rows, the console names actions by them, and the table in `docs/concepts/threats.md` is generated from them. A posting's reason has to
 * belong to a row, or it does not compile.
 */

/**
 * `raises` a player's money; `frees` held money; `moves_out` to a player's bank or a house account; `loosens` who may; `takes` from a player; `keeps`
 * unchanged what a player may withdraw.
 */
export type MoneyEffect = 'raises' | 'frees' | 'moves_out' | 'loosens' | 'takes' | 'keeps'

/** External evidence that the money has arrived or left. */
export type Evidence = 'bank_line' | 'service_confirmation' | 'provider_signature'

export interface MoneyActionRow {
  title: string
  feature: string
  effect: MoneyEffect
  /** Actor: operators with this permission, the player, or a program outside. */
  by: string
  /** Reasons of its ledger postings. */
  reasons: readonly string[]
  /** Evidence with which it does not count towards the daily sums. */
  evidence: readonly Evidence[]
  /** When a second person decides: from the action's own amount and above the daily sums (`amounts`), `always`, or `never`. */
  second: 'amounts' | 'always' | 'never'
  /** Code that makes the decision. */
  gate: string
  /** Direction of a player's money: no operator may handle both on one day. */
  side?: 'in' | 'out'
}

export const moneyActions = {
  deposit_credit: {
    title: 'Credit a deposit',
    feature: 'deposits',
    effect: 'raises',
    by: 'deposits.review',
    reasons: ['deposit'],
    evidence: ['bank_line'],
    second: 'amounts',
    gate: 'approvals.decide',
    side: 'in',
  },
  line_assign: {
    title: 'Assign a bank line to a player',
    feature: 'statements',
    effect: 'raises',
    by: 'statements.decide',
    reasons: ['suspense'],
    // The line proves the money, not its owner.
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide',
    side: 'in',
  },
  line_dismiss: {
    title: 'Dismiss a bank line',
    feature: 'statements',
    effect: 'moves_out',
    by: 'statements.decide',
    reasons: ['statement-not-a-deposit', 'statement-duplicate', 'statement-sent-back'],
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide',
  },
  line_link: {
    title: 'Link a bank line to a payment',
    feature: 'statements',
    effect: 'keeps',
    by: 'statements.decide, or the matching',
    reasons: ['statement-link'],
    evidence: ['bank_line'],
    second: 'never',
    gate: 'the amounts and accounts are equal',
  },
  statement_import: {
    title: 'Import a bank statement',
    feature: 'statements',
    effect: 'keeps',
    by: 'statements.import',
    reasons: ['statement'],
    evidence: ['bank_line'],
    second: 'never',
    gate: 'the money goes to suspense',
  },
  case_credit: {
    title: 'Credit a payment case',
    feature: 'deposits',
    effect: 'raises',
    by: 'cases.settle',
    reasons: ['payment', 'voucher'],
    evidence: ['service_confirmation'],
    second: 'amounts',
    gate: 'approvals.decide',
    side: 'in',
  },
  service_credit: {
    title: 'Credit what a payment service confirms',
    feature: 'deposits',
    effect: 'raises',
    by: 'payment service, voucher issuer',
    reasons: ['payment', 'voucher'],
    evidence: ['service_confirmation'],
    second: 'never',
    gate: 'the service confirms reference, amount and currency',
  },
  deposit_reverse: {
    title: 'Reverse a credited deposit',
    feature: 'deposits',
    effect: 'takes',
    by: 'deposits.reverse',
    reasons: ['deposit-reversal', 'bonus-taken-back'],
    evidence: [],
    second: 'amounts',
    gate: 'not the approver, from the amount on',
  },
  debt_repay: {
    title: 'Pay a debt from a credit',
    feature: 'wallet',
    effect: 'takes',
    by: 'the ledger, with the credit',
    reasons: ['debt-paid'],
    evidence: [],
    second: 'never',
    gate: 'the credit itself; never more than the debt',
  },
  debt_write_off: {
    title: 'Write a player’s debt off',
    feature: 'withdrawals',
    effect: 'raises',
    by: 'debts.write_off',
    reasons: ['debt-written-off'],
    evidence: [],
    second: 'always',
    gate: 'approvals.changes',
  },
  withdrawal_request: {
    title: 'Request a withdrawal',
    feature: 'withdrawals',
    effect: 'keeps',
    by: 'player',
    reasons: ['withdrawal-hold'],
    evidence: [],
    second: 'never',
    gate: 'code, cookie, own payout account, rest, limits',
  },
  withdrawal_approve: {
    title: 'Approve a withdrawal',
    feature: 'withdrawals',
    effect: 'moves_out',
    by: 'withdrawals.review',
    reasons: [],
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide',
    side: 'out',
  },
  withdrawal_send: {
    title: 'Send a withdrawal to the bank or the payout service',
    feature: 'withdrawals',
    effect: 'moves_out',
    by: 'withdrawals.send',
    reasons: ['withdrawal'],
    evidence: [],
    second: 'never',
    gate: 'approved before; approvals.refuseBothSides; a large batch by two',
    side: 'out',
  },
  withdrawal_pay: {
    title: 'Mark a withdrawal as paid',
    feature: 'withdrawals',
    effect: 'moves_out',
    by: 'withdrawals.send, bank statement, payout service',
    reasons: ['withdrawal-paid'],
    evidence: ['bank_line', 'service_confirmation'],
    second: 'never',
    gate: 'approved before; approvals.refuseBothSides; each payment reference once',
    side: 'out',
  },
  withdrawal_fail: {
    title: 'Mark a payout as failed',
    feature: 'withdrawals',
    effect: 'raises',
    by: 'withdrawals.send, payout service',
    reasons: ['withdrawal-failed'],
    evidence: ['service_confirmation'],
    second: 'amounts',
    gate: 'approvals.decide',
  },
  withdrawal_return: {
    title: 'Return a paid withdrawal',
    feature: 'withdrawals',
    effect: 'raises',
    by: 'withdrawals.send, bank statement, payout service',
    reasons: ['withdrawal-returned'],
    evidence: ['bank_line', 'service_confirmation'],
    second: 'amounts',
    gate: 'approvals.decide',
  },
  withdrawal_reject: {
    title: 'Reject a withdrawal',
    feature: 'withdrawals',
    effect: 'frees',
    by: 'withdrawals.review',
    reasons: ['withdrawal-release'],
    evidence: [],
    second: 'never',
    gate: 'nothing was sent; the player’s own money',
  },
  gift_create: {
    title: 'Create a gift envelope',
    feature: 'rewards',
    effect: 'raises',
    by: 'gifts.make',
    reasons: ['gift'],
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide, over the total of its shares',
  },
  bonus_create: {
    title: 'Create a bonus',
    feature: 'rewards',
    effect: 'raises',
    by: 'bonuses.make',
    reasons: ['bonus-granted', 'bonus-converted', 'bonus-cancelled', 'bonus-expired', 'referral'],
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide, over the most it may give to all players of its market',
  },
  game_play: {
    title: 'Bets and wins of games',
    feature: 'gateway',
    effect: 'raises',
    by: 'game provider',
    reasons: ['game-bet', 'game-win', 'game-betwin', 'game-rollback', 'game-end'],
    evidence: ['provider_signature'],
    second: 'never',
    gate: 'signed calls of a registered provider; a win needs its bet',
  },
  win_hold: {
    title: 'Hold a win past a ceiling',
    feature: 'gateway',
    effect: 'keeps',
    by: 'the ceilings of the provider',
    reasons: ['win-hold'],
    evidence: ['provider_signature'],
    second: 'never',
    gate: 'ceilings per win, multiple and hour',
  },
  win_release: {
    title: 'Pay or refuse a held win',
    feature: 'gateway',
    effect: 'frees',
    by: 'wins.decide',
    reasons: ['win-paid', 'win-refused'],
    evidence: [],
    second: 'amounts',
    gate: 'approvals.decide',
  },
  ...looseningActions,
} as const satisfies Record<string, MoneyActionRow>

export type MoneyAction = keyof typeof moneyActions

/** Decisions that operators sign with a passkey: money out, and adjustments of balances. */
export const signedActions: ReadonlySet<MoneyAction> = new Set([
  'withdrawal_approve',
  'withdrawal_send',
  'withdrawal_pay',
  'withdrawal_fail',
  'withdrawal_return',
  'line_assign',
  'line_dismiss',
  'case_credit',
  'debt_write_off',
])

/** Decisions signed from the four-eyes amount on. */
export const signedFromAmount: ReadonlySet<MoneyAction> = new Set(['deposit_credit', 'deposit_reverse'])
/** Reasons of postings; each belongs to an action above. */
export type PostingReason = (typeof moneyActions)[MoneyAction]['reasons'][number]

/** Actions with their own four-eyes amount. */
export type AmountAction = {
  [Action in MoneyAction]: (typeof moneyActions)[Action]['second'] extends 'amounts' ? Action : never
}[MoneyAction]
export const amountActions = keysOf(moneyActions).filter(
  (action): action is AmountAction => moneyActions[action].second === 'amounts',
)
