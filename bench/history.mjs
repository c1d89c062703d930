#!/usr/bin/env node
// Histories of a player with 100,000 rows compared with those of one with 100: every path with its filters and a middle page, alternating.
//   node bench/history.mjs [--rows 100000] [--few 100] [--asks 60] [--engine postgres|embedded]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { median } from './median.mjs'
import { machineNotes, openSetup, report } from './setup.mjs'

/** Maximum ratio of the long history's time to the short one's; repeated measurements differ by 10 to 20 %. */
const barRatio = 1.5

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    few: { type: 'string', default: '100' },
    asks: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'postgres' },
  },
})
// Deposits and withdrawals are generated without postings, which the server's ledger check would report each minute.
const quiet = { LOG_LEVEL: 'silent' }
const [rows, few, asks] = [Number(values.rows), Number(values.few), Number(values.asks)]
machineNotes()
const cluster = values.engine === 'embedded' ? undefined : await startTemporaryCluster()
try {
  const setup = await openSetup({
    url: cluster?.url,
    players: 2,
    statements: statementsOf(),
    env: quiet,
  })
  const ask = async (player, path) => {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${setup.port}/api/v1/dhow${path}`, {
      headers: { authorization: `Bearer ${setup.tokens[player]}` },
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
    return { tookMs: performance.now() - since, json }
  }
  /** Rows cover a year; the filtered period is a month within it. */
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const month = `from=${day(120)}&to=${day(90)}`
  const deposits = '/player/deposit-history'
  const paths = [
    ['deposits, all', deposits],
    ['deposits, completed', `${deposits}?state=completed`],
    ['deposits, rejected', `${deposits}?state=rejected`],
    ['deposits, a month', `${deposits}?${month}`],
    ['deposits, from the middle', deposits, 'middle'],
    ['one family', '/player/deposit-namibia/manual-deposit/history'],
    ['one family, a month', `/player/deposit-namibia/manual-deposit/history?${month}`],
    ['another family, empty', '/player/deposit-namibia/easy-wallet-deposit/history'],
    ['vouchers', '/player/deposit-namibia/kazang-deposit/history'],
    ['vouchers, a month', `/player/deposit-namibia/kazang-deposit/history?${month}`],
    ['withdrawals', '/player/withdraw-history'],
    ['withdrawals, rejected', '/player/withdraw-history?state=rejected'],
    ['withdrawals, a month', `/player/withdraw-history?${month}`],
    ['rounds', '/player/game-history'],
    ['rounds, a month', `/player/game-history?${month}`],
    ['rounds, settled', '/player/game-history?state=settled'],
    ['rounds, open', '/player/game-history?state=open'],
    ['rounds, rolled back', '/player/game-history?state=rolled_back'],
    ['rounds, from the middle', '/player/game-history', 'middle'],
  ]
  const lines = []
  for (const [what, path, middle] of paths) {
    const times = [[], []]
    const addresses = await Promise.all(
      [0, 1].map(async (player) => (middle ? `${path}?cursor=${await cursorOfMiddle(ask, player, path)}` : path)),
    )
    for (let n = 0; n < asks + 5; n++) {
      for (const player of [0, 1]) {
        const { tookMs } = await ask(player, addresses[player])
        // The first few calls warm up caches.
        if (n >= 5) times[player].push(tookMs)
      }
    }
    const [many, short] = times.map(median)
    lines.push({
      what: `${what}: ${many.toFixed(1)} ms with ${rows} rows, ${short.toFixed(1)} ms with ${few}`,
      value: (many / short).toFixed(2),
      bar: `at most ${barRatio}`,
      isReached: many / short <= barRatio,
    })
  }
  await setup.close()
  report(lines)
} finally {
  await cluster?.stop()
}

/** Cursor at the newest row older than half a year. */
async function cursorOfMiddle(ask, player, path) {
  const to = new Date(Date.now() - 182 * 86_400_000).toISOString().slice(0, 10)
  const { json } = await ask(player, `${path}?to=${to}&limit=1`)
  return json.next_cursor ?? json.data[0]?.id
}

/** Rows of both players, spread over a year: most succeeded, one in fifty did not. */
function statementsOf() {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const make = (insert, select) =>
    [
      ['bench_1', rows],
      ['bench_2', few],
    ].map(
      ([player, count]) => `insert into ${insert} select ${select}
        from (select '${player}' as player, n, now() - (365 * (${count} - n)::float8 / ${count}) * interval '1 day' as at,
                     n % 50 = 0 as bad, n = 1 or n > ${count} - 3 as open, '${player}' || '-' || n as own from generate_series(1, ${count}) as n) as row`,
    )
  return [
    `create function bench_id(prefix text, at timestamptz, n bigint) returns text language sql immutable as $$
       select prefix || '_' || (select string_agg(substr('${alphabet}', (((extract(epoch from at) * 1000)::bigint >> (5 * (9 - place))) & 31)::integer + 1, 1), '' order by place)
                                from generate_series(0, 9) as place) || lpad(n::text, 16, '0') $$`,
    `insert into deposits.payment_detail (id, family, market, currency, rail, name, lines, min_minor, max_minor)
     values (2, 'manual-namibia', 'NA', 'NAD', 'eft_na', 'EFT', '[]', 1000, 2000000) on conflict do nothing`,
    ...make(
      'deposits.deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, credited_minor, state, reason, posting_id, submitted_at, updated_at, expires_at, ip, user_agent)',
      `bench_id('dep', at, n), player, 'manual-namibia', 2, 'NAD', 'eft_na', own, own, 50000, case when bad then null else 50000 end,
       case when bad then 'rejected' else 'approved' end, case when bad then 'other' end, case when bad then null else n end, at, at, at + interval '3 days', '::1', 'bench'`,
    ),
    ...make(
      'payments.service_payment (id, kind, service, player_id, currency, state, confirmed_minor, credited_minor, posting_id, pin_mac, pin_last4, started_at, updated_at, ip, user_agent)',
      `bench_id('pay', at, n), 'voucher', 'kazang', player, 'NAD', case when bad then 'declined' else 'succeeded' end, 10000,
       case when bad then null else 10000 end, case when bad then null when player = 'bench_1' then n else 10000000 + n end, sha256(own::bytea), '0000', at, at, '::1', 'bench'`,
    ),
    ...['bench_1', 'bench_2'].map(
      (
        player,
      ) => `insert into withdrawals.payout_account (id, player_id, kind, holder, number_sealed, number_mac, number_end, usable_from, created_at)
       values ('acc_${player}', '${player}', 'wallet_na', 'Bench', '\\x00', '${player}', '0000', now(), now())`,
    ),
    ...make(
      'withdrawals.withdrawal (id, player_id, payout_account_id, currency, amount_minor, state, reason, payment_reference, payment_ref_norm, pay_code, requested_at, updated_at, ip)',
      `bench_id('wd', at, n), player, 'acc_' || player, 'NAD', 20000, case when bad then 'rejected' else 'paid' end, case when bad then 'other' end,
       case when bad then null else own end, case when bad then null else own end, own, at, at, '::1'`,
    ),
    // Each round with its bet, its settlement, and their postings and transfers. One in five was rolled back; the last three and the very
    // first are open.
    ...make(
      'gateway.game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, returned_minor, open_bets, ended, balance_minor, id, started_at, ended_at)',
      `player, 'dhow-studio', own, 'game_dhow', 'NAD', 100, case when open or n % 5 = 2 then 0 else 90 end, case when n % 5 = 2 then 100 else 0 end,
       open::integer, not open, 1000, bench_id('rnd', at, n), at, case when not open then at end`,
    ),
    `insert into gateway.round_day (player_id, day_utc, staked_minor, won_minor)
     select player_id, (started_at at time zone 'UTC')::date, sum(stake_minor - returned_minor), sum(payout_minor) from gateway.game_round group by 1, 2`,
    // As rollbacks and the hourly job write them.
    `insert into gateway.rolled_back_round select player_id, id from gateway.game_round where returned_minor > 0 and open_bets = 0`,
    `insert into gateway.long_open_round select player_id, id from gateway.game_round where open_bets > 0 and started_at < now() - interval '1 hour'`,
    `update ledger.wallet set in_play_minor = (select 100 * count(*) from gateway.game_round where player_id = ledger.wallet.player_id and open_bets > 0)`,
    `insert into ledger.posting (key, content_hash, reason, player_id, currency, happened_at)
     select 'game:dhow-studio:' || round_id || '-' || kind, '\\x00', 'game-' || kind, player_id, currency, started_at
     from (select round.*, kind from gateway.game_round round cross join lateral (
             values (1, 'bet'), (2, case when returned_minor > 0 then 'rollback' else 'win' end)) as moved (place, kind)
           where place = 1 or open_bets = 0 order by round.id, place) as moves`,
    'analyze gateway.game_round, ledger.posting',
    `insert into gateway.game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, ref_tx_id, currency, amount_minor, bet_state, posting_id, balance_minor, at)
     select 'dhow-studio', round_id || '-' || kind, kind, round.player_id, round_id, game_id, case when kind <> 'bet' then round_id || '-bet' end,
       round.currency, case kind when 'bet' then 100 when 'win' then 90 else 0 end,
       case when kind = 'bet' then case when open_bets > 0 then 'open' when returned_minor > 0 then 'rolled_back' else 'settled' end end, posting.id, 1000, started_at
     from gateway.game_round round cross join (values ('bet'), ('win'), ('rollback')) as moved (kind)
     join ledger.posting posting on posting.key = 'game:dhow-studio:' || round_id || '-' || kind`,
    `insert into ledger.transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
     select id, line, player_id, debit, credit, currency, minor, case when debit in ('cash', 'in_play') then 0 end, case when credit in ('cash', 'in_play') then 0 end
     from ledger.posting join (values ('game-bet', 1, 'cash', 'in_play', 100), ('game-win', 1, 'in_play', 'gaming_result:dhow-studio', 100),
       ('game-win', 2, 'gaming_result:dhow-studio', 'cash', 90), ('game-rollback', 1, 'in_play', 'cash', 100)) as moves (why, line, debit, credit, minor)
       on why = reason
     order by id, line`,
    'analyze deposits.deposit, deposits.day, payments.service_payment, withdrawals.withdrawal, withdrawals.day, gateway.game_round, gateway.game_transaction, ledger.posting, ledger.transfer',
  ]
}
