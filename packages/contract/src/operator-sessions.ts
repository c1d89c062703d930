import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reason } from './queue-shapes.ts'
import { idOf, instant, success } from './shapes.ts'

/** Sessions of operators: list and end. */

export const operatorSession = z.object({
  id: z.string(),
  /** Browser and system; null for sessions from before these were stored. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  since: instant,
  last_seen_at: instant,
  /** Whether it is the caller's session. */
  current: z.boolean(),
})

const sessions = z.object({ status: success, sessions: z.array(operatorSession) })
const ended = z.object({ status: success })

export const ownSessions = operation({
  name: 'ownSessions',
  method: 'GET',
  path: '/staff/me/sessions',
  access: 'staff',
  needs: [],
  summary: 'The caller’s open sessions with device and address, last used first.',
  reply: sessions,
  refusals: [],
})

const sessionId = z.object({ id: idOf('ops') })

export const endOwnSession = operation({
  name: 'endOwnSession',
  method: 'POST',
  path: '/staff/me/sessions/:id/end',
  access: 'staff',
  needs: [],
  summary: 'End one of the caller’s sessions.',
  params: sessionId,
  body: z.optional(z.object({})),
  reply: ended,
  refusals: ['not_found'],
})

export const endOtherSessions = operation({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/staff/me/sessions/end-others',
  access: 'staff',
  needs: [],
  summary: 'End all of the caller’s other sessions and unfinished sign-ins.',
  body: z.optional(z.object({})),
  reply: ended,
  refusals: [],
})

const operatorId = z.object({ id: idOf('op') })

export const operatorSessions = operation({
  name: 'operatorSessions',
  method: 'GET',
  path: '/staff/operators/:id/sessions',
  access: 'staff',
  needs: ['staff.manage'],
  summary: 'An operator’s open sessions with device and address, last used first.',
  params: operatorId,
  reply: sessions,
  refusals: ['not_found'],
})

export const endOperatorSessions = operation({
  name: 'endOperatorSessions',
  method: 'POST',
  path: '/staff/operators/:id/sessions/end',
  access: 'staff',
  needs: ['staff.manage'],
  summary:
    'End one session of another operator, or, without `session_id`, all sessions and unfinished sign-ins; with a reason for the audit trail.',
  params: operatorId,
  body: z.object({ session_id: z.optional(sessionId.shape.id), reason }),
  reply: ended,
  refusals: ['not_found', 'staff_is_self'],
})

export const operatorSessionOperations = [
  ownSessions,
  endOwnSession,
  endOtherSessions,
  operatorSessions,
  endOperatorSessions,
]
