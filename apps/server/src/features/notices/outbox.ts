import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Content, DeliveryRow } from './tables.ts'

export interface Sending {
  /** Idempotency key: sent once. */
  key: string
  channelId: string
  step: DeliveryRow['step']
  aboutId: string
  rule?: { id: string; subject: string }
  title: string
  content: Content
  file?: { name: string; text: string } | undefined
}

/** Adds a sending to the outbox, in the caller's transaction. @returns whether it is new */
export async function queueSending({ id, clock }: Platform, tx: Tx, sending: Sending): Promise<boolean> {
  const now = clock.now()
  const { key, channelId, step, aboutId, rule, title, content, file } = sending
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notices.delivery')
    .values({
      ...{ id: id('ntd'), key, channel_id: channelId, step, about_id: aboutId, title },
      ...{ rule_id: rule?.id ?? null, subject: rule?.subject ?? '', content: JSON.stringify(content) },
      ...{ file_name: file?.name ?? null, file: file?.text ?? null, state: 'waiting' as const },
      ...{ created_at: now, tried_from: now, next_at: now, sent_at: null, ended_at: null, failure: null },
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
