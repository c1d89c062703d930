import { textOf } from '@dhow/contract/player-texts'
import type { ComplaintState } from '@dhow/contract/help'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { formatCsv } from '../../platform/csv.ts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { dayIn, markets } from '../portal/index.ts'
import { changeCase } from './change-case.ts'
import { auditExport, instantsOf, type ExportSpan } from './export-span.ts'
import type { HelpParts } from './parts.ts'

interface NewComplaint {
  caseId: string
  market: Market
  at: Date
  /** Null if made by the player. */
  operatorId: string | null
}

/** Gives a case the next number of its market's year; there are no gaps, because it is written with the complaint. */
export async function addComplaint(tx: Tx, { caseId, market, at, operatorId }: NewComplaint): Promise<string> {
  const year = Number(dayIn(markets[market].timezone, at).slice(0, 4))
  const { last } = await tx
    .insertInto('help.complaint_count')
    .values({ market, year, last: 1 })
    .onConflict((conflict) => conflict.columns(['market', 'year']).doUpdateSet({ last: sql`complaint_count.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const number = `${market}-${year}-${String(last).padStart(4, '0')}`
  await tx
    .insertInto('help.complaint')
    .values({
      ...{ number, case_id: caseId, market, opened_at: at, opened_by: operatorId, state: 'open' },
      ...{ outcome: null, decided_at: null, decided_by: null },
    })
    .execute()
  return number
}

/** Undecided complaints made until then, oldest first. */
export async function listOpenSince({ platform: { db } }: HelpParts, until: Date) {
  const rows = await db.kysely
    .selectFrom('help.complaint')
    .select(['number', 'case_id', 'opened_at'])
    .where('state', '=', 'open')
    .where('opened_at', '<=', until)
    .orderBy('opened_at')
    .execute()
  return rows.map(({ number, case_id: caseId, opened_at: openedAt }) => ({ number, caseId, openedAt }))
}

const findComplaint = (tx: Tx, caseId: string) =>
  tx.selectFrom('help.complaint').selectAll().where('case_id', '=', caseId).executeTakeFirst()

/** Registers a case as a complaint. @throws Refusal `not_found`, `complaint_exists` */
export const registerComplaint = (parts: HelpParts, caseId: string, by: StaffSession) =>
  changeCase(parts, caseId, by, async (tx, row, now) => {
    if (await findComplaint(tx, caseId)) throw new Refusal('complaint_exists')
    const player = required(await parts.accounts.findPlayer(row.player_id, tx), 'player of the case')
    const number = await addComplaint(tx, { caseId, market: player.market, at: now, operatorId: by.operatorId })
    return { action: 'help.register_complaint', text: `Registered the case ${caseId} as complaint ${number}` }
  })

/**
 * Decides a complaint and notifies its player. @throws Refusal `not_found`, `complaint_missing`, `complaint_decided`
 */
export const decideComplaint = (
  parts: HelpParts,
  caseId: string,
  by: StaffSession,
  { state, outcome }: { state: Exclude<ComplaintState, 'open'>; outcome: string },
) =>
  changeCase(parts, caseId, by, async (tx, row, now) => {
    const complaint = await findComplaint(tx, caseId)
    if (!complaint) throw new Refusal('complaint_missing')
    if (complaint.state !== 'open') throw new Refusal('complaint_decided')
    await tx
      .updateTable('help.complaint')
      .set({ state, outcome, decided_at: now, decided_by: by.operatorId })
      .where('number', '=', complaint.number)
      .execute()
    await parts.messages.send(tx, {
      key: `complaint:${complaint.number}`,
      playerId: row.player_id,
      kind: 'complaint_decided',
      params: { conversation: caseId, number: complaint.number },
      about: null,
    })
    afterCommit(tx, () =>
      parts.platform.live.publish(row.player_id, { type: 'notice', text: textOf('help_answered', {}) }),
    )
    return { action: 'help.decide_complaint', text: `Decided the complaint ${complaint.number}: ${state}` }
  })

const columns = [
  ...['number', 'market', 'case', 'player', 'category', 'opened_at', 'made_by', 'state', 'outcome', 'decided_at'],
  ...['decided_by', 'first_answer_at', 'message_at', 'message_from', 'operator', 'text', 'pictures'],
]

/**
 * Complaints of a range of days, UTC, as CSV with a row for each message. The download is audited.
 * @throws Refusal `span_too_long` above 366 days
 */
export async function exportComplaints(
  { platform: { db }, staff }: HelpParts,
  by: StaffSession,
  span: ExportSpan,
): Promise<string> {
  const { first, end } = instantsOf(span)
  let query = db.kysely
    .selectFrom('help.complaint as complaint')
    .innerJoin('help.help_case as asked', 'asked.id', 'complaint.case_id')
    .innerJoin('help.message as message', 'message.case_id', 'asked.id')
    .leftJoin('staff.operator_card as author', 'author.id', 'message.operator_id')
    .leftJoin('staff.operator_card as maker', 'maker.id', 'complaint.opened_by')
    .leftJoin('staff.operator_card as judge', 'judge.id', 'complaint.decided_by')
    .select(['complaint.number', 'complaint.market', 'asked.id as case_id', 'asked.player_id', 'asked.category'])
    .select(['complaint.opened_at', 'complaint.state', 'complaint.outcome', 'complaint.decided_at'])
    .select(['maker.name as maker', 'judge.name as judge', 'author.name as author'])
    .select(['message.at', 'message.operator_id', 'message.text'])
    .select((eb) => [
      eb
        .selectFrom('help.message as answer')
        .select((min) => min.fn.min('answer.at').as('at'))
        .whereRef('answer.case_id', '=', 'asked.id')
        .where('answer.operator_id', 'is not', null)
        .as('first_answer_at'),
      eb
        .selectFrom('help.picture as picture')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .whereRef('picture.message_id', '=', 'message.id')
        .as('pictures'),
    ])
    .where('complaint.opened_at', '>=', first)
    .where('complaint.opened_at', '<', end)
  if (span.market) query = query.where('complaint.market', '=', span.market)
  const rows = await query.orderBy('complaint.number').orderBy('message.id').execute()
  await db.transaction((tx) => auditExport(tx, { staff }, by, { subject: 'complaints', span, rows: rows.length }))
  const cells = rows.map((row) => [
    ...[row.number, row.market, row.case_id, row.player_id, row.category, row.opened_at.toISOString()],
    ...[row.maker ?? 'player', row.state, row.outcome, row.decided_at?.toISOString() ?? null, row.judge],
    ...[row.first_answer_at?.toISOString() ?? null, row.at.toISOString()],
    ...[row.operator_id === null ? 'player' : 'operator', row.author, row.text, String(row.pictures ?? 0)],
  ])
  return formatCsv([columns, ...cells])
}
