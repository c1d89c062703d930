import { formatDecimal } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { OtherNames, Market } from '@dhow/contract/shapes'
import { maxLeaders, type tournament as contractOfOne, type TournamentView } from '@dhow/contract/tournaments'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import type { TournamentParts } from './parts.ts'
import { phaseOf } from './phase.ts'
import type { PrizeState, TournamentRow } from './tables.ts'

const shownForMs = 30 * 86_400_000

/** A player in their market; without an id a visitor, who has no rank. */
export interface Reader {
  market: Market
  playerId: string | undefined
}

/** Tournaments for players of a market: running, then future, then ended ones. */
export async function listTournaments({ platform: { db, clock } }: TournamentParts, reader: Reader) {
  const now = clock.now()
  const rows = await db.kysely
    .selectFrom('tournaments.tournament')
    .selectAll()
    .where('market', '=', reader.market)
    .where('envelope_id', 'is not', null)
    .where('ends_at', '>', new Date(now.getTime() - shownForMs))
    .orderBy('ends_at', 'desc')
    .limit(50)
    .execute()
  return { now: now.toISOString(), tournaments: (await viewsOf(db.kysely, rows, reader, now)).toSorted(byPhase) }
}

const order = { running: 0, paused: 0, counting: 0, coming: 1, ended: 2, cancelled: 3 } as const
function byPhase(a: TournamentView, b: TournamentView): number {
  const places = order[a.phase] - order[b.phase]
  if (places !== 0) return places
  const isOver = order[a.phase] > order.coming
  return isOver === a.ends_at < b.ends_at ? 1 : -1
}

/** One tournament with the top of its ranking. @throws Refusal `not_found` */
export async function readTournament(
  parts: TournamentParts,
  tournamentId: string,
  reader: Reader,
): Promise<Omit<ReplyOf<typeof contractOfOne>, 'status'>> {
  const { db, clock } = parts.platform
  const now = clock.now()
  const { row, view } = await findView(parts, tournamentId, reader)
  const leaders = row.state === 'cancelled' ? [] : await listLeaders(db.kysely, row, reader.playerId, now)
  return { now: now.toISOString(), tournament: view, leaders }
}

/** A tournament for this player. @throws Refusal `not_found` for a draft or another market */
export async function findView({ platform: { db, clock } }: TournamentParts, tournamentId: string, reader: Reader) {
  const row = await db.kysely
    .selectFrom('tournaments.tournament')
    .selectAll()
    .where('id', '=', tournamentId)
    .where('envelope_id', 'is not', null)
    .executeTakeFirst()
  if (!row || (reader.playerId !== undefined && row.market !== reader.market)) throw new Refusal('not_found')
  const [view] = await viewsOf(db.kysely, [row], reader, clock.now())
  if (!view) throw new Refusal('not_found')
  return { row, view }
}

/** Whether a market, or any if it is unknown, has a running or future tournament. */
export async function hasOpenTournament(
  { platform: { db, clock } }: TournamentParts,
  market: Market | undefined,
): Promise<boolean> {
  let query = db.kysely
    .selectFrom('tournaments.tournament')
    .select('id')
    .where('state', 'in', ['live', 'paused'])
    .where('ends_at', '>', clock.now())
  if (market !== undefined) query = query.where('market', '=', market)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

async function viewsOf(db: Db, rows: TournamentRow[], { playerId }: Reader, now: Date): Promise<TournamentView[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ games }) => games ?? []))]
  const games =
    ids.length === 0
      ? []
      : await db.selectFrom('catalog.games').select(['id', 'slug', 'name', 'names']).where('id', 'in', ids).execute()
  const places =
    playerId === undefined
      ? []
      : await ownPlaces(
          db,
          playerId,
          rows.map(({ id }) => id),
        )
  return rows.flatMap((row) => {
    const phase = phaseOf(row, now)
    if (phase === null) return []
    return {
      ...{ id: row.id, name: row.name, ...namesIn(row.names), phase, payout: row.payout },
      currency: markets[row.market].currency,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      ...{ points_by: row.points_by, best_rounds: row.best_rounds, day_cap: row.day_cap },
      unit: row.unit_minor === null ? null : formatDecimal(row.unit_minor),
      least_stake: formatDecimal(row.least_stake_minor),
      games:
        row.games?.flatMap((id) => {
          const game = games.find((one) => one.id === id)
          return game ? { slug: game.slug, name: game.name, ...namesIn(game.names) } : []
        }) ?? null,
      prizes: row.prizes_minor.map((minor) => formatDecimal(BigInt(minor))),
      claim_until: row.claim_until?.toISOString() ?? null,
      own: ownReply(places.find(({ tournament_id: id }) => id === row.id)),
    }
  })
}

const namesIn = (names: OtherNames | null) => (names && Object.keys(names).length > 0 ? { names } : {})

/** A player's ranks: current ones, or final ones with prizes. */
export function ownPlaces(db: Db, playerId: string, tournamentIds?: readonly string[]) {
  let query = db
    .selectFrom('tournaments.entry as entry')
    .innerJoin('tournaments.tournament as tournament', 'tournament.id', 'entry.tournament_id')
    .leftJoin('tournaments.result as result', (join) =>
      join.onRef('result.tournament_id', '=', 'entry.tournament_id').onRef('result.player_id', '=', 'entry.player_id'),
    )
    .select(['entry.tournament_id', 'tournament.name', 'entry.joined_at', 'entry.shows_name', 'entry.number'])
    .select(['entry.points', 'entry.rounds', 'result.prize_minor', 'result.prize_state'])
    .select(
      sql<number | null>`case when tournament.state = 'ended' then result.rank else entry.rank end`.as('own_rank'),
    )
    .where('entry.player_id', '=', playerId)
    .orderBy('entry.tournament_id', 'desc')
  if (tournamentIds) query = query.where('entry.tournament_id', 'in', [...tournamentIds])
  return query.execute()
}
type OwnPlace = Awaited<ReturnType<typeof ownPlaces>>[number]

function ownReply(place: OwnPlace | undefined): TournamentView['own'] {
  if (!place) return null
  const { joined_at, shows_name, number, points, rounds, own_rank: rank, prize_minor, prize_state } = place
  return {
    ...{ rank, points: Number(points), rounds, shows_name, number },
    joined_at: joined_at.toISOString(),
    prize: prizeReply(prize_minor, prize_state),
  }
}

const prizeReply = (minor: bigint | null, state: PrizeState | null) =>
  minor === null || state === null ? null : { amount: formatDecimal(minor), state }

/** Top of a ranking. A player barred since then is omitted, and their rank stays empty. */
async function listLeaders(db: Db, row: TournamentRow, playerId: string | undefined, now: Date) {
  const isFinal = row.state === 'ended'
  const { rows } = await sql<{
    rank: number
    points: bigint
    number: number
    shows_name: boolean
    player_name: string
    is_own: boolean
  }>`
    select standing.rank, standing.points, entry.number, entry.shows_name, player.player_name, coalesce(standing.player_id = ${playerId ?? null}::text, false) as is_own
    from (
      select rank, points, player_id from tournaments.result where ${isFinal} and tournament_id = ${row.id} and rank <= ${maxLeaders}
      union all
      select rank, points, player_id from tournaments.entry where not ${isFinal} and tournament_id = ${row.id} and rank <= ${maxLeaders}
    ) standing
    join tournaments.entry entry on entry.tournament_id = ${row.id} and entry.player_id = standing.player_id
    join accounts.player_card player on player.id = standing.player_id
    where not tournaments.is_barred(standing.player_id, ${now})
    order by standing.rank`.execute(db)
  return rows.map(({ rank, points, number, shows_name, player_name, is_own }) => ({
    ...{ rank, number, is_own, points: Number(points), name: shows_name ? player_name : null },
  }))
}

/** A player's tournaments, for the data export. */
export async function tournamentsOfPlayer({ platform: { db } }: TournamentParts, playerId: string) {
  const places = await ownPlaces(db.kysely, playerId)
  return places.map((place) => ({ id: place.tournament_id, name: place.name, ...ownReply(place) }))
}
