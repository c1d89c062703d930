import * as contract from '@dhow/contract/player-passkeys'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Portal } from '../portal/index.ts'
import { requireCookie, type Browser } from './browser.ts'
import type { Accounts } from './index.ts'
import { openSignedIn } from './replies.ts'

/** A player's own passkeys, and the sign-in by one. */
export function servePasskeys(
  { serve }: Listener,
  { accounts, portal, browser }: { accounts: Accounts; portal: Portal; browser: Browser },
) {
  const signedIn = openSignedIn(accounts, portal, browser)
  serve(contract.playerPasskeys, async ({ session }) => ({
    ...done,
    passkeys: await accounts.passkeys.list(session.playerId),
  }))
  serve(contract.beginPlayerPasskey, async ({ body, session, token, request }) => {
    await requireCookie(accounts, token, request)
    return { ...done, options: await accounts.passkeys.begin(session, body.current_password) }
  })
  serve(contract.addPlayerPasskey, async ({ body, session, token, request, reply }) => {
    await requireCookie(accounts, token, request)
    const name = body.name || browser.deviceOf(request, reply).label
    return { ...done, passkey: await accounts.passkeys.add(session, { name, credential: body.credential }) }
  })
  serve(contract.renamePlayerPasskey, async ({ params, body, session, token, request }) => {
    await requireCookie(accounts, token, request)
    return { ...done, passkey: await accounts.passkeys.rename(session, params.id, body.name) }
  })
  serve(contract.removePlayerPasskey, async ({ params, body, session, token, request }) => {
    await requireCookie(accounts, token, request)
    await accounts.passkeys.remove(session, params.id, body.current_password)
    return done
  })
  serve(contract.beginPasskeyLogin, async ({ request, reply }) => ({
    ...done,
    options: await accounts.signIn.beginPasskey(browser.deviceOf(request, reply)),
  }))
  serve(contract.passkeyLogin, async ({ body, ip, request, reply }) => {
    const { player, session } = await accounts.signIn.byPasskey(
      body.credential,
      browser.originOf({ ip, request }),
      () => browser.deviceOf(request, reply),
    )
    return signedIn(reply, player, session)
  })
}
