import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** Writes a message to be sent once the transaction stands. */
export async function queueSms(tx: Tx, sms: { id: string; mobile: string; text: string; at: Date }) {
  await tx
    .insertInto('sms_outbox')
    .values({ id: sms.id, mobile: sms.mobile, text: sms.text, created_at: sms.at, next_at: sms.at, sent_at: null })
    .execute()
}

/** A message that could not be given away for this long says nothing to anybody any more. */
const giveUpAfterTries = 8
const answerWithinMs = 10_000

/**
 * Sends what is due; several servers share the work row by row. A message may be sent twice where its answer was lost, never not at
 * all; its text is gone once it is sent.
 */
export async function sendDueSms({ db, clock, config, log }: Platform): Promise<number> {
  const claimed = await db.transaction(async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('sms_outbox')
      .selectAll()
      .where('sent_at', 'is', null)
      .where('next_at', '<=', now)
      .where('tries', '<', giveUpAfterTries)
      .orderBy('next_at')
      .limit(20)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const sms of due) {
      const waitMs = 2_000 * 2 ** sms.tries
      await tx
        .updateTable('sms_outbox')
        .set({ tries: sms.tries + 1, next_at: new Date(now.getTime() + waitMs) })
        .where('id', '=', sms.id)
        .execute()
    }
    return due
  })
  for (const sms of claimed) {
    try {
      const answer = await fetch(config.sms.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': sms.id,
          ...(config.sms.key ? { 'x-sms-key': config.sms.key } : {}),
          ...(config.mode === 'sandbox' ? { 'x-sandbox-key': config.sandboxKey } : {}),
        },
        body: JSON.stringify({ to: sms.mobile, text: sms.text }),
        signal: AbortSignal.timeout(answerWithinMs),
      })
      if (!answer.ok) throw new Error(`the SMS service answered ${answer.status}`)
      await db.kysely
        .updateTable('sms_outbox')
        .set({ sent_at: clock.now(), text: '' })
        .where('id', '=', sms.id)
        .execute()
    } catch (error) {
      log.warn({ err: error, sms: sms.id, tries: sms.tries + 1 }, 'a message could not be sent yet')
    }
  }
  return claimed.length
}
