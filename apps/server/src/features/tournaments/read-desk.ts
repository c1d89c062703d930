import { formatDecimal } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffRanking, StaffTournament } from '@dhow/contract/tournament-desk'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import type { TournamentParts } from './parts.ts'
import { phaseOf } from './phase.ts'
import { totalOf } from './terms.ts'

const maxRanking = 200

/** All tournaments with their players and paid prizes, newest first, or the one with this id. */
export async function listForStaff(
  { platform: { db, clock } }: TournamentParts,
  tournamentId?: string,
): Promise<StaffTournament[]> {
  let query = db.kysely
    .selectFrom('tournaments.tournament as tournament')
    .leftJoin('staff.operator_card as operator', 'operator.id', 'tournament.created_by')
    .selectAll('tournament')
    .select('operator.name as operator_name')
    .select((eb) => [
      eb
        .selectFrom('tournaments.entry as entry')
        .select((counted) => counted.fn.countAll<bigint>().as('players'))
        .whereRef('entry.tournament_id', '=', 'tournament.id')
        .as('players'),
      eb
        .selectFrom('tournaments.result as result')
        .select((summed) => summed.fn.sum<string>('prize_minor').as('paid'))
        .whereRef('result.tournament_id', '=', 'tournament.id')
        .where('result.prize_state', '=', 'paid')
        .as('paid'),
    ])
    .orderBy('tournament.id', 'desc')
    .limit(500)
  if (tournamentId !== undefined) query = query.where('tournament.id', '=', tournamentId)
  const now = clock.now()
  return (await query.execute()).map((row) => ({
    ...{ id: row.id, market: row.market, name: row.name, names: row.names, games: row.games },
    currency: markets[row.market].currency,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    ...{ points_by: row.points_by, best_rounds: row.best_rounds, day_cap: row.day_cap },
    unit: row.unit_minor === null ? null : formatDecimal(row.unit_minor),
    least_stake: formatDecimal(row.least_stake_minor),
    prizes: row.prizes_minor.map((minor) => formatDecimal(BigInt(minor))),
    total: formatDecimal(totalOf(row.prizes_minor)),
    budget: formatDecimal(row.budget_minor),
    payout: row.payout,
    claim_until: row.claim_until?.toISOString() ?? null,
    state: row.state,
    phase: phaseOf(row, now),
    players: Number(row.players ?? 0n),
    paid: formatDecimal(BigInt(row.paid ?? 0)),
    reason: row.reason,
    created_by: row.operator_name ?? row.created_by,
    version: row.version,
  }))
}

/** @throws Refusal `not_found` */
export async function readForStaff(parts: TournamentParts, tournamentId: string): Promise<StaffTournament> {
  const [tournament] = await listForStaff(parts, tournamentId)
  if (!tournament) throw new Refusal('not_found')
  return tournament
}

type Ranked = ReplyOf<typeof staffRanking>['ranking'][number]

/** Top of a ranking: the current one, or the final one with prizes. @throws Refusal `not_found` */
export async function readRanking(
  parts: TournamentParts,
  tournamentId: string,
): Promise<{ tournament: StaffTournament; ranking: Ranked[] }> {
  const { kysely } = parts.platform.db
  const tournament = await readForStaff(parts, tournamentId)
  const ranking =
    tournament.state === 'ended' ? await listFinalRanking(kysely, tournamentId) : await standing(kysely, tournament)
  return { tournament, ranking }
}

async function listFinalRanking(db: Db, tournamentId: string): Promise<Ranked[]> {
  const rows = await db
    .selectFrom('tournaments.result as result')
    .innerJoin('accounts.player_card as player', 'player.id', 'result.player_id')
    .selectAll('result')
    .select('player.player_name')
    .where('tournament_id', '=', tournamentId)
    .orderBy('rank')
    .limit(maxRanking)
    .execute()
  return rows.map(({ rank, player_id: id, player_name, points, rounds, reached_at, prize_minor, prize_state }) => ({
    ...{ rank, rounds, prize_state, points: Number(points), player: { id, player_name } },
    reached_at: reached_at.toISOString(),
    prize: prize_minor === null ? null : formatDecimal(prize_minor),
  }))
}

async function standing(db: Db, { id: tournamentId, prizes }: StaffTournament): Promise<Ranked[]> {
  const rows = await db
    .selectFrom('tournaments.entry as entry')
    .innerJoin('accounts.player_card as player', 'player.id', 'entry.player_id')
    .selectAll('entry')
    .select('player.player_name')
    .where('tournament_id', '=', tournamentId)
    .where('rank', 'is not', null)
    .orderBy('rank')
    .limit(maxRanking)
    .execute()
  return rows.flatMap(({ rank, player_id: id, player_name, points, rounds, reached_at }) =>
    rank === null || reached_at === null
      ? []
      : [
          {
            ...{ rank, rounds, points: Number(points), player: { id, player_name } },
            reached_at: reached_at.toISOString(),
            ...{ prize: prizes[rank - 1] ?? null, prize_state: null },
          },
        ],
  )
}
