import * as contract from '@dhow/contract/operator-sessions'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Staff } from './index.ts'

/** Sessions of operators. */
export function serveSessions(serve: Listener['serve'], { sessions }: Staff) {
  serve(contract.ownSessions, async ({ staff }) => ({ ...done, sessions: await sessions.own(staff) }))
  serve(contract.endOwnSession, async ({ params, staff }) => {
    await sessions.endOwn(staff, params.id)
    return done
  })
  serve(contract.endOtherSessions, async ({ staff }) => {
    await sessions.endOthers(staff)
    return done
  })
  serve(contract.operatorSessions, async ({ params, staff }) => ({
    ...done,
    sessions: await sessions.of(params.id, staff),
  }))
  serve(contract.endOperatorSessions, async ({ params, body, staff }) => {
    await sessions.end(params.id, staff, body)
    return done
  })
}
