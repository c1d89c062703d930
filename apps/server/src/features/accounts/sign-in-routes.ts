import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import { isOneOf } from '@dhow/contract/records'
import * as contract from '@dhow/contract/accounts'
import { authenticationType } from '@dhow/contract/portal'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Portal } from '../portal/index.ts'
import type { Browser } from './browser.ts'
import type { Accounts } from './index.ts'
import { openSignedIn, otpRequired } from './replies.ts'

/** Types of codes for a signed-in player. */
const ownTypes = ['withdraw', 'payout_account', 'change_mobile', 'close_account'] as const

interface SignInParts {
  accounts: Accounts
  portal: Portal
  browser: Browser
}

/** Calls of the forms of registration and sign-in. */
export function serveSignIn({ serve }: Listener, { accounts, portal, browser }: SignInParts) {
  const signedIn = openSignedIn(accounts, portal, browser)
  // The forms of sign-in and registration call it first: from then on codes are bound to this browser.
  serve(authenticationType, async ({ request, reply }) => {
    const { open, otp, new_device_otp, forgot_password } = portal.settings().registration
    browser.deviceOf(request, reply)
    return { ...done, register_otp: otp, new_device_otp, forgot_password, registration_open: open }
  })
  serve(contract.checkPlayerName, async ({ query }) => {
    const fits = /^[A-Za-z0-9_.]{3,20}$/.test(query.player_name)
    const available = fits && !(await accounts.nameIsTaken(query.player_name))
    const text = textOf(available ? 'name_available' : fits ? 'player_name_taken' : 'player_name_rule', {})
    return { ...done, available, text, msg: inEnglish(text) }
  })
  serve(contract.register, async ({ body, ip, request, reply }) => {
    const { mobile, market } = accounts.readMobile(body.mobile, body.market)
    const { player_name, password, referral_code = null } = body
    const terms_version = body.accept_terms ? '2026-11' : null
    const started = await accounts.registration.start(
      { player_name, password, mobile, market, terms_version, referral_code },
      browser.originOf({ ip, request }),
    )
    if (started.waiting) return otpRequired('register', mobile, started.resendAfterS)
    return signedIn(
      reply,
      started.player,
      await accounts.signIn.trusted(started.player, browser.deviceOf(request, reply)),
    )
  })
  serve(contract.login, async ({ body, ip, request, reply }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const result = await accounts.signIn.byPassword(mobile, body.password, browser.originOf({ ip, request }), () =>
      browser.deviceOf(request, reply),
    )
    return result.waiting
      ? otpRequired('login', mobile, result.resendAfterS)
      : signedIn(reply, result.player, result.session)
  })
}

/** Calls that send and check one-time codes. */
export function serveCodes({ serve }: Listener, { accounts, portal, browser }: SignInParts) {
  const signedIn = openSignedIn(accounts, portal, browser)
  serve(contract.sendOtp, async ({ body, session, ip, request }) => {
    if (isOneOf(ownTypes, body.type)) {
      if (!session) throw new Refusal('session_invalid')
      const { seconds, mobile } = await accounts.sendOwnCode(session, body.type, body)
      return otpRequired(body.type, mobile, seconds)
    }
    const { mobile } = accounts.readMobile(body.mobile ?? '', body.market)
    const resend = {
      register: accounts.registration.resend,
      login: accounts.signIn.resend,
      forgot_password: accounts.setPassword.forgot,
    }
    const seconds = await resend[body.type](mobile, browser.originOf({ ip, request }))
    return otpRequired(body.type, mobile, seconds)
  })
  serve(contract.verifyOtp, async ({ body, ip, request, reply }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const { deviceId } = browser.originOf({ ip, request })
    if (body.type === 'register') {
      const player = await accounts.registration.finish(mobile, body.otp, deviceId)
      return signedIn(reply, player, await accounts.signIn.trusted(player, browser.deviceOf(request, reply)))
    }
    if (body.type === 'login') {
      const { player, session } = await accounts.signIn.byCode(mobile, body.otp, deviceId, () =>
        browser.deviceOf(request, reply),
      )
      return signedIn(reply, player, session)
    }
    if (body.type === 'forgot_password') {
      return {
        ...done,
        type: 'forgot_password' as const,
        msg: 'Choose a new password.',
        reset_token: await accounts.setPassword.answerCode(mobile, body.otp, deviceId, () =>
          browser.deviceOf(request, reply),
        ),
      }
    }
    throw new Refusal('otp_wrong')
  })
}
