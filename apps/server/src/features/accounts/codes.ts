import { sql } from 'kysely'
import type { OtpType } from '@dhow/contract/accounts'
import { sameBytes } from '@dhow/platform/same-bytes'
import type { Attempts, Settlement, Taken } from '../../platform/attempts.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Secrets } from '../../platform/secrets.ts'
import type { Portal } from '../portal/index.ts'
import type { Sms } from '../sms/index.ts'
import { codeUses, guessRules, type Asker } from './guess-limits.ts'

/** Six digits live five minutes and stand five tries: 50 guesses a day are 0.005 %. */
const codeRules = { livesMs: 5 * 60_000, tries: 5 }

export interface CodeMessage {
  mobile: string
  type: OtpType
  /** The browser or player that asked, and that alone may answer; null where the caller keeps no cookies. */
  boundTo: string | null
  /** The registration that the code confirms. */
  registrationId?: string | undefined
  /** Sent instead of a code, where none is to be given. The caller sees no difference. */
  insteadOfCode?: string | undefined
}

export interface CodeAnswer {
  mobile: string
  type: OtpType
  boundTo: string | null
  code: string
}

/** One-time codes: kept as keyed hashes, bound to number, type and browser; a new one ends the browser's one before. */
export function openCodes(
  { db, clock, random, id, config }: Platform,
  { secrets, sms, portal, attempts }: { secrets: Secrets; sms: Sms; portal: Portal; attempts: Attempts },
) {
  const host = new URL(config.origins.portal).hostname
  const queue = (tx: Tx, mobile: string, text: string, at: Date) =>
    sms.queue(tx, {
      id: id('sms'),
      kind: 'code',
      mobile,
      text,
      language: 'en',
      messageId: null,
      at,
      expiresAt: new Date(at.getTime() + codeRules.livesMs),
    })
  const hashOf = (mobile: string, type: OtpType, code: string) =>
    secrets.mac('one-time code', `${mobile}:${type}:${code}`)

  return {
    /** Counts a code before it is sent, outside of any transaction. @throws Refusal `otp_too_soon` with the seconds to wait */
    reserve: (asker: Asker, type: OtpType): Promise<Taken> =>
      attempts.take(codeUses(attempts, asker, type, portal.settings().guessing.unanswered_codes_a_day), 'otp_too_soon'),

    /** The seconds after which another code may be asked for. */
    resendAfterS({ tries }: Taken): number {
      const { name, pausesS } = guessRules.codePause
      return pausesS[Math.min(tries[name] ?? 1, pausesS.length) - 1]!
    },

    /**
     * Sends a code that was counted. The same statements run whether or not there is a code to send, so that the time tells nothing.
     */
    async send(tx: Tx, { mobile, type, boundTo, registrationId, insteadOfCode }: CodeMessage, { ifRight }: Taken) {
      const now = clock.now()
      const code = String(random.int(1_000_000)).padStart(6, '0')
      await tx
        .updateTable('accounts.one_time_code')
        .set({ used_at: now })
        .where('mobile', '=', mobile)
        .where('type', '=', type)
        .where('bound_to', 'is not distinct from', boundTo)
        .where('used_at', 'is', null)
        .execute()
      await tx
        .insertInto('accounts.one_time_code')
        .values({
          id: id('otp'),
          mobile,
          type,
          // Nothing hashes to random bytes: a row that no answer fits.
          code_hash: insteadOfCode === undefined ? hashOf(mobile, type, code) : random.bytes(32),
          sent_at: now,
          expires_at: new Date(now.getTime() + codeRules.livesMs),
          used_at: null,
          bound_to: boundTo,
          registration_id: registrationId ?? null,
          uses: JSON.stringify(ifRight),
        })
        .execute()
      // The last line is the form by which browsers offer to fill the code in.
      const text = `${code} is your ${portal.settings().names.portal} code. It is valid for 5 minutes. Do not give it to anybody.\n\n@${host} #${code}`
      await queue(tx, mobile, insteadOfCode ?? text, now)
    },

    /**
     * Answers a code. The try is counted before it is judged, in a statement of its own, and a right code is used up.
     * @returns the registration that it was sent for, in an object; undefined for a wrong code
     */
    async use({ mobile, type, boundTo, code }: CodeAnswer): Promise<{ registrationId: string | null } | undefined> {
      const now = clock.now()
      const row = await db.kysely
        .updateTable('accounts.one_time_code')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('id', '=', (newest) =>
          newest
            .selectFrom('accounts.one_time_code')
            .select('id')
            .where('mobile', '=', mobile)
            .where('type', '=', type)
            .where('bound_to', 'is not distinct from', boundTo)
            .where('used_at', 'is', null)
            .orderBy('sent_at', 'desc')
            .limit(1),
        )
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .where('tries', '<', codeRules.tries)
        .returning(['id', 'code_hash', 'registration_id', sql<Settlement[]>`uses`.as('uses')])
        .executeTakeFirst()
      if (!row || !sameBytes(Buffer.from(row.code_hash), hashOf(mobile, type, code))) return undefined
      const used = await db.kysely
        .updateTable('accounts.one_time_code')
        .set({ used_at: now })
        .where('id', '=', row.id)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      if (used.numUpdatedRows !== 1n) return undefined
      await attempts.right(row.uses, mobile)
      return { registrationId: row.registration_id }
    },
  }
}
