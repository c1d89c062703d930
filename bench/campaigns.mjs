#!/usr/bin/env node
// Segments over many players and a campaign to many of them: a match of the editor against the plainest pass over the same rows, and the
// messages of a campaign against the plainest insert of as many rows, in as many transactions.
//   node bench/campaigns.mjs [--players 1000000] [--sends 10000] [--asks 15]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { median } from './median.mjs'
import { booksRow, machineNotes, openConsole, openDb, openSetup, report } from './setup.mjs'

/** A match counts, sorts the first hundred, and looks up who is never reached, in three statements. */
const matchBar = 12
/** A message has its player's choices, its text, its channels and its entry. */
const sendBar = 25
/** Entries of a transaction, as in `run-campaigns.ts`. */
const atOnce = 25

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    sends: { type: 'string', default: '10000' },
    asks: { type: 'string', default: '15' },
  },
})
const [players, sends, asks] = [Number(values.players), Number(values.sends), Number(values.asks)]
const desk = openConsole()
const ply = `'fact_' || lpad(n::text, 8, '0')`
/** A statement for each hundred thousand players: none may take a minute. */
const portion = 100_000
const inPortions = (textOf) =>
  Array.from({ length: Math.ceil(players / portion) }, (_, index) =>
    textOf(`from generate_series(${index * portion + 1}, ${Math.min((index + 1) * portion, players)}) as n`),
  )

machineNotes()
const cluster = await startTemporaryCluster()
try {
  const setup = await openSetup({
    url: cluster.url,
    players: 1,
    statements: [
      ...desk.statements,
      `update staff.operator set role = 'admin' where id = 'op_bench'`,
      ...inPortions(
        (
          from,
        ) => `insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at)
          select ${ply}, 'fact_' || n, '+26482' || n, 'NA', 'NAD', 'none', 'F' || n, now() - n % 1000 * interval '1 day' ${from}`,
      ),
      ...inPortions((from) => `insert into ledger.wallet (player_id, currency) select ${ply}, 'NAD' ${from}`),
      // The first players are those of the campaign: each agreed to offers, and registered today.
      `insert into accounts.player_preference (player_id, chosen, updated_at)
       select ${ply}, '{"notifications": {"offers": true}}', now() from generate_series(1, ${sends}) as n`,
      ...inPortions(
        (
          from,
        ) => `insert into campaigns.player_fact (player_id, market, created_at, cash_minor, bonus_minor, deposits, deposited_minor, last_deposit_at,
          withdrawn_minor, rounds, staked_minor, lost_minor, last_played_at, changed_in)
       select ${ply}, 'NA', now() - n % 1000 * interval '1 day', n % 100000, 0, n % 20, n % 20 * 10000, now() - n % 90 * interval '1 day', 0,
         case when n <= ${sends} then 1000000 else n % 5000 end, n % 5000 * 100, n % 3000, now() - n % 60 * interval '1 day', 0 ${from}`,
      ),
      `update campaigns.fact_mark set filled_to = null, new_from = 'plz', up_to = pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
      'analyze campaigns.player_fact, accounts.player, ledger.wallet, accounts.player_preference',
    ],
    env: { LOG_LEVEL: 'silent' },
  })
  const db = await openDb(cluster.url)
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${setup.consolePort}/api/v1/dhow/staff${path}`, {
      method,
      headers: { ...desk.headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(json)}`)
    return json
  }
  const run = (text) => db.kysely.executeQuery(CompiledQuery.raw(text))
  const timed = async (work) => {
    const since = performance.now()
    await work()
    return performance.now() - since
  }
  const rule = (field, operator, value) => ({ field, operator, value })
  const some = { match: 'all', rules: [rule('cash', 'at_least', '500'), rule('last_played', 'at_most', '30')] }
  const sent = { match: 'all', rules: [rule('rounds', 'at_least', '1000000')] }
  const rows = []
  try {
    const [ours, plain] = [[], []]
    // The first ask of each is not counted.
    for (let ask = 0; ask <= asks; ask++) {
      ours.push(await timed(() => call('POST', '/segments/match', { market: 'NA', rules: some })))
      plain.push(
        await timed(() =>
          run(
            `select count(*) from campaigns.player_fact where market = 'NA' and cash_minor >= 50000 and last_played_at >= now() - interval '30 days'`,
          ),
        ),
      )
    }
    const [ourMs, plainMs] = [median(ours.slice(1)), median(plain.slice(1))]
    rows.push({
      what: `match of ${players.toLocaleString('en')} players, to the plain pass`,
      value: `${(ourMs / plainMs).toFixed(1)} (${ourMs.toFixed(0)} ms, plain ${plainMs.toFixed(0)} ms)`,
      bar: `at most ${matchBar}`,
      isReached: ourMs / plainMs <= matchBar,
    })

    await run(
      'create table public.bench_send (id text primary key, player_id text, kind text, body jsonb, at timestamptz)',
    )
    const insertMs = await timed(async () => {
      for (let first = 1; first <= sends; first += atOnce)
        await db.transaction((tx) =>
          tx.executeQuery(
            CompiledQuery.raw(`insert into public.bench_send select 'm' || n, ${ply}, 'campaign', '{"title": "A weekend", "text": "Come and play."}', now()
              from generate_series(${first}, ${Math.min(first + atOnce - 1, sends)}) n`),
          ),
        )
    })
    const { segment } = await call('POST', '/segments', { name: 'Sends', market: 'NA', rules: sent, everybody: false })
    const { campaign } = await call('POST', '/campaigns', {
      ...{ name: 'Sends', segment: segment.id, kind: 'message', amount: null, budget: null, players_at_most: sends },
      ...{ texts: { en: { title: 'A weekend', text: 'Come and play.' } }, trigger: 'hand', event: null, days: null },
      ...{ repeats: false, wait_minutes: 0 },
    })
    await call('POST', `/campaigns/${campaign.id}/start`, { at: null, everybody: false })
    const entries = async () => {
      const { rows: found } = await run(
        `select count(*) filter (where outcome = 'sent')::int as sent, min(at) as first, max(at) as last from campaigns.entry where campaign_id = '${campaign.id}'`,
      )
      return found[0]
    }
    const stateOf = async () => (await call('GET', '/campaigns')).campaigns.find(({ id }) => id === campaign.id).state
    while ((await stateOf()) !== 'done') await new Promise((resolve) => setTimeout(resolve, 500))
    const { sent: reached, first, last } = await entries()
    const sendMs = last.getTime() - first.getTime()
    rows.push(
      { what: 'players reached', value: String(reached), bar: String(sends), isReached: reached === sends },
      {
        what: `${sends.toLocaleString('en')} messages of a campaign, to as many plain inserts`,
        value: `${(sendMs / insertMs).toFixed(1)} (${(reached / (sendMs / 1_000)).toFixed(0)} per second, plain ${(sends / (insertMs / 1_000)).toFixed(0)})`,
        bar: `at most ${sendBar}`,
        isReached: sendMs / insertMs <= sendBar,
      },
    )
  } finally {
    await db.close()
  }
  report([...rows, booksRow(await setup.close())])
} finally {
  await cluster.stop()
}
