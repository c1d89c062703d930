import { required } from '../../platform/required.ts'
import type { Complaint, HelpCase, StaffHelpCase } from '@dhow/contract/help'
import type { Db } from '../../platform/db/index.ts'
import type { HelpParts } from './parts.ts'
import { findComplaints, findMessages, findPictures } from './store.ts'
import type { ComplaintRow, HelpCaseRow, HelpMessageRow, PictureRow } from './tables.ts'
import { paymentOf } from './payment-of-case.ts'

/** Rows that belong to some cases. */
interface Belonging {
  messages: HelpMessageRow[]
  pictures: PictureRow[]
  complaints: ComplaintRow[]
}

async function readDetailsOfCases(db: Db, rows: HelpCaseRow[]): Promise<Belonging> {
  const ids = rows.map((row) => row.id)
  const messages = await findMessages(db, ids)
  const pictures = await findPictures(
    db,
    messages.map((message) => message.id),
  )
  return { messages, pictures, complaints: await findComplaints(db, ids) }
}

const complaintReply = ({ number, state, opened_at, outcome, decided_at }: ComplaintRow): Complaint => ({
  number,
  state,
  opened_at: opened_at.toISOString(),
  outcome,
  decided_at: decided_at?.toISOString() ?? null,
})

function caseReply(row: HelpCaseRow, { messages, pictures, complaints }: Belonging): HelpCase {
  const complaint = complaints.find((one) => one.case_id === row.id)
  return {
    id: row.id,
    payment_id: row.payment_id,
    category: row.category,
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    complaint: complaint ? complaintReply(complaint) : null,
    messages: messages
      .filter((message) => message.case_id === row.id)
      .map((message) => ({
        from: message.operator_id === null ? 'player' : 'staff',
        text: message.text,
        at: message.at.toISOString(),
        pictures: pictures.filter((picture) => picture.message_id === message.id).map(({ id }) => id),
      })),
  }
}

/** Cases for their player. */
export async function caseReplies({ platform: { db } }: HelpParts, rows: HelpCaseRow[]): Promise<HelpCase[]> {
  const belonging = await readDetailsOfCases(db.kysely, rows)
  return rows.map((row) => caseReply(row, belonging))
}

/** Cases for operators. */
export async function staffReplies(parts: HelpParts, rows: HelpCaseRow[]): Promise<StaffHelpCase[]> {
  const {
    platform: { db, clock },
    accounts,
  } = parts
  const belonging = await readDetailsOfCases(db.kysely, rows)
  const ids = rows.map((row) => row.id)
  const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nameOf = (id: string | null | undefined) => operators.find((operator) => operator.id === id)?.name
  const assignments =
    ids.length === 0
      ? []
      : await db.kysely.selectFrom('help.assignment').selectAll().where('case_id', 'in', ids).execute()
  const links =
    ids.length === 0
      ? []
      : await db.kysely.selectFrom('help.link').selectAll().where('case_id', 'in', ids).orderBy('at').execute()
  const nowMs = clock.now().getTime()
  const replies: StaffHelpCase[] = []
  for (const row of rows) {
    const player = required(await accounts.findPlayer(row.player_id), 'player of the case')
    const own = belonging.messages.filter((message) => message.case_id === row.id)
    const reply = caseReply(row, belonging)
    const assigned = assignments.find((one) => one.case_id === row.id)
    replies.push({
      ...reply,
      player: { id: player.id, player_name: player.player_name, mobile: player.mobile, market: player.market },
      payment: row.payment_id === null ? null : await paymentReply(parts, row.payment_id),
      language: (await accounts.preferences.read(row.player_id)).preferences.language,
      age_s: secondsBetween((row.waiting_since ?? row.updated_at).getTime(), nowMs),
      assigned: assigned ? { id: assigned.operator_id, name: nameOf(assigned.operator_id) ?? '' } : null,
      first_answer_s: firstAnswerS(row, own),
      links: links
        .filter((link) => link.case_id === row.id)
        .map((link) => ({ about: link.about_id, operator: nameOf(link.operator_id) ?? '', at: link.at.toISOString() })),
      messages: reply.messages.map((message, index) => ({
        ...message,
        operator: nameOf(own[index]?.operator_id) ?? null,
      })),
    })
  }
  return replies
}

async function paymentReply(parts: HelpParts, paymentId: string) {
  const { playerId: _, ...payment } = required(await paymentOf(parts, paymentId), 'payment of the case')
  return payment
}

const secondsBetween = (fromMs: number, toMs: number) => Math.max(0, Math.floor((toMs - fromMs) / 1_000))

/** Seconds from the opening to an operator's first answer; null if there is none. */
function firstAnswerS(row: HelpCaseRow, messages: HelpMessageRow[]): number | null {
  const first = messages.find((message) => message.operator_id !== null)
  return first ? secondsBetween(row.opened_at.getTime(), first.at.getTime()) : null
}
