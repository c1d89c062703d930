import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Portal } from '../portal/index.ts'
import { openBrowser } from './browser.ts'
import type { Accounts } from './index.ts'
import { servePasskeys } from './passkey-routes.ts'
import { servePasswords } from './password-routes.ts'
import { serveProfile } from './profile-routes.ts'
import { serveSessions } from './session-routes.ts'
import { serveCodes, serveSignIn } from './sign-in-routes.ts'

/** Answers the calls of the portal about players' accounts. */
export function serveAccounts(
  listeners: { portal: Listener },
  accounts: Accounts,
  { portal, platform }: { portal: Portal; platform: Platform },
) {
  const browser = openBrowser(platform)
  serveSignIn(listeners.portal, { accounts, portal, browser })
  serveCodes(listeners.portal, { accounts, portal, browser })
  servePasskeys(listeners.portal, { accounts, portal, browser })
  servePasswords(listeners.portal, accounts, browser)
  serveSessions(listeners.portal, accounts, { portal, platform })
  serveProfile(listeners.portal, accounts, platform)
}
