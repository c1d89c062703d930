import type { OtpType } from '@dhow/contract/accounts'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sameBytes, type Secrets } from '../../platform/secrets.ts'
import type { Portal } from '../portal/index.ts'
import { attemptsSince, noteAttempts } from './attempts.ts'
import type { Sms } from '../sms/index.ts'

/** Six digits live five minutes and stand five tries: 50 guesses a day are 0.005 %. */
export const codeRules = {
  livesMs: 5 * 60_000,
  tries: 5,
  resendAfterS: [30, 60, 120],
  perHour: { number: 5, address: 20 },
}
const hourMs = 3_600_000

export interface CodeRequest {
  mobile: string
  type: OtpType
  ip: string
  /** What the message says instead of a code, where none is to be given; the caller sees no difference. */
  insteadOfCode?: string | undefined
}

/** One-time codes: kept as keyed hashes, bound to number and type; a new one ends the one before. */
export function openCodes(
  { clock, random, id, config }: Platform,
  { secrets, sms, portal }: { secrets: Secrets; sms: Sms; portal: Portal },
) {
  const host = new URL(config.origins.portal).hostname
  const text = (tx: Tx, mobile: string, words: string, at: Date) =>
    sms.queue(tx, {
      id: id('sms'),
      kind: 'code',
      mobile,
      text: words,
      language: 'en',
      messageId: null,
      at,
      expiresAt: new Date(at.getTime() + codeRules.livesMs),
    })
  const hashOf = (mobile: string, type: OtpType, code: string) =>
    secrets.mac('one-time code', `${mobile}:${type}:${code}`)

  return {
    /**
     * Sends a code; answers the seconds after which another may be asked for.
     * @throws Refusal `otp_too_soon` by number or address
     */
    async send(tx: Tx, { mobile, type, ip, insteadOfCode }: CodeRequest): Promise<number> {
      const now = clock.now()
      const anHourAgo = new Date(now.getTime() - hourMs)
      const byNumber = await attemptsSince(tx, `otp:${mobile}`, anHourAgo)
      const byAddress = await attemptsSince(tx, `otp-ip:${ip}`, anHourAgo)
      // The pauses are the type's own: who just registered can add a payout account at once.
      const byType = await attemptsSince(tx, `otp:${mobile}:${type}`, anHourAgo)
      const last = await tx
        .selectFrom('attempt')
        .select('at')
        .where('subject', '=', `otp:${mobile}:${type}`)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const pauseS = codeRules.resendAfterS[Math.min(byType.count, codeRules.resendAfterS.length) - 1] ?? 0
      const readyInS = last ? Math.ceil(pauseS - (now.getTime() - last.at.getTime()) / 1_000) : 0
      if (readyInS > 0) throw tooSoon(readyInS)
      if (byNumber.count >= codeRules.perHour.number) throw tooSoon(secondsUntil(byNumber.first, now))
      if (byAddress.count >= codeRules.perHour.address) throw tooSoon(secondsUntil(byAddress.first, now))
      await noteAttempts(tx, [`otp:${mobile}`, `otp:${mobile}:${type}`, `otp-ip:${ip}`], now)
      const resendAfterS = codeRules.resendAfterS[Math.min(byType.count, codeRules.resendAfterS.length - 1)]!
      if (insteadOfCode !== undefined) {
        await text(tx, mobile, insteadOfCode, now)
        return resendAfterS
      }
      const code = String(random.int(1_000_000)).padStart(6, '0')
      await tx
        .updateTable('one_time_code')
        .set({ used_at: now })
        .where('mobile', '=', mobile)
        .where('type', '=', type)
        .where('used_at', 'is', null)
        .execute()
      await tx
        .insertInto('one_time_code')
        .values({
          id: id('otp'),
          mobile,
          type,
          code_hash: hashOf(mobile, type, code),
          sent_at: now,
          expires_at: new Date(now.getTime() + codeRules.livesMs),
          used_at: null,
          bound_to: null,
        })
        .execute()
      // The last line is the form by which browsers offer to fill the code in.
      const { names } = portal.settings()
      const words = `${code} is your ${names.portal} code. It is valid for 5 minutes. Do not give it to anybody.\n\n@${host} #${code}`
      await text(tx, mobile, words, now)
      return resendAfterS
    },

    /**
     * Uses a code up. A wrong one counts as a try, which outlives the refusal: run it in a transaction of its own with `tries`.
     * @returns whether the code was right
     */
    async use(tx: Tx, { mobile, type, code }: { mobile: string; type: OtpType; code: string }): Promise<boolean> {
      const now = clock.now()
      const row = await tx
        .selectFrom('one_time_code')
        .selectAll()
        .where('mobile', '=', mobile)
        .where('type', '=', type)
        .where('used_at', 'is', null)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.expires_at <= now || row.tries >= codeRules.tries) return false
      const right = sameBytes(Buffer.from(row.code_hash), hashOf(mobile, type, code))
      await tx
        .updateTable('one_time_code')
        .set(right ? { used_at: now } : (eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', row.id)
        .execute()
      return right
    },
  }
}

function tooSoon(seconds: number): Refusal {
  return new Refusal('otp_too_soon', { data: { retry_after_s: Math.max(1, seconds) } })
}

function secondsUntil(first: Date | null, now: Date): number {
  return first ? Math.ceil((first.getTime() + hourMs - now.getTime()) / 1_000) : 1
}
