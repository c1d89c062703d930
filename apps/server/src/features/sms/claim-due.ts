import type { Tx } from '../../platform/db/index.ts'
import type { SmsPlatform } from './on-change.ts'
import type { SmsKind } from './tables.ts'

/** Lease of a claimed message; afterwards another server may claim it. */
const leaseMs = 45_000

export type ClaimedSms = Awaited<ReturnType<typeof claimDue>>[number]

/**
 * Claims due messages for this server; several servers share them row by row. Expired ones fail as `expired` and are
 * not returned.
 */
export async function claimDue({ db, clock, onChange }: SmsPlatform, kind: SmsKind, most: number) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('sms.outbox')
      .select(['id', 'kind', 'mobile', 'text', 'language', 'tries', 'expires_at', 'message_id'])
      .where('state', '=', 'queued')
      .where('kind', '=', kind)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    const late = due.filter((sms) => sms.expires_at <= now)
    const claimed = due.filter((sms) => sms.expires_at > now)
    await update(tx, late, { state: 'failed', failure: 'expired', text: '', ended_at: now })
    for (const { message_id: messageId } of late)
      if (messageId !== null)
        await onChange(tx, { messageId, state: 'failed', failure: 'expired', isAccepted: false, at: now })
    await update(tx, claimed, { next_at: new Date(now.getTime() + leaseMs) })
    return claimed
  })
}

async function update(
  tx: Tx,
  rows: { id: string }[],
  change: { next_at: Date } | { state: 'failed'; failure: string; text: string; ended_at: Date },
) {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await tx.updateTable('sms.outbox').set(change).where('id', 'in', ids).execute()
}
