import type { OtpType } from '@dhow/contract/accounts'
import type { FastifyReply } from 'fastify'
import { done } from '../../platform/http/call.ts'
import type { Portal } from '../portal/index.ts'
import type { Browser } from './browser.ts'
import type { Accounts } from './index.ts'
import { maskedMobile } from './mobile.ts'
import type { OpenedSession } from './open-session.ts'
import type { PlayerRow } from './tables.ts'

/** The answer to a request for a code: the same whether or not the number has an account. */
export const otpRequired = (type: OtpType, mobile: string, resendAfterS: number) => ({
  status: 'otp_required' as const,
  type,
  msg: `We sent a code to ${maskedMobile(mobile)}.`,
  mobile,
  resend_after_s: resendAfterS,
})

/** Answers a sign-in: token and player in the body, the second part of the session in a cookie. */
export const openSignedIn =
  (accounts: Accounts, portal: Portal, browser: Browser) =>
  async (reply: FastifyReply, player: PlayerRow, session: OpenedSession) => {
    browser.keepHalf(reply, session.cookie, portal.settings().session.absolute_days * 86_400)
    const { id: playerId, market, currency } = player
    const { player: user } = await accounts.profile({ playerId, market, currency, sessionId: session.sessionId })
    return {
      ...done,
      type: 'valid' as const,
      msg: 'Welcome',
      token: session.token,
      user,
      portal_settings: portal.publicSettings(),
    }
  }
