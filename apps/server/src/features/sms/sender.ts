import { claimDue } from './claim-due.ts'
import type { Gateway } from './gateway.ts'
import type { SmsPlatform } from './on-change.ts'
import { sendOne } from './send-one.ts'
import type { SmsKind } from './tables.ts'

/** Sends due messages, `atOnce` of each kind at a time, so that notices do not delay codes. */
export function openSender(platform: SmsPlatform, gateways: readonly Gateway[], atOnce: number) {
  const lanes = {
    code: openSendQueue(platform, gateways, 'code', atOnce),
    notice: openSendQueue(platform, gateways, 'notice', atOnce),
  }
  return {
    /** Starts sending a kind's due messages without waiting. */
    wake: (kind: SmsKind) => lanes[kind].wake(),
    /** Sends all due messages and waits for the answers. */
    async sendDue() {
      await Promise.all([lanes.code.drain(), lanes.notice.drain()])
    },
  }
}

function openSendQueue(platform: SmsPlatform, gateways: readonly Gateway[], kind: SmsKind, atOnce: number) {
  const { log } = platform
  const inFlight = new Set<Promise<void>>()
  let filling: Promise<void> | undefined
  let isAskedAgain = false

  /** Claims messages while there is capacity and any are due. */
  async function fill() {
    do {
      isAskedAgain = false
      const room = atOnce - inFlight.size
      if (room <= 0) return
      const claimed = await claimDue(platform, kind, room)
      for (const sms of claimed) start(sendOne(platform, gateways, sms))
      if (claimed.length === room) isAskedAgain = true
    } while (isAskedAgain)
  }

  function start(sending: Promise<void>) {
    const guarded = sending
      .catch((error: unknown) => log.error({ err: error }, 'the state of a text message could not be written'))
      .finally(() => {
        inFlight.delete(guarded)
        wake()
      })
    inFlight.add(guarded)
  }

  function wake() {
    isAskedAgain = true
    filling ??= fill()
      .catch((error: unknown) => log.error({ err: error }, 'text messages could not be claimed'))
      .finally(() => {
        filling = undefined
        if (isAskedAgain) wake()
      })
  }

  return {
    wake,
    async drain() {
      wake()
      while (filling || inFlight.size > 0) await (filling ?? Promise.race(inFlight))
    },
  }
}
