// Players at the shared tables for the drills, as in bench/soak.mjs; at the end every stake has the same single outcome on all sides.
import { host } from '../../deploy/cluster/program/plan.mjs'
import { openPlayers, shared } from '../soak-players.mjs'
import { bookedOf, compareStakes, openStakes, stakesOf } from '../soak-stakes.mjs'
import { sleep, until } from './parts.mjs'

const amounts = (row) => ({ ...row, stake: BigInt(row.stake), payout: row.payout === null ? null : BigInt(row.payout) })

export async function openTables(cluster, tokens) {
  const { portalPort, studioPort } = cluster.plan.ports
  const players = openPlayers({ setup: { port: portalPort, tokens }, studioUrl: () => `http://${host}:${studioPort}` })
  for (const index of tokens.keys()) {
    await players.takeSeat(index, shared[index % shared.length])
    if (index % 20 === 19) await sleep(200)
  }
  await until(() => players.lines.length === tokens.length && players.lines.every(({ isOpen }) => isOpen), 60_000)
  const rows = (ask, text) => JSON.parse(ask(`select coalesce(json_agg(row_to_json(rows)), '[]') from (${text}) rows`))
  return {
    lines: players.lines,
    /** Recovery time of each connection cut since then; `Infinity` after half a minute. */
    async recoverySince(fromMs) {
      await until(() => players.lines.every(({ isOpen }) => isOpen), 30_000)
      return players.lines
        .filter(({ cutAtMs }) => cutAtMs >= fromMs)
        .map(({ isOpen, openAtMs }) => (isOpen ? openAtMs - fromMs : Infinity))
    },
    /** Stops new stakes; open ones are settled. @returns rows of the table */
    async end() {
      players.stopPlaying()
      await until(() => cluster.queryStudio(openStakes) === '0', 180_000)
      players.leave()
      const stakes = rows(cluster.queryStudio, stakesOf).map(amounts)
      const booked = rows(
        cluster.query,
        `select * from (${bookedOf}) booked where tx_id not like 'drill-%' and tx_id not like 'mark-%'`,
      ).map((row) => ({
        ...row,
        amount_minor: BigInt(row.amount_minor),
        win_minor: BigInt(row.win_minor ?? 0),
        ends: BigInt(row.ends),
      }))
      const wrong = compareStakes(stakes, booked, players.ends)
      for (const line of wrong.slice(0, 10)) console.log(`  ${line}`)
      return [
        { what: 'stakes at the shared tables', value: stakes.length, bar: 'some', isReached: stakes.length > 0 },
        {
          what: 'stakes whose outcome differs between sides',
          value: wrong.length,
          bar: '0',
          isReached: wrong.length === 0,
        },
        ...roundRows(cluster),
      ]
    },
  }
}

/** Rounds that were never ended, or that began before the previous one was over: there must be one writer. */
function roundRows(cluster) {
  const count = (text) => Number(cluster.queryStudio(text))
  const rounds = count('select (select count(*) from rounds) + (select count(*) from table_rounds)')
  const side = count(`select count(*) from (
    select started_ms < lag(over_ms) over (partition by chain order by number) as early,
      number - lag(number) over (partition by chain order by number) as step from rounds) steps where early or step <> 1`)
  const open =
    count(`select count(*) from (select chain, phase, row_number() over (partition by chain order by number desc) as back
    from rounds where phase in ('betting', 'flight')
    union all select chain, phase, row_number() over (partition by chain order by number desc) from table_rounds where phase <> 'settled') open
    where back > 1`)
  return [
    { what: 'rounds played', value: rounds },
    { what: 'rounds left open, skipped or overlapping', value: open + side, bar: '0', isReached: open + side === 0 },
  ]
}
