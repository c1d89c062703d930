import type { RiskReportCode } from '@dhow/contract/report-rules'
import { reviewDays } from '@dhow/contract/report-tables-risk'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { ReportParts } from '../parts.ts'
import type { Flagged } from './player-rules.ts'
import { instant, type Cells, type Scope } from './reading.ts'

const dayMs = 86_400_000

interface ReviewRow {
  player_id: string
  at: Date
  outcome: string
  points: number
  codes: string[]
  operator: string
}

/** The last reviews of players that count: none is older than its days, and nothing came up since. */
async function readReviews(
  { platform: { db, clock } }: ReportParts,
  report: RiskReportCode,
  flagged: readonly Flagged[],
): Promise<Map<string, ReviewRow>> {
  const since = new Date(clock.now().getTime() - reviewDays * dayMs)
  const { rows } = await sql<ReviewRow>`
    select distinct on (review.player_id) review.player_id, review.at, review.outcome, review.points, review.codes, operator.name as operator
    from reports.player_review review join staff.operator_card operator on operator.id = review.operator_id
    where review.report = ${report} and review.player_id = any (${flagged.map(({ id }) => id)}::text[]) and review.at > ${since}
    order by review.player_id, review.id desc`.execute(db.kysely)
  const last = new Map(rows.map((row) => [row.player_id, row]))
  const counts = ({ id, points, codes }: Flagged) => {
    const review = last.get(id)
    return review && points <= review.points && codes.every((code) => review.codes.includes(code))
      ? [[id, review] as const]
      : []
  }
  return new Map(flagged.flatMap(counts))
}

interface Assigned {
  id: string
  name: string
}

/** Operators who are to review these players, by player. */
export async function readAssigned(
  db: Db,
  report: RiskReportCode,
  playerIds: readonly string[],
): Promise<Map<string, Assigned>> {
  const { rows } = await sql<Assigned & { player_id: string }>`
    select assignment.player_id, operator.id, operator.name
    from reports.review_assignment assignment join staff.operator_card operator on operator.id = assignment.operator_id
    where assignment.report = ${report} and assignment.player_id = any (${[...playerIds]}::text[])`.execute(db)
  return new Map(rows.map(({ player_id: playerId, ...operator }) => [playerId, operator]))
}

/** Last reviews that count, and who is to make the next ones. */
export async function readReviewing(parts: ReportParts, report: RiskReportCode, flagged: readonly Flagged[]) {
  const ids = flagged.map(({ id }) => id)
  return {
    reviews: await readReviews(parts, report, flagged),
    assigned: await readAssigned(parts.platform.db.kysely, report, ids),
  }
}

/** Filter of the listed players. */
export const chosenOf = <One extends Flagged>(
  { reviewed, assigned: to }: Scope,
  {
    flagged,
    reviews,
    assigned,
  }: { flagged: readonly One[]; reviews: ReadonlyMap<string, unknown>; assigned: ReadonlyMap<string, Assigned> },
): readonly One[] =>
  flagged.filter(
    ({ id }) =>
      (reviewed === undefined || reviews.has(id) === (reviewed === 'noted')) &&
      (to === undefined || (assigned.get(id)?.id ?? null) === to.operatorId),
  )

/** Cells of a player's last review that counts, and of the next one. */
export const reviewCells = (review: ReviewRow | undefined, assigned: Assigned | undefined): Cells => ({
  ...{
    reviewed: review?.outcome ?? 'open',
    reviewed_at: instant(review?.at ?? null),
    reviewed_by: review?.operator ?? null,
    assigned: assigned?.name ?? null,
  },
})
