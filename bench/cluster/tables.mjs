// Players at the shared tables for the drills, as bench/soak.mjs has them; at the end every stake has one end, the same on all sides.
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
    /** How long each line that was cut since then needed until it was open again; `Infinity` where it is not within half a minute. */
    async backSince(fromMs) {
      await until(() => players.lines.every(({ isOpen }) => isOpen), 30_000)
      return players.lines
        .filter(({ cutAtMs }) => cutAtMs >= fromMs)
        .map(({ isOpen, openAtMs }) => (isOpen ? openAtMs - fromMs : Infinity))
    },
    /** No further stakes; what is open is settled. @returns rows of the table */
    async end() {
      players.goHome()
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
          what: 'stakes without the same one end on all sides',
          value: wrong.length,
          bar: '0',
          isReached: wrong.length === 0,
        },
        ...roundRows(cluster),
      ]
    },
  }
}

/** Rounds that nobody ended, or that began before the one before was over: there is one writer. */
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
    { what: 'rounds left open, left out or side by side', value: open + side, bar: '0', isReached: open + side === 0 },
  ]
}
