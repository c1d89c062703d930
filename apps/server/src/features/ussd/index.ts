import './tables.ts'
import { every } from '../../platform/every.ts'
import { answerStep, type Step } from './answer-step.ts'
import type { UssdParts } from './parts.ts'

export type { Step } from './answer-step.ts'
export type Ussd = ReturnType<typeof openUssd>

const forgetEachMs = 3_600_000
const keptForMs = 86_400_000

/** The menu for phones without internet: balance, last deposits, payments and vouchers, a break, exclusion. No money goes out through it. */
export function openUssd(parts: UssdParts) {
  const { db, clock } = parts.platform
  /** Steps under way here: a gateway that gives up early sends the same one beside the first. */
  const underWay = new Map<string, Promise<string>>()

  async function answerOnce(step: Step, hash: Buffer): Promise<string> {
    const known = await db.kysely.selectFrom('ussd.answer').select('text').where('step', '=', hash).executeTakeFirst()
    if (known) return known.text
    const text = await answerStep(parts, step, `ussd:${hash.toString('hex')}`)
    await db.kysely
      .insertInto('ussd.answer')
      .values({ step: hash, text, at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return text
  }

  /** Forgets the answers of more than a day ago. */
  const forget = () =>
    db.kysely
      .deleteFrom('ussd.answer')
      .where('at', '<', new Date(clock.now().getTime() - keptForMs))
      .execute()

  return {
    /** The answer to one step of a dialogue; the same to one that is sent again within a day. */
    answer(step: Step): Promise<string> {
      // The typed text may be a voucher's number: only a keyed hash of it is kept.
      const hash = parts.secrets.mac('ussd-step', JSON.stringify([step.sessionId, step.mobile, step.text]))
      const key = hash.toString('hex')
      const running = underWay.get(key)
      if (running) return running
      const answered = answerOnce(step, hash).finally(() => underWay.delete(key))
      underWay.set(key, answered)
      return answered
    },
    forget,
    close: every(parts.platform, 'ussd-forget', forgetEachMs, forget),
  }
}
