// A year of rounds in plain SQL, one batch per statement: postings with their transfers, rounds and calls as the gateway leaves them, so that
// the ledger balances. Each batch is added to the report totals as the server's job does.
const provider = 'dhow-studio'
const begins = `timestamptz '2025-11-21 00:10Z'`
const fundsMinor = 1_000_000_000
/** Consecutive rounds of one player on one day. */
const roundsInARow = 25

/** Players with their wallets, money and a session. */
const peopleOf = (players) => [
  `insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at)
   select 'ply_' || n, 'bench_' || n, '+26481' || (1000000 + n), 'NA', 'NAD', 'none', 'B' || n, ${begins} + n * interval '200 days' / ${players}
   from generate_series(1, ${players}) n`,
  `insert into ledger.wallet (player_id, currency) select id, currency from accounts.player`,
  `insert into deposits.payment_detail (id, family, market, currency, rail, name, lines, min_minor, max_minor)
   values (2, 'manual-namibia', 'NA', 'NAD', 'eft_na', 'Bench', '[]', 100, 1000000) on conflict do nothing`,
  `select ledger.post('bench:' || id, '\\x00', 'deposit', null, created_at, id, 'NAD', array['bank_detail:2'], array['cash'], array[${fundsMinor}]::bigint[])
   from accounts.player order by created_at`,
]

/** Deposits with their steps, and the preceding cashier visits. */
const paymentsOf = (deposits, players) => [
  `select ledger.post('deposit:' || id, '\\x00', 'deposit', null, at + interval '9 minutes', player_id, 'NAD', array['bank_detail:2'], array['cash'], array[10000 + n % 90000]::bigint[])
   from (${depositRows(deposits, players)}) made where n % 5 > 0`,
  `insert into deposits.deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, credited_minor, state, posting_id,
     submitted_at, updated_at, expires_at, ip, user_agent)
   select made.id, made.player_id, 'manual-namibia', 2, 'NAD', 'eft_na', 'R' || n, 'R' || n, 10000 + n % 90000, case when posting.id is not null then 10000 + n % 90000 end,
     case when posting.id is null then 'rejected' else 'approved' end, posting.id, at, at + interval '9 minutes', at, '10.0.0.1', 'bench'
   from (${depositRows(deposits, players)}) made left join ledger.posting posting on posting.key = 'deposit:' || made.id`,
  `insert into deposits.step (id, deposit_id, at, state)
   select 'dst_' || id || state, id, updated_at, state from deposits.deposit`,
  `insert into deposits.warning (deposit_id, code) select id, 'new_player' from deposits.deposit where id like '%0'`,
  `insert into reports.cashier_visit (player_id, half_hour, step, method, market, at)
   select player_id, date_bin('30 minutes', submitted_at - interval '5 minutes', 'epoch'), step, case step when 'chose' then 'manual_namibia' else '' end, 'NA', submitted_at - interval '5 minutes'
   from deposits.deposit cross join unnest(array['opened', 'chose']) as step where submitted_at > timestamptz '2026-08-23' on conflict do nothing`,
]

/** Ids in the layout of `platform/ids.ts`: ten characters of milliseconds in Crockford's base 32. */
const depositRows = (deposits, players) => `
  select n, at, 'ply_' || (1 + n * 7 % ${players}) as player_id, 'dep_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', (((extract(epoch from at) * 1000)::bigint >> (5 * place)) & 31)::int + 1, 1), '' order by place desc)
    from generate_series(0, 9) place
  ) || lpad(n::text, 16, '0') as id
  from (select n, ${begins} + interval '201 days' + n * interval '160 days' / ${deposits} as at from generate_series(1, ${deposits}) n) timed`

/** Number of registered players when a round is played: they register over 200 days, and play begins after ten. */
const playersUntil = (n, rounds, players) =>
  `greatest(1, floor(${players} * least(1.0, (10 + 354.0 * (${n} / ${roundsInARow} * ${roundsInARow}) / ${rounds}) / 200))::bigint)`

/** Rounds `from` to `to`: a stake, and a win of twice the stake in every third. */
const batch = ({ from, to, rounds, players, base }) => [
  `create temp table made on commit drop as
   select n, player_id, at, stake, win, tx, game_id, wallet.cash_minor + sum(win - stake) over (partition by player_id order by n) as cash
   from (
     select n, 'ply_' || (1 + (n / ${roundsInARow})::bigint * 7919 % ${playersUntil('n', rounds, players)}) as player_id, ${begins} + interval '10 days' + n * interval '354 days' / ${rounds} as at,
       (100 + n % 900)::bigint as stake, (case when n % 3 = 0 then 2 * (100 + n % 900) else 0 end)::bigint as win, 'b' || n as tx, games.ids[1 + n % cardinality(games.ids)] as game_id
     from generate_series(${from}, ${to}) n
     cross join (select array_agg(id order by id) as ids from (select id from catalog.game where provider_code = '${provider}' order by id limit 7) game) games
   ) round join ledger.wallet wallet using (player_id)`,
  `insert into ledger.posting (id, key, content_hash, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after)
   overriding system value
   select ${base} + n, 'game:${provider}:' || tx, '\\x00', 'game-betwin', player_id, 'NAD', at, cash, 0, 0, 0 from made order by n`,
  `insert into ledger.transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
   select ${base} + n, 1, player_id, 'cash', 'gaming_result:${provider}', 'NAD', stake, cash - win, null from made
   union all select ${base} + n, 2, player_id, 'gaming_result:${provider}', 'cash', 'NAD', win, null, cash from made where win > 0 order by 1, 2`,
  `insert into gateway.game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, currency, amount_minor, win_minor, posting_id, balance_minor, at)
   select '${provider}', tx, 'betwin', player_id, tx, game_id, 'NAD', stake, win, ${base} + n, cash, at from made`,
  `insert into gateway.game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, ended, balance_minor, id, started_at, ended_at)
   select player_id, '${provider}', tx, game_id, 'NAD', stake, win, true, cash, 'rnd_' || lpad(n::text, 26, '0'), at, at from made`,
  `insert into gateway.round_day as known (player_id, day_utc, staked_minor, won_minor)
   select player_id, (at at time zone 'UTC')::date, sum(stake), sum(win) from made group by 1, 2
   on conflict (player_id, day_utc) do update set staked_minor = known.staked_minor + excluded.staked_minor, won_minor = known.won_minor + excluded.won_minor`,
  `update ledger.wallet set cash_minor = cash_minor + moved.net from (select player_id, sum(win - stake) as net from made group by 1) moved
   where moved.player_id = wallet.player_id`,
]

/**
 * @param bench of `openReportsBench`
 * @param {{ rounds: number, players: number, deposits: number, batchSize: number, batched: (done: number) => void }} size
 */
export async function fillYear(bench, { rounds, players, deposits, batchSize, batched }) {
  for (const statement of peopleOf(players)) await bench.run(statement)
  // Before the first totals, since visits of past days are added up only once.
  for (const statement of paymentsOf(deposits, players)) await bench.run(statement)
  const last = await bench.run('select coalesce(max(id), 0)::bigint as id from ledger.posting')
  const base = Number(last.rows[0].id)
  for (let from = 1; from <= rounds; from += batchSize) {
    const to = Math.min(rounds, from + batchSize - 1)
    await bench.runTogether(batch({ from, to, rounds, players, base }))
    if (from === 1) await bench.run('analyze')
    await bench.rollUp()
    batched(to)
  }
  await bench.run(`select setval(pg_get_serial_sequence('ledger.posting', 'id'), ${base + rounds})`)
  await bench.run('select ledger.roll_up()')
  await bench.rollUp()
}
