import * as contract from '@dhow/contract/passkeys'
import { beginStepUp, confirmStepUp } from '@dhow/contract/step-ups'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Staff } from './index.ts'

/** An operator's own passkeys, and signatures with them. */
export function servePasskeys(serve: Listener['serve'], { passkeys, stepUps }: Staff) {
  serve(beginStepUp, async ({ body, staff: session }) => ({ ...done, ...(await stepUps.begin(session, body.request)) }))
  serve(confirmStepUp, async ({ params, body, staff: session }) => {
    await stepUps.confirm(session, params.id, body.credential)
    return done
  })
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
