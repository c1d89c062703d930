import { keysOf } from '@dhow/contract/keys-of'
import { every } from '../../../platform/every.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dayIn, markets } from '../../portal/index.ts'
import type { MessageParts } from '../index.ts'
import { claimDue } from './claim-due.ts'
import { deliverOne, type ChannelSenders } from './deliver-one.ts'
import { operatorSubject } from './rules.ts'

const lookEachMs = 2_000
const sweepEachMs = 3_600_000
const atOnce = 20
const operators = keysOf(markets).map(operatorSubject)

/** The sender of deliveries that do not leave with their transaction: each try under a lease, shared by all servers. */
export function openDeliveries(platform: Platform, parts: () => MessageParts, senders: ChannelSenders) {
  const { log, clock, db, jobs } = platform
  const daysAgo = (days: number) => dayIn('UTC', new Date(clock.now().getTime() - days * 86_400_000))
  let underWay: Promise<void> | undefined

  async function run() {
    for (;;) {
      const due = await claimDue(platform, atOnce)
      await Promise.all(
        due.map((delivery) =>
          deliverOne(parts(), senders, delivery).catch((error: unknown) =>
            log.error({ err: error, message: delivery.message_id }, 'a delivery failed and will be tried again'),
          ),
        ),
      )
      if (due.length < atOnce) return
    }
  }
  /** One run at a time in this process. */
  async function sendDue() {
    while (underWay) await underWay
    underWay = run().finally(() => (underWay = undefined))
    await underWay
  }
  const stops = [
    every(platform, 'deliveries', lookEachMs, sendDue),
    every(platform, 'deliveries-sweep', sweepEachMs, () =>
      db.kysely
        .deleteFrom('messages.day_count')
        .where('day', '<', daysAgo(3))
        // The console shows the operator's counts as long as costs.
        .where((eb) => eb.or([eb('subject', 'not in', operators), eb('day', '<', daysAgo(100))]))
        .execute(),
    ),
  ]
  return {
    sendDue,
    /** Looks soon, without waiting for it; a process without jobs leaves it to the others. */
    wake: () => {
      if (!jobs.areOff)
        void sendDue().catch((error: unknown) => log.error({ err: error }, 'deliveries could not be claimed'))
    },
    async close() {
      for (const stop of stops) await stop()
      await underWay
    },
  }
}
