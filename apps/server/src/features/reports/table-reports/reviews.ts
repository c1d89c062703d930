import type { RiskReportCode } from '@dhow/contract/report-rules'
import { reviewDays } from '@dhow/contract/report-tables-risk'
import { sql } from 'kysely'
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
export async function readReviews(
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

/** Filter of the listed players. */
export const reviewedAs = <One extends Flagged>(
  asked: Scope['reviewed'],
  { flagged, reviews }: { flagged: readonly One[]; reviews: ReadonlyMap<string, unknown> },
): readonly One[] =>
  asked === undefined ? flagged : flagged.filter(({ id }) => reviews.has(id) === (asked === 'noted'))

/** Cells of a player's last review that counts. */
export const reviewCells = (review: ReviewRow | undefined): Cells => ({
  ...{
    reviewed: review?.outcome ?? 'open',
    reviewed_at: instant(review?.at ?? null),
    reviewed_by: review?.operator ?? null,
  },
})
