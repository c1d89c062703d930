import * as contract from '@dhow/contract/passkeys'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Staff } from './index.ts'

/** An operator's own passkeys. */
export function servePasskeys(serve: Listener['serve'], { passkeys }: Staff) {
  serve(contract.ownPasskeys, async ({ staff: session }) => ({ ...done, passkeys: await passkeys.list(session) }))
  serve(contract.beginPasskey, async ({ body, staff: session }) => ({
    ...done,
    options: { ...(await passkeys.begin(session, body)) },
  }))
  serve(contract.addPasskey, async ({ body, staff: session }) => ({
    ...done,
    passkey: await passkeys.add(session, body),
  }))
  serve(contract.renamePasskey, async ({ params, body, staff: session }) => {
    await passkeys.rename(session, params.id, body.name)
    return done
  })
  serve(contract.removePasskey, async ({ params, body, staff: session }) => {
    await passkeys.remove(session, params.id, body)
    return done
  })
}
