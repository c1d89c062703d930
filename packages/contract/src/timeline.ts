import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { idOf, instant, operatorText, success } from './shapes.ts'

/** Everything that happened to a player, as one list for an operator who speaks to them. */

/** Most events of one page. */
export const eventsAtMost = 50

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
  // Most kinds need a permission of their own beside it.
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
        /** Id of the payment or case that has more. */
        about: z.nullable(z.string()),
      }),
    ),
    next_cursor: z.nullable(z.string()),
  }),
  refusals: ['not_found'],
})

export const timelineOperations = [staffTimeline]
