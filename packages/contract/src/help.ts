import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { queuePage, whose } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amountReply, anyId, currency, instant, paymentStatus, success } from './shapes.ts'

/** A player's questions about a payment: one case a payment, answered by the operators of the portal. */
export const helpRefusals = {
  help_waiting: { status: 429 },
} as const

/** So many messages of a player wait for an answer at most. */
export const messagesWaitingAtMost = 5

const message = z.object({
  from: z.enum(['player', 'staff']),
  text: z.string(),
  at: instant,
})

export const helpState = z.enum(['waiting', 'answered', 'closed'])

export const helpCase = z.object({
  id: z.string(),
  payment_id: z.string(),
  state: helpState,
  opened_at: instant,
  updated_at: instant,
  messages: z.array(message),
})
export type HelpCase = z.output<typeof helpCase>

const params = z.object({ id: anyId })
const text = z
  .string(fault('message_required'))
  .check(z.trim(), z.minLength(1, fault('message_required')), z.maxLength(1_000, fault('message_too_long')))
const helpReply = z.object({ status: success, help: z.nullable(helpCase) })

export const paymentHelp = operation({
  name: 'paymentHelp',
  method: 'GET',
  path: '/player/payments/:id/help',
  access: 'player',
  summary: 'What was asked and answered about one payment, a deposit or a withdrawal; null where nothing was.',
  params,
  reply: helpReply,
  refusals: ['not_found'],
})

export const askForHelp = operation({
  name: 'askForHelp',
  method: 'POST',
  path: '/player/payments/:id/help',
  access: 'player',
  summary: 'Ask about one payment: opens its case, or writes on in it.',
  params,
  body: z.object({ text }),
  reply: helpReply,
  idempotent: true,
  refusals: ['not_found', 'help_waiting', 'key_changed', 'key_in_use'],
})

// ---- The console's side ----

export const staffHelpCase = z.object({
  ...helpCase.shape,
  player: whose,
  payment: z.object({
    kind: z.enum(['deposit', 'withdrawal']),
    method: z.string(),
    amount: amountReply,
    currency,
    status: paymentStatus,
  }),
  /** How long the player has been waiting for an answer; since the last message where nobody waits. */
  age_s: z.number(),
  messages: z.array(z.object({ ...message.shape, operator: z.nullable(z.string()) })),
})
export type StaffHelpCase = z.output<typeof staffHelpCase>

const staffHelpReply = z.object({ status: success, case: staffHelpCase })

export const staffHelpCases = operation({
  name: 'staffHelpCases',
  method: 'GET',
  path: '/staff/help-cases',
  access: 'staff',
  needs: ['help.see'],
  summary: 'Questions about payments: what waits oldest first, what is answered or searched for newest first.',
  query: z.object({
    state: z.optional(helpState),
    q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    cases: z.array(staffHelpCase),
    ...queuePage,
  }),
  refusals: [],
})

export const staffGetHelpCase = operation({
  name: 'staffGetHelpCase',
  method: 'GET',
  path: '/staff/help-cases/:id',
  access: 'staff',
  needs: ['help.see'],
  summary: 'One question with everything that was written.',
  params,
  reply: staffHelpReply,
  refusals: ['not_found'],
})

export const answerHelp = operation({
  name: 'answerHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/answer',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Answer the player, who reads it at once, and close the case where that settles it.',
  params,
  body: z.object({ text, close: z.boolean() }),
  reply: staffHelpReply,
  refusals: ['not_found'],
})

export const closeHelp = operation({
  name: 'closeHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/close',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Close a case without a further word; the player’s next message opens it again.',
  params,
  body: z.optional(z.object({})),
  reply: staffHelpReply,
  refusals: ['not_found'],
})

export const helpOperations = [paymentHelp, askForHelp, staffHelpCases, staffGetHelpCase, answerHelp, closeHelp]
