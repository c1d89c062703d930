import type { DeliveryChannel } from '@dhow/contract/deliveries'
import { keysOf } from '@dhow/contract/keys-of'
import { every } from '../../../platform/every.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dayIn, markets } from '../../portal/index.ts'
import type { MessageParts } from '../index.ts'
import { claimDue } from './claim-due.ts'
import { deliverOne, type ChannelSenders } from './deliver-one.ts'
import { operatorSubject } from './rules.ts'

const checkIntervalMs = 2_000
const sweepEachMs = 3_600_000
const atOnce = 20
const operators = keysOf(markets).map(operatorSubject)

/**
 * Sends deliveries that do not leave with their transaction: each try under a lease, shared by all servers. E-mails are
 * sent after the letters in a separate run, so that a slow mail server delays no notification.
 */
export function openDeliveries(
  platform: Platform,
  parts: () => MessageParts,
  { letters, ...senders }: ChannelSenders & { letters: (parts: MessageParts) => Promise<void> },
) {
  const { log, clock, db, jobs } = platform
  const daysAgo = (days: number) => dayIn('UTC', new Date(clock.now().getTime() - days * 86_400_000))

  async function deliver(channels: readonly DeliveryChannel[]) {
    for (;;) {
      const due = await claimDue(platform, atOnce, channels)
      await Promise.all(
        due.map((delivery) =>
          deliverOne(parts(), senders, delivery).catch((error: unknown) =>
            log.error({ err: error, message: delivery.message_id }, 'a delivery failed and will be retried'),
          ),
        ),
      )
      if (due.length < atOnce) return
    }
  }
  async function sweep() {
    await db.kysely
      .deleteFrom('messages.day_count')
      .where('day', '<', daysAgo(3))
      // The console shows the operator's counts as long as costs.
      .where((eb) => eb.or([eb('subject', 'not in', operators), eb('day', '<', daysAgo(100))]))
      .execute()
    // These addresses were not confirmed and may be anybody's.
    await db.kysely.deleteFrom('messages.email_claim').where('expires_at', '<', clock.now()).execute()
  }

  const quick = oneAtATime(() => deliver(['inbox', 'sms', 'push']))
  const mail = oneAtATime(async () => {
    await letters(parts())
    await deliver(['email'])
  })
  const sendDue = () => Promise.all([quick.run(), mail.run()])
  const stops = [
    every(platform, 'deliveries', checkIntervalMs, quick.run),
    every(platform, 'deliveries-email', checkIntervalMs, mail.run),
    every(platform, 'deliveries-sweep', sweepEachMs, sweep),
  ]
  return {
    sendDue: async () => void (await sendDue()),
    /** Starts a run soon without waiting for it; in a process without jobs others do it. */
    wake: () => {
      if (!jobs.areOff)
        void sendDue().catch((error: unknown) => log.error({ err: error }, 'deliveries could not be claimed'))
    },
    async close() {
      for (const stop of stops) await stop()
      await Promise.all([quick.idle(), mail.idle()])
    },
  }
}

/** One run at a time in this process; calls during one share the next. */
function oneAtATime(work: () => Promise<void>) {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => (underWay = work().finally(() => (underWay = undefined)))
  const startNext = () => {
    next = undefined
    return start()
  }
  return {
    run: () => (underWay ? (next ??= underWay.then(startNext, startNext)) : start()),
    idle: async () => next ?? underWay,
  }
}
