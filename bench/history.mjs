#!/usr/bin/env node
// Histories of a player with 100,000 rows against those of one with 100: every path, with its filters and a page from the middle, by turns.
//   node bench/history.mjs [--rows 100000] [--few 100] [--asks 60] [--engine postgres|embedded]
// Build first: npx tsc -b.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../tools/postgres.mjs'
import { machineNotes, openHouse, report } from './house.mjs'

/** A long history may take this many times a short one's time; two looks at the same one differ by a tenth or two. */
const barRatio = 1.5

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    few: { type: 'string', default: '100' },
    asks: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'postgres' },
  },
})
// The rows are invented without their postings, which the server's own check of its books would say each minute.
const quiet = { LOG_LEVEL: 'silent' }
const [rows, few, asks] = [Number(values.rows), Number(values.few), Number(values.asks)]
machineNotes()
const cluster = values.engine === 'embedded' ? undefined : await startTemporaryCluster()
try {
  const house = await openHouse({ url: cluster?.url, players: 2, statements: statementsOf(), env: quiet })
  const ask = async (player, path) => {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${house.port}/api/v1/dhow${path}`, {
      headers: { authorization: `Bearer ${house.tokens[player]}` },
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
    return { tookMs: performance.now() - since, json }
  }
  /** The longest reach of time in the bench is a year; the period is a month within it. */
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
    ['another family, which has none', '/player/deposit-namibia/easy-wallet-deposit/history'],
    ['vouchers', '/player/deposit-namibia/kazang-deposit/history'],
    ['vouchers, a month', `/player/deposit-namibia/kazang-deposit/history?${month}`],
    ['withdrawals', '/player/withdraw-history'],
    ['withdrawals, rejected', '/player/withdraw-history?state=rejected'],
    ['withdrawals, a month', `/player/withdraw-history?${month}`],
    ['rounds', '/player/game-history'],
    ['rounds, a month', `/player/game-history?${month}`],
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
        // The first few warm up what the first of all has to read.
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
  await house.close()
  report(lines)
} finally {
  await cluster?.stop()
}

/** Half a year ago, by the newest row that is older. */
async function cursorOfMiddle(ask, player, path) {
  const to = new Date(Date.now() - 182 * 86_400_000).toISOString().slice(0, 10)
  const { json } = await ask(player, `${path}?to=${to}&limit=1`)
  return json.next_cursor ?? json.data[0]?.id
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
}

/** Rows of both players, spread over a year: most ended well, one in fifty did not. */
function statementsOf() {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  const make = (insert, select) =>
    [
      ['bench_1', rows],
      ['bench_2', few],
    ].map(
      ([player, count]) => `insert into ${insert} select ${select}
        from (select '${player}' as player, n, now() - (365 * (${count} - n)::float8 / ${count}) * interval '1 day' as at,
                     n % 50 = 0 as bad, '${player}' || '-' || n as own from generate_series(1, ${count}) as n) as row`,
    )
  return [
    `create function bench_id(prefix text, at timestamptz, n bigint) returns text language sql immutable as $$
       select prefix || '_' || (select string_agg(substr('${alphabet}', (((extract(epoch from at) * 1000)::bigint >> (5 * (9 - place))) & 31)::integer + 1, 1), '' order by place)
                                from generate_series(0, 9) as place) || lpad(n::text, 16, '0') $$`,
    `insert into payment_detail (id, family, market, currency, rail, name, lines, min_minor, max_minor)
     values (2, 'manual-namibia', 'NA', 'NAD', 'eft_na', 'EFT', '[]', 1000, 2000000) on conflict do nothing`,
    ...make(
      'deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, credited_minor, state, reason, posting_id, submitted_at, updated_at, expires_at, ip, user_agent)',
      `bench_id('dep', at, n), player, 'manual-namibia', 2, 'NAD', 'eft_na', own, own, 50000, case when bad then null else 50000 end,
       case when bad then 'rejected' else 'approved' end, case when bad then 'other' end, case when bad then null else n end, at, at, at + interval '3 days', '::1', 'bench'`,
    ),
    ...make(
      'service_payment (id, kind, service, player_id, currency, state, confirmed_minor, credited_minor, posting_id, pin_mac, pin_last4, started_at, updated_at, ip, user_agent)',
      `bench_id('pay', at, n), 'voucher', 'kazang', player, 'NAD', case when bad then 'declined' else 'succeeded' end, 10000,
       case when bad then null else 10000 end, case when bad then null when player = 'bench_1' then n else 10000000 + n end, sha256(own::bytea), '0000', at, at, '::1', 'bench'`,
    ),
    ...['bench_1', 'bench_2'].map(
      (
        player,
      ) => `insert into payout_account (id, player_id, kind, holder, number_sealed, number_mac, number_end, usable_from, created_at)
       values ('acc_${player}', '${player}', 'wallet_na', 'Bench', '\\x00', '${player}', '0000', now(), now())`,
    ),
    ...make(
      'withdrawal (id, player_id, payout_account_id, currency, amount_minor, state, reason, payment_reference, payment_ref_norm, pay_code, requested_at, updated_at, ip)',
      `bench_id('wd', at, n), player, 'acc_' || player, 'NAD', 20000, case when bad then 'rejected' else 'paid' end, case when bad then 'other' end,
       case when bad then null else own end, case when bad then null else own end, own, at, at, '::1'`,
    ),
    ...make(
      'game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, ended, balance_minor, id, started_at, ended_at)',
      `player, 'dhow-studio', own, 'game_dhow', 'NAD', 100, 90, true, 1000, bench_id('rnd', at, n), at, at`,
    ),
    'analyze deposit, deposit_day, service_payment, withdrawal, withdrawal_day, game_round',
  ]
}
