import type { Plant } from './plant.ts'

const newest = '(select max(id) from ledger.posting)'

/** Faults of ledger, log and reports, each with the invariant that must detect it. */
export const ledgerPlants: Plant[] = [
  [
    'receipts_log',
    'a head that names an entry too many',
    [
      "insert into receipts.log (name, origin, size, posting_id, checkpoint, signed_at) values ('players', 'planted/log', 0, 0, '', now()) on conflict do nothing",
      "update receipts.log set size = size + 1 where name = 'players'",
    ],
  ],
  [
    'staff_log',
    'a seal that is another one than was logged',
    [
      "insert into receipts.batch (log, first_leaf, first_posting, posting_ids, numbers, times_ms, commitments) values ('staff', 0, 1, '{1}', '{1}', '{0}', decode(repeat('00', 32), 'hex')) on conflict do nothing",
      "insert into receipts.salt (log, first_leaf, salts) values ('staff', 0, decode(repeat('00', 32), 'hex')) on conflict do nothing",
      "update receipts.batch set commitments = overlay(commitments placing decode(repeat('00', 32), 'hex') from 1 for 32) where log = 'staff'",
    ],
  ],
  ['report_count', 'a day that is gone', ['update reports.rollup set transfers = transfers + 1']],
  [
    'report_sums',
    'a stake that a report counts twice',
    [
      "insert into reports.day_movement values ('NA', '2026-11-20', false, 'NAD', 'planted', 'cash', 'in_play', 1, 100, 1, 1)",
    ],
  ],
  [
    'report_days',
    'a stake of a player that no day has',
    ["insert into reports.player_day values ('ply_planted', current_date, 'NA', false, 1, 100, 0, 0, 0, 0)"],
  ],
  [
    'report_players',
    'a win of a player that no day has',
    [
      "insert into reports.player_movement values ('ply_planted', current_date, 'NA', false, 'gaming_result:planted', 'cash', 1, 100)",
    ],
  ],
  [
    'report_games',
    'a stake of a game that its provider has not',
    [
      "insert into reports.game_day values ('NA', current_date, false, 'NAD', 'planted', 'game_planted', 1, 100, 0, 0, 0, 1)",
    ],
  ],
  [
    'report_hours',
    'a deposit of an hour that no day has',
    ["insert into reports.payment_hour values ('NA', current_date, 9, false, 'bank_detail:9', 'cash', 1, 100)"],
  ],
  [
    'report_quarters',
    'a quarter of an hour that no day has',
    [
      "insert into reports.quarter_movement values (now() + interval '2 days', 'NA', false, 'gaming_result:planted', 'cash', 1, 100)",
    ],
  ],
  [
    'report_cohorts',
    'a movement on a day of a cohort that none of its players has',
    ["insert into reports.cohort_day values ('NA', current_date, current_date, false, 'cash', 'hold', 1, 100)"],
  ],
  [
    'report_cohorts',
    'a month of first deposits that is not the sum of its days',
    [
      "insert into reports.cohort_month values ('NA', date_trunc('month', current_date)::date, 30, current_date, false, 'cash', 'hold', 1, 100)",
    ],
  ],
  [
    'report_cohorts',
    'a deposit of a cohort in a month in which none of its players paid',
    [
      "insert into reports.cohort_vintage values ('NA', current_date, current_date, false, 'bank_detail:9', 'cash', 1, 100)",
    ],
  ],
  [
    'report_cohorts',
    'a player who came back and is none of the cohort',
    ["insert into reports.cohort_return values ('NA', current_date, 7, false, 1)"],
  ],
  [
    'report_active',
    'a player who staked and has no day',
    ["insert into reports.active_day values ('NA', current_date, '-infinity', false, 1)"],
  ],
  [
    'report_active',
    'a month of a player without a day',
    [
      "insert into reports.player_month values ('ply_planted', date_trunc('month', current_date)::date, 'NA', false, 1, 1, current_date, 100, 0, 0)",
    ],
  ],
  [
    'report_active',
    'a quarter of an hour of a player without a day',
    [
      "insert into reports.player_quarter values ('ply_planted', date_bin('15 minutes', now(), 'epoch'::timestamptz), 'NA', false, 1, 1, 100, 0, 0, 0)",
    ],
  ],
  [
    'report_payments',
    'a payment that there is not',
    [
      "insert into reports.payment_time values ('dep_planted', 'ply_planted', 'NA', 'manual_namibia', current_date, 9, now(), null, null)",
    ],
  ],
  [
    'liabilities',
    'a root of more than its leaves',
    [
      "insert into receipts.record (kind, key, text, made_at) values ('liabilities', 'planted', '', now())",
      "insert into receipts.liability_root (day, currency, leaves, total_minor, hash, record, made_at) select '2999-01-01', 'NAD', 2, 1, repeat('0', 64), number, now() from receipts.record where key = 'planted'",
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
]
