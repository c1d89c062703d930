import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { idOf, instant, operatorText, success } from './shapes.ts'

/** Timeline of a player: all events in one list, for operators. */

/** Most events of one page. */
export const maxEvents = 50

export const eventKinds = [
  'deposits',
  'payments',
  'withdrawals',
  'sign_ins',
  'limits',
  'rewards',
  'tournaments',
  'cases',
  'messages',
  'acts',
  'account',
] as const
export type EventKind = (typeof eventKinds)[number]

const kind = z.enum(eventKinds)

export const staffTimeline = operation({
  name: 'staffTimeline',
  method: 'GET',
  path: '/staff/players/:id/timeline',
  access: 'staff',
  // Most kinds need a further permission.
  needs: ['players.see'],
  summary:
    'Everything that happened to a player, newest first, 50 a page: steps of deposits, payments by services and withdrawals, sign-ins, limits and breaks, bonuses, gifts and free rounds, ranks in tournaments, questions, messages, acts of operators, and registration, passkeys and closing of the account. Only of the kinds that the role may see, which `kinds` names.',
  params: z.object({ id: idOf('ply') }),
  query: z.object({
    kind: z.optional(kind),
    cursor: z.optional(z.string().check(z.maxLength(200), z.regex(/^\d{1,15}\.[!-~]+$/))),
  }),
  reply: z.object({
    status: success,
    kinds: z.array(kind),
    events: z.array(
      z.object({
        id: z.string(),
        at: instant,
        kind,
        text: operatorText,
        /** Id of the related payment or case. */
        about: z.nullable(z.string()),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

export const timelineOperations = [staffTimeline]
