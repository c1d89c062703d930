import { maskedMobile } from '@dhow/contract/personal-fields'
import { sql } from 'kysely'
import { formatCsv } from '../../platform/csv.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { auditExport, instantsOf, type ExportSpan } from './export-span.ts'
import type { HelpParts } from './parts.ts'

const columns = [
  ...['case', 'market', 'player', 'mobile', 'category', 'payment', 'opened_at', 'first_answer_at', 'first_answer_s'],
  ...['changed_at', 'state', 'questions', 'answers', 'answered_by', 'complaint', 'decision', 'decided_at'],
]

interface ConversationRow {
  id: string
  market: string
  player_id: string
  mobile: string
  category: string
  payment_id: string | null
  opened_at: Date
  first_answer_at: Date | null
  updated_at: Date
  state: string
  questions: bigint
  answers: bigint
  answered_by: string | null
  number: string | null
  decision: string | null
  decided_at: Date | null
}

/**
 * Conversations opened in a range of days, UTC, as CSV with a row each: times and outcome, no texts, and numbers masked
 * for everybody. The download is audited.
 * @throws Refusal `span_too_long` above 366 days
 */
export async function exportConversations(
  { platform: { db }, staff }: HelpParts,
  by: StaffSession,
  span: ExportSpan,
): Promise<string> {
  const { first, end } = instantsOf(span)
  const { rows } = await sql<ConversationRow>`
    select asked.id, player.market, asked.player_id, player.mobile, asked.category, asked.payment_id, asked.opened_at, message.first_answer_at, asked.updated_at,
      asked.state, message.questions, message.answers, answerer.name as answered_by, complaint.number, complaint.state as decision, complaint.decided_at
    from help.help_case asked
    join accounts.player_card player on player.id = asked.player_id
    cross join lateral (
      select min(at) filter (where operator_id is not null) as first_answer_at, count(*) filter (where operator_id is null) as questions,
        count(*) filter (where operator_id is not null) as answers,
        (array_agg(operator_id order by id) filter (where operator_id is not null))[1] as first_operator
      from help.message where case_id = asked.id
    ) message
    left join staff.operator_card answerer on answerer.id = message.first_operator
    left join help.complaint complaint on complaint.case_id = asked.id
    where asked.opened_at >= ${first} and asked.opened_at < ${end} and (${span.market ?? null}::text is null or player.market = ${span.market ?? null})
    order by asked.opened_at, asked.id`.execute(db.kysely)
  await db.transaction((tx) => auditExport(tx, { staff }, by, { subject: 'conversations', span, rows: rows.length }))
  return formatCsv([columns, ...rows.map(cellsOf)])
}

const instant = (at: Date | null) => at?.toISOString() ?? null

/** Whole seconds until the first answer. */
const waited = ({ opened_at: opened, first_answer_at: answered }: ConversationRow) =>
  answered === null ? null : String(Math.round((answered.getTime() - opened.getTime()) / 1_000))

const cellsOf = (row: ConversationRow) => [
  ...[row.id, row.market, row.player_id, maskedMobile(row.mobile), row.category, row.payment_id],
  ...[instant(row.opened_at), instant(row.first_answer_at), waited(row), instant(row.updated_at), row.state],
  ...[String(row.questions), String(row.answers), row.answered_by],
  ...[row.number, row.decision, instant(row.decided_at)],
]
