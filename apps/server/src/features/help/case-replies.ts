import { required } from '../../platform/required.ts'
import type { HelpCase, StaffHelpCase } from '@dhow/contract/help'
import type { HelpParts } from './parts.ts'
import { findMessages } from './store.ts'
import type { HelpCaseRow, HelpMessageRow } from './tables.ts'
import { paymentOf } from './payment-of-case.ts'

export function caseReply(row: HelpCaseRow, messages: HelpMessageRow[]): HelpCase {
  return {
    id: row.id,
    payment_id: row.payment_id,
    state: row.state,
    opened_at: row.opened_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    messages: messages
      .filter((message) => message.case_id === row.id)
      .map((message) => ({
        from: message.operator_id === null ? 'player' : 'staff',
        text: message.text,
        at: message.at.toISOString(),
      })),
  }
}

export async function staffReplies(parts: HelpParts, rows: HelpCaseRow[]): Promise<StaffHelpCase[]> {
  const {
    platform: { db, clock },
    accounts,
  } = parts
  const messages = await findMessages(
    db.kysely,
    rows.map((row) => row.id),
  )
  const operators = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nowMs = clock.now().getTime()
  const replies: StaffHelpCase[] = []
  for (const row of rows) {
    const player = required(await accounts.findPlayer(row.player_id), 'player of the case')
    const { playerId: _, ...payment } = required(await paymentOf(parts, row.payment_id), 'payment of the case')
    const own = messages.filter((message) => message.case_id === row.id)
    const since = row.waiting_since ?? row.updated_at
    replies.push({
      ...caseReply(row, own),
      player: { id: player.id, player_name: player.player_name, mobile: player.mobile, market: player.market },
      payment,
      age_s: Math.max(0, Math.floor((nowMs - since.getTime()) / 1_000)),
      messages: caseReply(row, own).messages.map((message, index) => ({
        ...message,
        operator: operators.find((operator) => operator.id === own[index]?.operator_id)?.name ?? null,
      })),
    })
  }
  return replies
}
