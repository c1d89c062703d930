import type { SkipReason } from '@dhow/contract/deliveries'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { MessageParts } from '../index.ts'
import { queueTextMessage } from '../send-message.ts'
import { attemptColumns } from './change-delivery.ts'
import type { DueDelivery } from './claim-due.ts'
import { gate } from './gate.ts'
import { retryAfterMs } from './rules.ts'

/** Result of one try on a channel. `later`: not accepted, or unknown. */
export type Outcome =
  /** `costMinor` if sending costs money; `wording`: version of the operator's wording. */
  | { state: 'sent'; wording: string | null; costMinor?: bigint }
  | { state: 'later' }
  | { state: 'failed'; reason: string }
  | { state: 'skipped'; reason: SkipReason }

/** Sends a message by one channel; the receiver recognises a repeat. */
export type ChannelSender = (due: DueDelivery) => Promise<Outcome>

export type ChannelSenders = Record<'email' | 'push', ChannelSender>

/** Delivers a claimed delivery and writes the result, unless another server has claimed it meanwhile. */
export async function deliverOne(parts: MessageParts, senders: ChannelSenders, due: DueDelivery): Promise<void> {
  const { db, clock } = parts.platform
  const verdict = await gate(parts, due)
  if ('waitUntil' in verdict) return void (await write(db.kysely, due, { next_at: verdict.waitUntil }))
  if ('skip' in verdict) return void (await write(db.kysely, due, skipped(verdict.skip, clock.now())))
  if (due.channel === 'sms') return queueDelivery(parts, due)
  if (due.channel === 'inbox') return
  const outcome = await senders[due.channel](due)
  const now = clock.now()
  if (outcome.state === 'skipped') return void (await write(db.kysely, due, skipped(outcome.reason, now)))
  const nextAt = outcome.state === 'later' ? new Date(now.getTime() + retryAfterMs(due.tries)) : null
  await write(db.kysely, due, {
    ...attemptColumns(now),
    next_at: nextAt,
    ...(outcome.state === 'sent' ? { state: 'sent', sent_at: now, wording: outcome.wording, ...costOf(outcome) } : {}),
    ...(outcome.state === 'failed' ? { state: 'failed', reason: outcome.reason, ended_at: now } : {}),
  })
}

/** Added to the cost of earlier sends, if an operator repeated it. */
const costOf = ({ costMinor }: { costMinor?: bigint }) =>
  costMinor === undefined ? {} : { cost_minor: sql<bigint>`coalesce(cost_minor, 0) + ${costMinor}::bigint` }

const skipped = (reason: SkipReason, at: Date) => ({ state: 'skipped', reason, next_at: null, ended_at: at }) as const

/** Passes a text message to the gateways' queue, which updates its further states. */
async function queueDelivery(parts: MessageParts, due: DueDelivery) {
  await parts.platform.db.transaction(async (tx) => {
    if (!(await write(tx, due, { next_at: null }))) return
    await queueTextMessage(parts, tx, { ...due, id: due.message_id })
  })
}

async function write(reader: Db, due: DueDelivery, change: Updateable<Tables['messages.delivery']>): Promise<boolean> {
  const { numUpdatedRows } = await reader
    .updateTable('messages.delivery')
    .set(change)
    .where('message_id', '=', due.message_id)
    .where('channel', '=', due.channel)
    .where('next_at', '=', due.lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
