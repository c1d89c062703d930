import type { Plant } from './plant.ts'

/** A voucher without a player, in a state without other rows. */
function voucherIn(state: string): string {
  return `insert into payments.service_payment (id, kind, service, player_id, currency, state, started_at, updated_at, ip, user_agent)
          values ('pmt_planted', 'voucher', 'kazang', 'ply_planted', 'NAD', '${state}', now(), now(), '', '')`
}

/** Faults of payments and statements, each with the invariant that must detect it. */
export const paymentPlants: Plant[] = [
  [
    'deposits',
    'a credited deposit with another amount',
    ["update deposits.deposit set credited_minor = credited_minor + 1 where state = 'approved'"],
  ],
  [
    'deposits',
    'an approved deposit without its posting',
    ["update deposits.deposit set state = 'approved', posting_id = null where state <> 'approved'"],
  ],
  [
    'deposits',
    'a posting whose deposit is not approved',
    ["update deposits.deposit set state = 'rejected' where state = 'approved'"],
  ],
  ['deposit_days', 'a day’s sum of another amount', ['update deposits.day set credited_minor = credited_minor + 1']],
  ['deposit_days', 'a day that is missing', ['delete from deposits.day']],
  ['withdrawal_days', 'a day’s sum of another amount', ['update withdrawals.day set paid_minor = paid_minor + 1']],
  ['withdrawal_days', 'a day that is missing', ['delete from withdrawals.day']],
  [
    'bonus_postings',
    'a bonus that is marked as reversed',
    ["update rewards.bonus set state = 'completed', taken_back_at = now() where state = 'active'"],
  ],
  [
    'deposit_reversals',
    'a reversed deposit that counts as credited',
    ["update deposits.deposit set state = 'approved', reversal_id = null where state = 'reversed'"],
  ],
  [
    'deposit_reversals',
    'a reversed deposit without a posting',
    ["update deposits.deposit set reversal_id = -1 where state = 'reversed'"],
  ],
  [
    'deposit_reversals',
    'a reversed deposit with another amount',
    ["update deposits.deposit set credited_minor = credited_minor + 1 where state = 'reversed'"],
  ],
  ['service_payments', 'a credited voucher without its posting', [voucherIn('succeeded')]],
  [
    'service_payments',
    'a voucher’s posting without its voucher',
    ["update ledger.posting set reason = 'voucher' where reason = 'deposit'"],
  ],
  ['service_payments_open', 'a voucher that nobody asks about again', [voucherIn('unknown')]],
  [
    'service_payments',
    'a credited voucher with another amount',
    ["update payments.service_payment set credited_minor = credited_minor + 1 where state = 'succeeded'"],
  ],
  [
    'service_payments',
    'a credited voucher without its posting',
    ["update payments.service_payment set posting_id = null where state = 'succeeded'"],
  ],
  [
    'service_payments',
    'a posting whose voucher is not credited',
    ["update payments.service_payment set state = 'declined' where state = 'succeeded'"],
  ],
  [
    'service_payments',
    'a voucher credited under another reference',
    ["update payments.service_payment set service_ref = 'another' where state = 'succeeded'"],
  ],
  [
    'service_payments_open',
    'a payment page that nobody asks about again',
    ["update payments.service_payment set next_check_at = null where state = 'pending'"],
  ],
  [
    'service_payments_open',
    'a voucher under way whose number is gone',
    ["update payments.service_payment set state = 'unknown', next_check_at = now() where kind = 'voucher'"],
  ],
  [
    'withdrawal_holds',
    'an open withdrawal that holds nothing',
    ["update ledger.hold set state = 'released' where state = 'held'"],
  ],
  [
    'withdrawal_holds',
    'a hold of a withdrawal that is over',
    ["update withdrawals.withdrawal set state = 'rejected' where state = 'requested'"],
  ],
  [
    'withdrawal_holds',
    'a withdrawal of more than it holds',
    ["update withdrawals.withdrawal set amount_minor = amount_minor + 1 where state = 'requested'"],
  ],
  [
    'withdrawals_paid',
    'a paid withdrawal that is called refused',
    ["update withdrawals.withdrawal set state = 'rejected' where state = 'paid'"],
  ],
  [
    'withdrawals_paid',
    'an approved withdrawal that is called paid',
    ["update withdrawals.withdrawal set state = 'paid' where state = 'requested'"],
  ],
  [
    'withdrawals_paid',
    'a withdrawal in transit that was never sent in the ledger',
    ["update withdrawals.withdrawal set state = 'sent' where state = 'requested'"],
  ],
  [
    'payout_transit',
    'a payout that left transit without a posting',
    ["update withdrawals.withdrawal set state = 'approved' where state = 'sent'"],
  ],
  [
    'payout_transit',
    'a fee that was changed on the way',
    ["update withdrawals.withdrawal set fee_minor = fee_minor + 1 where state = 'sent'"],
  ],
  [
    'payout_batches',
    'a payout that is gone from its batch',
    ["update withdrawals.withdrawal set batch_id = null where state = 'sent'"],
  ],
  ['payout_batches', 'a batch of another sum', ['update withdrawals.payout_batch set total_minor = total_minor + 1']],
  [
    'payout_batches',
    'a batch at the bank with a payout left behind',
    ["update withdrawals.withdrawal set state = 'batched' where state = 'sent'"],
  ],
  [
    'suspense',
    'a line that waits without its money',
    ["update statements.line set state = 'waiting' where state = 'assigned'"],
  ],
  [
    'suspense',
    'a line that waits with more than it brought',
    ["update statements.line set amount_minor = amount_minor + 1 where state = 'waiting'"],
  ],
  ['suspense', 'money in suspense without a line', ["delete from statements.line where state = 'waiting'"]],
  ['statements', 'a statement with one line less', ["delete from statements.line where state = 'waiting'"]],
  [
    'statements',
    'a statement that was posted with another sum',
    ["update statements.line set amount_minor = amount_minor + 1 where state = 'credited'"],
  ],
  ['statements', 'a statement without its posting', ['update statements.statement set posting_id = null']],
  [
    'statement_lines',
    'a credited line without a posting',
    ["update statements.line set posting_id = null where state = 'credited'"],
  ],
  [
    'statement_lines',
    'a line credited by another deposit’s posting',
    ["update statements.line set payment_id = 'dep_other' where state = 'credited'"],
  ],
  [
    'statement_lines',
    'a line put aside by the posting of another one',
    [
      'alter table statements.line drop constraint statement_line_posting_id_key',
      "update statements.line set posting_id = (select posting_id from statements.line where state = 'assigned') where state = 'dismissed'",
    ],
  ],
  [
    'statement_credits',
    'a line assigned to somebody else',
    ["update statements.line set player_id = 'ply_other' where state = 'assigned'"],
  ],
  [
    'statement_credits',
    'two lines for one payment',
    [
      'drop index statements.statement_line_payment',
      "update statements.line set payment_id = 'dep_same' where amount_minor > 0",
    ],
  ],
]
