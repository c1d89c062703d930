import type { Updateable } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ClaimedSms } from './claim-due.ts'
import type { Gateway } from './gateway.ts'
import type { SmsChange, SmsPlatform } from './on-change.ts'

const firstRetryMs = 2_000
const longestRetryMs = { code: 15_000, notice: 300_000 }

/** Result of one attempt, over all gateways. */
type Attempt =
  | { state: 'sent'; gateway: Gateway['name'] }
  | { state: 'failed'; failure: 'refused' | 'expired' }
  | { state: 'later'; wasTried: boolean }

/**
 * Sends a claimed message by the first gateway that accepts it, and writes the result. A message may arrive twice if an
 * answer was lost, always under its own id; it is never sent after its expiry.
 */
export async function sendOne(platform: SmsPlatform, gateways: readonly Gateway[], sms: ClaimedSms): Promise<void> {
  const { clock, log } = platform
  const attempt = await tryGateways(clock, gateways, sms)
  const now = clock.now()
  if (attempt.state === 'sent') {
    const change = { state: 'sent', sent_at: now, gateway: attempt.gateway, text: '' } as const
    await writeAttempt(platform, sms, change, { state: 'sent', failure: null, isAccepted: true })
    return
  }
  if (attempt.state === 'failed') {
    const { failure } = attempt
    const change = { state: 'failed', failure, ended_at: now, text: '' } as const
    await writeAttempt(platform, sms, change, { state: 'failed', failure, isAccepted: false })
    log.warn({ sms: sms.id, failure }, 'a text message failed')
    return
  }
  // With all circuit breakers open there was no try.
  const tries = attempt.wasTried ? sms.tries + 1 : sms.tries
  const waitMs = Math.min(firstRetryMs * 2 ** Math.min(attempt.wasTried ? sms.tries : 0, 12), longestRetryMs[sms.kind])
  const nextAt = new Date(Math.min(now.getTime() + waitMs, sms.expires_at.getTime()))
  const step = attempt.wasTried ? ({ state: 'tried', failure: null, isAccepted: false } as const) : undefined
  await writeAttempt(platform, sms, { tries, next_at: nextAt }, step)
  log.warn({ sms: sms.id, tries }, 'a text message could not be sent yet')
}

/** Writes the result of an attempt and, for a notice, its delivery in the same transaction. */
async function writeAttempt(
  { db, clock, onChange }: SmsPlatform,
  sms: ClaimedSms,
  change: Updateable<Tables['sms.outbox']>,
  step: Omit<SmsChange, 'messageId' | 'at'> | undefined,
) {
  const write = (reader: Db) =>
    reader
      .updateTable('sms.outbox')
      .set(change)
      .where('id', '=', sms.id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
  const { message_id: messageId } = sms
  if (messageId === null || !step) {
    await write(db.kysely)
    return
  }
  await db.transaction(async (tx) => {
    const { numUpdatedRows } = await write(tx)
    if (numUpdatedRows > 0n) await onChange(tx, { messageId, ...step, at: clock.now() })
  })
}

async function tryGateways(clock: Platform['clock'], gateways: readonly Gateway[], sms: ClaimedSms): Promise<Attempt> {
  let tried = 0
  let refusals = 0
  for (const gateway of gateways) {
    if (clock.now() >= sms.expires_at) return { state: 'failed', failure: 'expired' }
    if (!gateway.breaker.allows()) continue
    tried++
    const answer = await gateway.send(sms)
    if (answer === 'accepted' || answer === 'refused') gateway.breaker.succeeded()
    else gateway.breaker.failed()
    if (answer === 'accepted') return { state: 'sent', gateway: gateway.name }
    if (answer === 'refused') refusals++
    // The gateway may have it: a notice is repeated at the same gateway under its id; a code cannot wait for that.
    if (answer === 'unknown' && sms.kind === 'notice') return { state: 'later', wasTried: true }
  }
  return refusals === gateways.length
    ? { state: 'failed', failure: 'refused' }
    : { state: 'later', wasTried: tried > 0 }
}
