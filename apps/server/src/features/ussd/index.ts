import './tables.ts'
import { every } from '../../platform/every.ts'
import { answerStep, type Step } from './answer-step.ts'
import type { UssdParts } from './parts.ts'

export type { Step } from './answer-step.ts'
export type Ussd = ReturnType<typeof openUssd>

const forgetEachMs = 3_600_000
const keptForMs = 86_400_000

/**
 * Menu for phones without internet: balance, last deposits, payments and vouchers, a break, exclusion. It pays no money
 * out.
 */
export function openUssd(parts: UssdParts) {
  const { db, clock } = parts.platform
  /** Steps under way on this server: a gateway that times out early repeats the step meanwhile. */
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

  /** Deletes answers older than a day. */
  const forget = () =>
    db.kysely
      .deleteFrom('ussd.answer')
      .where('at', '<', new Date(clock.now().getTime() - keptForMs))
      .execute()

  return {
    /** Answer to one step of a dialogue; a repeat within a day gets the same one. */
    answer(step: Step): Promise<string> {
      // The input may be a voucher's number: only its keyed hash is stored.
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
