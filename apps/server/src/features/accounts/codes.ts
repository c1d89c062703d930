import type { OtpType } from '@dhow/contract/accounts'
import { textOf } from '@dhow/contract/player-texts'
import type { Reserved } from '../../platform/attempts.ts'
import { bind } from '../../platform/bind.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { codeUses, guessRules, type Asker } from './guess-limits.ts'
import type { CodeParts } from './parts.ts'
import { sendCode } from './send-code.ts'
import { useCode } from './use-code.ts'

export type Codes = ReturnType<typeof openCodes>

/**
 * One-time codes: stored as keyed hashes, bound to number, type and browser; a new one replaces the browser's last one.
 */
export function openCodes(parts: CodeParts) {
  const { attempts, portal } = parts
  return {
    ...bind(parts, { send: sendCode, use: useCode }),

    /**
     * Counts a code before it is sent, outside any transaction. @throws Refusal `otp_too_soon` with the seconds to wait
     */
    reserve: (asker: Asker, type: OtpType): Promise<Reserved> =>
      attempts.reserve(
        codeUses(attempts, asker, type, portal.settings().guessing.unanswered_codes_a_day),
        'otp_too_soon',
      ),

    /** Seconds until another code may be requested. */
    resendAfterS({ tries }: Reserved): number {
      const { name, pausesS } = guessRules.codePause
      return pausesS[Math.min(tries[name] ?? 1, pausesS.length) - 1] ?? pausesS[0]
    },
  }
}

/** Refusal of a wrong, used or expired code. */
export const wrongCode = () => fieldRefusal('otp_wrong', 'otp', textOf('otp_wrong', {}))
