import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import * as contract from '@dhow/contract/accounts'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { requireCookie, type Browser } from './browser.ts'
import type { Accounts } from './index.ts'
import { otpRequired } from './replies.ts'

/** Calls to reset a forgotten password, or change a known one. */
export function servePasswords({ serve }: Listener, accounts: Accounts, browser: Browser) {
  serve(contract.forgotPassword, async ({ body, ip, request }) => {
    const { mobile } = accounts.readMobile(body.mobile, body.market)
    const seconds = await accounts.setPassword.forgot(mobile, browser.originOf({ ip, request }))
    return otpRequired('forgot_password', mobile, seconds)
  })
  serve(contract.resetPassword, async ({ body }) => {
    await accounts.setPassword.reset(body.reset_token, body.password)
    const text = textOf('password_changed', {})
    return { ...done, text, msg: inEnglish(text) }
  })
  serve(contract.changePassword, async ({ body, session, token, request }) => {
    await requireCookie(accounts, token, request)
    await accounts.setPassword.change(session.playerId, session.sessionId, body.current_password, body.password)
    return { ...done, msg: 'Your password is changed.' }
  })
}
