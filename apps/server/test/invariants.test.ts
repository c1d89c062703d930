import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositInvariants } from '../src/features/deposits/index.ts'
import { gatewayInvariants } from '../src/features/gateway/index.ts'
import { paymentInvariants } from '../src/features/payments/index.ts'
import { receiptInvariants } from '../src/features/receipts/index.ts'
import { rewardInvariants } from '../src/features/rewards/index.ts'
import { checkInvariants, checkNew, walletInvariants, type InvariantResult } from '../src/features/wallet/index.ts'
import { statementInvariants } from '../src/features/statements/index.ts'
import { withdrawalInvariants } from '../src/features/withdrawals/index.ts'
import type { Tx } from '../src/platform/db/index.ts'
import { fillBooks } from './fill-books.ts'
import { openWorldWithSandbox, type Sandbox } from './sandbox.ts'
import type { World } from './world.ts'
import { asOwner } from './as-owner.ts'

/**
 * A check that never fails guards nothing. Each invariant is given books with one thing wrong in them, behind the back of the program and of the
 * database's own constraints, in a transaction that is undone.
 */
const invariants = [
  ...walletInvariants,
  ...receiptInvariants,
  ...depositInvariants,
  ...paymentInvariants,
  ...withdrawalInvariants,
  ...statementInvariants,
  ...rewardInvariants,
  ...gatewayInvariants,
]

const newest = '(select max(id) from ledger.posting)'
/** A voucher of nobody, in a state that nothing else belongs to. */
function voucherIn(state: string): string {
  return `insert into payments.service_payment (id, kind, service, player_id, currency, state, started_at, updated_at, ip, user_agent)
          values ('pmt_planted', 'voucher', 'kazang', 'ply_planted', 'NAD', '${state}', now(), now(), '', '')`
}

const plants: [invariant: string, wrong: string, statements: string[]][] = [
  [
    'receipts_log',
    'a head that names an entry too many',
    [
      "insert into receipts.log (origin, size, posting_id, checkpoint, signed_at) values ('planted/log', 0, 0, '', now()) on conflict do nothing",
      'update receipts.log set size = size + 1',
    ],
  ],
  ['sums', 'a coin too many on a player’s cash', ['update ledger.wallet set cash_minor = cash_minor + 1']],
  [
    'sums',
    'a coin less in the house’s rolled up sums',
    ['update ledger.house_balance set debit_minor = debit_minor - 1'],
  ],
  [
    'rollup',
    'transfers that were rolled up twice',
    ['update ledger.house_balance set debit_minor = 2 * debit_minor, credit_minor = 2 * credit_minor'],
  ],
  ['rollup', 'an account that was forgotten', ['delete from ledger.house_balance']],
  [
    'balances',
    'money moved from cash to bonus without a transfer',
    ['update ledger.wallet set cash_minor = cash_minor - 1, bonus_minor = bonus_minor + 1 where cash_minor > 0'],
  ],
  ['balances', 'a transfer of another amount', ['update ledger.transfer set amount_minor = amount_minor + 1']],
  ['bounds', 'cash below zero', ['update ledger.wallet set cash_minor = -1']],
  ['bounds', 'a balance past its limit', ['update ledger.wallet set limit_minor = 1']],
  ['postings', 'a posting whose transfers are gone', [`delete from ledger.transfer where posting_id = ${newest}`]],
  ['postings', 'a transfer whose posting is gone', [`delete from ledger.posting where id = ${newest}`]],
  [
    'postings',
    'a transfer of another player',
    ["update ledger.transfer set player_id = 'ply_other' where player_id is not null"],
  ],
  [
    'players',
    'a player’s account without the balance after it',
    ["update ledger.transfer set credit_after = null where credit = 'cash'"],
  ],
  [
    'players',
    'another currency than the player’s',
    ["update ledger.transfer set currency = 'INR' where player_id is not null"],
  ],
  [
    'references',
    'one payment credited twice',
    [
      'drop index ledger.ledger_posting_reference',
      "update ledger.posting set reference = 'the same' where reference is not null",
    ],
  ],
  ['holds', 'a hold that is gone while its money is held', ["delete from ledger.hold where state = 'held'"]],
  ['hold_ends', 'a hold ended by nothing', ["update ledger.hold set ended_by = 'nothing' where state <> 'held'"]],
  ['debts', 'a debt of another amount', ['update ledger.debt set debt_minor = debt_minor + 1']],
  ['debts', 'a debt below zero', ['update ledger.debt set debt_minor = -debt_minor']],
  ['debts', 'a debt that is missing', ['delete from ledger.debt']],
  ['debts', 'a debt of another player', ["update ledger.debt set player_id = 'ply_other'"]],
  [
    'chain',
    'a receipt that does not follow the one before',
    [
      "insert into ledger.entry_chain (player_id, position, transfer_id, previous, hash) values ('p', 1, 1, '\\x00', '\\x01'), ('p', 2, 2, '\\x09', '\\x02')",
    ],
  ],
  [
    'chain',
    'a receipt that is missing in the middle',
    [
      "insert into ledger.entry_chain (player_id, position, transfer_id, previous, hash) values ('p', 3, 1, '\\x00', '\\x01')",
    ],
  ],
  [
    'deposits',
    'a credited deposit that says another amount',
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
    'a bonus that is called taken back',
    ["update rewards.bonus set state = 'completed', taken_back_at = now() where state = 'active'"],
  ],
  [
    'deposit_reversals',
    'a deposit that was taken back and counts as credited',
    ["update deposits.deposit set state = 'approved', reversal_id = null where state = 'reversed'"],
  ],
  [
    'deposit_reversals',
    'a deposit that was taken back by nothing',
    ["update deposits.deposit set reversal_id = -1 where state = 'reversed'"],
  ],
  [
    'deposit_reversals',
    'a deposit that was taken back by another amount',
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
    'a credited voucher that says another amount',
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
  ['suspense', 'money in suspense that no line says', ["delete from statements.line where state = 'waiting'"]],
  ['statements', 'a statement with one line less', ["delete from statements.line where state = 'waiting'"]],
  [
    'statements',
    'a statement that took in another sum',
    ["update statements.line set amount_minor = amount_minor + 1 where state = 'credited'"],
  ],
  ['statements', 'a statement without its posting', ['update statements.statement set posting_id = null']],
  [
    'statement_lines',
    'a credited line that no posting took out',
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
  [
    'in_play',
    'an open bet that is called settled',
    ["update gateway.game_transaction set bet_state = 'settled' where bet_state = 'open'"],
  ],
  ['held_wins', 'a held win whose money is free', ["update ledger.hold set state = 'released' where key like 'win:%'"]],
  ['held_wins', 'a hold whose win is gone', ['delete from gateway.held_win']],
  [
    'held_wins',
    'a refused win that its round still pays',
    ["update gateway.held_win set state = 'refused', decided_at = now()"],
  ],
  ['rounds', 'a round of another stake', ['update gateway.game_round set stake_minor = stake_minor + 1']],
  ['rounds', 'a round of another payout', ['update gateway.game_round set payout_minor = payout_minor + 1']],
  ['rounds', 'an ended round with an open bet', ['update gateway.game_round set ended = true where open_bets > 0']],
  ['round_days', 'a day’s sum of a smaller stake', ['update gateway.round_day set staked_minor = staked_minor - 1']],
  ['round_days', 'a day’s sum of a smaller payout', ['update gateway.round_day set won_minor = won_minor - 1']],
  ['round_days', 'a day that is missing', ['delete from gateway.round_day']],
  ['game_words', 'a bet without a state', ["update gateway.game_transaction set bet_state = null where kind = 'bet'"]],
  [
    'game_words',
    'a transaction of another kind',
    ["update gateway.game_transaction set kind = 'gift' where kind = 'win'"],
  ],
  [
    'game_words',
    'a bet in another state',
    ["update gateway.game_transaction set bet_state = 'lost' where kind = 'bet'"],
  ],
  ['game_words', 'a round that paid less than nothing', ['update gateway.game_round set payout_minor = -1']],
  ['restricted_until', 'a player who is not active any more', ['update accounts.player set active = false']],
  [
    'restricted_until',
    'a break that the wallet does not know',
    [
      `insert into limits.play_block (player_id, kind, from_at, until_at, reason)
       select player_id, 'time_out', now(), now() + interval '1 day', 'planted' from ledger.wallet`,
    ],
  ],
  [
    'restricted_until',
    'a limit that the wallet does not know',
    [
      `insert into limits.player_limit (player_id, kind, period, amount_minor, set_at)
       select player_id, 'loss', 'week', 100, now() from ledger.wallet`,
    ],
  ],
  ['restricted_until', 'a frozen wallet that does not ask', ['update ledger.wallet set frozen_at = now()']],
  ['restricted_until', 'a wallet that always asks', ["update ledger.wallet set restricted_until = 'infinity'"]],
  [
    'game_postings',
    'a game’s posting without its transaction',
    ["delete from gateway.game_transaction where kind = 'win'"],
  ],
  [
    'game_postings',
    'a transaction of another posting',
    [`update gateway.game_transaction set posting_id = 1 where kind = 'win'`],
  ],
  [
    'bonuses',
    'a running bonus that is called given back',
    ["update rewards.bonus set state = 'cancelled' where state = 'active'"],
  ],
  ['bonuses', 'a running bonus of another amount', ['update rewards.bonus set amount_minor = amount_minor + 1']],
  ['bonus_postings', 'a bonus that nothing gave', ["update rewards.bonus set id = 'bon_other' where state = 'active'"]],
  [
    'bonus_postings',
    'a bonus given back that is called cash',
    ["update rewards.bonus set state = 'completed' where state = 'cancelled'"],
  ],
  ['bonus_postings', 'a posting without its bonus', ["delete from rewards.bonus where state = 'cancelled'"]],
  [
    'gifts',
    'a claimed share that nothing paid',
    ['update rewards.gift_share set number = number + 100 where player_id is not null'],
  ],
  ['gifts', 'a gift’s posting whose share is free', ['update rewards.gift_share set player_id = null']],
  ['referrals', 'a paid referral that is called waiting', ["update rewards.referral set state = 'waiting'"]],
  ['referrals', 'a referral paid to somebody else', ['update rewards.referral set referrer_id = referred_id']],
  ['referrals', 'a referral of another amount', ['update rewards.referral set amount_minor = amount_minor + 1']],
]

/** Violations that the database itself would refuse: its triggers, foreign keys and checks. */
const withoutGuards = `do $$
declare guard record;
begin
  set local session_replication_role = 'replica';
  for guard in select conrelid::regclass as place, conname from pg_constraint
               where contype = 'c' and connamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and conrelid <> 0 loop
    execute format('alter table %s drop constraint %I', guard.place, guard.conname);
  end loop;
end $$`

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  await fillBooks(world, sandbox)
})
afterAll(() => close())

const check = async (db = world.db.kysely) => checkInvariants(db, invariants)
const namesOf = (results: InvariantResult[]) =>
  results.filter((result) => result.violations > 0).map((result) => result.name)
const brokenOf = async (db?: typeof world.db.kysely) => namesOf(await check(db))
/** Result of an incremental check on complete books. */
const brokenOfNew = async (tx: Tx) => namesOf(await checkNew(tx, invariants, 0n))

describe('the invariants', () => {
  it('hold on books with every kind of movement in them', async () => {
    expect(await brokenOf()).toEqual([])
    expect(await world.db.transaction(brokenOfNew)).toEqual([])
  })

  it.each(plants)('%s sees %s', async (name, _wrong, statements) => {
    let broken: string[] = []
    let brokenNew: string[] = []
    const undo = new Error('undo')
    const work = asOwner(world.db, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(withoutGuards))
      for (const statement of statements) await tx.executeQuery(CompiledQuery.raw(statement))
      broken = await brokenOf(tx)
      brokenNew = await brokenOfNew(tx)
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    expect(broken).toContain(name)
    const { since } = invariants.find((one) => one.name === name)!
    if (typeof since === 'string') expect(broken).toContain(since)
    if (typeof since === 'object') expect(brokenNew).toContain(name)
  })

  it('have each been seen to fail here, on books that are as they were', async () => {
    expect(await brokenOf()).toEqual([])
    expect([...new Set(plants.map(([name]) => name))].toSorted()).toEqual(invariants.map(({ name }) => name).toSorted())
  })
})
