import { sql, type RawBuilder } from 'kysely'
import type { GameRound } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import { idRange, pageOf, period } from '../../platform/pages.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openRounds, rolledBackRounds } from './rare-rounds.ts'
import { required } from '../../platform/required.ts'

/** Filters of a round history; `game` is a slug. */
export type Asked = HistoryQuery & { since?: string | undefined; game?: string | undefined }

/** A player's rounds, newest first, with the period's totals; as fast for many rounds as for few. */
export function openRoundHistory({ db }: Pick<Platform, 'db'>) {
  return async function history(session: PlayerSession, query: Asked) {
    const { playerId } = session
    const among = await rareRounds(db.kysely, playerId, query)
    const [rows, { stakedMinor, paidMinor }] = await Promise.all([
      among?.length === 0 ? [] : pageOfRounds(db.kysely, playerId, query, among),
      query.since === undefined && query.game === undefined
        ? totalsOfDays(db.kysely, playerId, query)
        : totalsOfRounds(db.kysely, playerId, query),
    ])
    const { rows: page, nextCursor } = pageOf(rows, query.limit ?? 20)
    const checked = await checkedWins(db.kysely, playerId, page)
    return {
      data: page.map((row) => roundReply(row, checked.get(`${row.provider_code} ${row.round_id}`))),
      next_cursor: nextCursor,
      totals: {
        in: formatDecimal(paidMinor),
        out: formatDecimal(stakedMinor),
        net: formatDecimal(paidMinor - stakedMinor),
      },
    }
  }
}

/** One round of a player by its provider's id. @throws Refusal `not_found` for others */
export async function readRound(db: Db, playerId: string, provider: string, round: string): Promise<GameRound> {
  const row = await roundsOf(db, playerId)
    .where('round.provider_code', '=', provider)
    .where('round.round_id', '=', round)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const checked = await checkedWins(db, playerId, [row])
  return roundReply(row, checked.get(`${provider} ${round}`))
}

type RoundRow = Awaited<ReturnType<typeof pageOfRounds>>[number]

/** A player's rounds with the game of each. */
const roundsOf = (db: Db, playerId: string) =>
  db
    .selectFrom('gateway.game_round as round')
    .innerJoin('catalog.games', 'catalog.games.id', 'round.game_id')
    .innerJoin('catalog.providers as provider', 'provider.code', 'round.provider_code')
    .selectAll('round')
    .select(['catalog.games.name as game_name', 'catalog.games.names', 'catalog.games.slug', 'provider.proof_url'])
    .where('round.player_id', '=', playerId)

async function pageOfRounds(db: Db, playerId: string, query: Asked, among: string[] | undefined) {
  const { from, until } = period(query)
  const { first, end } = idRange('rnd', { from, until })
  let paged = roundsOf(db, playerId)
    // Repeats the condition of the partial index in this order, as the view `game_round_in_order` does.
    .where('round.id', '>', '')
    .orderBy('round.id', 'desc')
    .limit((query.limit ?? 20) + 1)
  if (query.game !== undefined) paged = paged.where('catalog.games.slug', '=', query.game)
  if (among) paged = paged.where(sql<boolean>`round.id = any(${among}::text[])`)
  if (query.state === 'open') paged = paged.where('round.open_bets', '>', 0)
  if (query.state === 'settled')
    paged = paged
      .where('round.open_bets', '=', 0)
      .where((eb) =>
        eb.or([
          eb('round.returned_minor', '<', eb.ref('round.stake_minor')),
          sql<boolean>`round.stake_minor = 0 and coalesce(round.free_minor, 1) > 0`,
        ]),
      )
  if (query.state === 'rolled_back')
    paged = paged
      .where('round.open_bets', '=', 0)
      .where((eb) => eb.or([eb('round.stake_minor', '>', 0n), eb('round.free_minor', '=', 0n)]))
      .whereRef('round.returned_minor', '=', 'round.stake_minor')
  if (from && first) paged = paged.where('round.started_at', '>=', from).where('round.id', '>=', first)
  if (until && end) paged = paged.where('round.started_at', '<', until).where('round.id', '<', end)
  if (query.since !== undefined) {
    const since = new Date(query.since)
    paged = paged.where('round.started_at', '>=', since).where('round.id', '>=', smallestIdAt('rnd', since))
  }
  if (query.cursor !== undefined) paged = paged.where('round.id', '<', query.cursor)
  return paged.execute()
}

function roundReply(row: RoundRow, checked: CheckedWins | undefined): GameRound {
  const keptMinor = row.stake_minor - row.returned_minor
  const isBack = row.grant_id === null ? keptMinor === 0n && row.stake_minor > 0n : row.free_minor === 0n
  return {
    id: row.id,
    game: row.game_name,
    ...(Object.keys(row.names).length > 0 ? { names: row.names } : {}),
    slug: row.slug,
    provider: row.provider_code,
    round_id: row.round_id,
    stake: formatDecimal(row.stake_minor),
    payout: formatDecimal(row.payout_minor),
    net: formatDecimal(row.payout_minor - keptMinor),
    currency: row.currency,
    state: row.open_bets > 0 ? 'open' : isBack ? 'rolled_back' : 'settled',
    balance_after: row.balance_minor === null ? null : formatDecimal(row.balance_minor),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    proof_url: row.proof_url?.replace('{game}', row.slug).replace('{round}', encodeURIComponent(row.round_id)) ?? null,
    ...(row.free_minor !== null ? { free_stake: formatDecimal(row.free_minor) } : {}),
    ...(checked?.held ? { checking: formatDecimal(checked.held) } : {}),
    ...(checked?.refused ? { refused: formatDecimal(checked.refused) } : {}),
    ...(row.is_automatic ? { automatic: true as const } : {}),
  }
}

interface CheckedWins {
  held: bigint
  refused: bigint
}

/** Wins of a page's rounds that were held for a check or refused after it, by provider and round; usually none. */
async function checkedWins(db: Db, playerId: string, page: RoundRow[]): Promise<Map<string, CheckedWins>> {
  if (page.length === 0) return new Map()
  const rounds = page.map((row) => row.round_id)
  const rows = await db
    .selectFrom('gateway.held_win')
    .select(['provider_code', 'round_id', 'state', 'held_minor'])
    .where('player_id', '=', playerId)
    .where(sql<boolean>`round_id = any(${rounds}::text[])`)
    .where('state', 'in', ['held', 'refused'])
    .execute()
  const found = new Map<string, CheckedWins>()
  for (const row of rows) {
    const key = `${row.provider_code} ${row.round_id}`
    const sums = found.get(key) ?? { held: 0n, refused: 0n }
    sums[row.state === 'held' ? 'held' : 'refused'] += row.held_minor
    found.set(key, sums)
  }
  return found
}

/** Rounds of a rare state, so that a page of them is found without searching all others. */
function rareRounds(db: Db, playerId: string, query: Asked): Promise<string[]> | undefined {
  if (query.state === 'open') return openRounds(db, playerId)
  if (query.state !== 'rolled_back') return undefined
  // One page is enough if nothing narrows it.
  const isNarrowed = [query.from, query.to, query.since, query.game].some((value) => value !== undefined)
  return rolledBackRounds(db, playerId, {
    before: query.cursor,
    most: isNarrowed ? undefined : (query.limit ?? 20) + 1,
  })
}

/**
 * Stakes and payouts of rounds begun within the period. A rolled-back round adds nothing, so every round that is not
 * open counts as settled.
 */
async function totalsOfDays(db: Db, playerId: string, query: Asked) {
  const { state } = query
  if (state === 'rolled_back') return { stakedMinor: 0n, paidMinor: 0n }
  const { rows } = await sql<Record<'staked' | 'paid' | 'open_staked' | 'open_paid', string>>`
    with total as (
      select sum(staked_minor) as staked, sum(won_minor) as paid from gateway.round_day where player_id = ${playerId} and ${dayWithin(query, sql`day_utc`)}
    ), open as (
      select sum(stake_minor - returned_minor) as staked, sum(payout_minor) as paid from gateway.rounds_open(${playerId})
      where ${dayWithin(query, startDay)} and ${state === 'open' || state === 'settled' ? sql`true` : sql`false`}
    )
    select coalesce(total.staked, 0)::text as staked, coalesce(total.paid, 0)::text as paid,
      coalesce(open.staked, 0)::text as open_staked, coalesce(open.paid, 0)::text as open_paid
    from total, open`.execute(db)
  const row = required(rows[0], 'the round that a player opened')
  const all = { stakedMinor: BigInt(row.staked), paidMinor: BigInt(row.paid) }
  const open = { stakedMinor: BigInt(row.open_staked), paidMinor: BigInt(row.open_paid) }
  if (state === 'open') return open
  if (state !== 'settled') return all
  return { stakedMinor: all.stakedMinor - open.stakedMinor, paidMinor: all.paidMinor - open.paidMinor }
}

/** Totals from single rounds: since an instant in the last hours, or of one game. */
async function totalsOfRounds(db: Db, playerId: string, query: Asked) {
  if (query.state === 'rolled_back') return { stakedMinor: 0n, paidMinor: 0n }
  const since = query.since === undefined ? undefined : new Date(query.since)
  const late = since ? sql`id >= ${smallestIdAt('rnd', since)} and started_at >= ${since}` : sql`true`
  const ofGame =
    query.game === undefined
      ? sql`true`
      : sql`game_id in (select game.id from catalog.games game where game.slug = ${query.game})`
  const open = query.state === 'open' ? sql`open_bets > 0` : query.state === 'settled' ? sql`open_bets = 0` : sql`true`
  const { rows } = await sql<{ staked: string; paid: string }>`
    select coalesce(sum(stake_minor - returned_minor), 0)::text as staked, coalesce(sum(payout_minor), 0)::text as paid from gateway.game_round_in_order
    where player_id = ${playerId} and ${late} and ${ofGame} and ${dayWithin(query, startDay)} and ${open}`.execute(db)
  const { staked, paid } = required(rows[0], 'the row of sums')
  return { stakedMinor: BigInt(staked), paidMinor: BigInt(paid) }
}

const startDay = sql<Date>`(started_at at time zone 'UTC')::date`

const dayWithin = ({ from, to }: Asked, day: RawBuilder<Date>) => sql`
  (${from ?? null}::date is null or ${day} >= ${from ?? null}::date)
  and (${to ?? null}::date is null or ${day} <= ${to ?? null}::date)`
