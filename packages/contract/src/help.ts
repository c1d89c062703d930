import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { complaintDecisions, helpCategories } from './help-categories.ts'
import { queuePage, whose } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { messageLanguages } from './message-texts.ts'
import { amountReply, anyId, currency, instant, paymentStatus, success } from './shapes.ts'

/** A player's questions about a payment (one case for each) or anything else, answered by operators. */
export const helpRefusals = {
  help_waiting: { status: 429 },
} as const

/** Most unanswered messages of a player. */
export const maxMessagesWaiting = 5

/** Subjects that a player chooses from. */
export const helpCategory = z.enum(helpCategories)
export type HelpCategory = z.output<typeof helpCategory>

const message = z.object({
  from: z.enum(['player', 'staff']),
  text: z.string(),
  at: instant,
  /** Ids of its pictures. */
  pictures: z.array(z.string()),
})

/** Outcomes of a complaint; `open`: not decided yet. */
export const complaintStates = ['open', ...complaintDecisions] as const
export type ComplaintState = (typeof complaintStates)[number]

export const complaint = z.object({
  /** Market, year and a gapless number: `NA-2026-0001`. */
  number: z.string(),
  state: z.enum(complaintStates),
  opened_at: instant,
  /** Sentence of the decision for the player; null while it is open. */
  outcome: z.nullable(z.string()),
  decided_at: z.nullable(instant),
})
export type Complaint = z.output<typeof complaint>

export const helpState = z.enum(['waiting', 'answered', 'closed'])

export const helpCase = z.object({
  id: z.string(),
  /** Null if not about a payment. */
  payment_id: z.nullable(z.string()),
  category: helpCategory,
  state: helpState,
  opened_at: instant,
  updated_at: instant,
  complaint: z.nullable(complaint),
  messages: z.array(message),
})
export type HelpCase = z.output<typeof helpCase>

const params = z.object({ id: anyId })
export const helpText = z
  .string(fault('message_required'))
  .check(z.trim(), z.minLength(1, fault('message_required')), z.maxLength(1_000, fault('message_too_long')))
const helpReply = z.object({ status: success, help: z.nullable(helpCase) })

export const paymentHelp = operation({
  name: 'paymentHelp',
  method: 'GET',
  path: '/player/payments/:id/help',
  access: 'player',
  summary: 'The conversation about one deposit or withdrawal; null if there is none.',
  params,
  reply: helpReply,
  refusals: ['not_found'],
})

export const askForHelp = operation({
  name: 'askForHelp',
  method: 'POST',
  path: '/player/payments/:id/help',
  access: 'player',
  summary: 'Ask about one payment: opens its case, or adds a message to it.',
  params,
  body: z.object({ text: helpText }),
  reply: helpReply,
  idempotent: true,
  refusals: ['not_found', 'help_waiting', 'key_changed', 'key_in_use'],
})

// ---- The console's side ----

export const staffHelpCase = z.object({
  ...helpCase.shape,
  player: whose,
  payment: z.nullable(
    z.object({
      kind: z.enum(['deposit', 'withdrawal']),
      method: z.string(),
      amount: amountReply,
      currency,
      status: paymentStatus,
    }),
  ),
  /** Language that the player reads. */
  language: z.enum(messageLanguages),
  /** Assigned operator, if any. */
  assigned: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Seconds until the first answer; null if there is none yet. */
  first_answer_s: z.nullable(z.number()),
  /** Ledger entries, deposits and withdrawals linked by operators. */
  links: z.array(z.object({ about: z.string(), operator: z.string(), at: instant })),
  /** How long the player has been waiting for an answer; if answered, time since the last message. */
  age_s: z.number(),
  messages: z.array(z.object({ ...message.shape, operator: z.nullable(z.string()) })),
})
export type StaffHelpCase = z.output<typeof staffHelpCase>

export const staffHelpReply = z.object({ status: success, case: staffHelpCase })

export const staffHelpCases = operation({
  name: 'staffHelpCases',
  method: 'GET',
  path: '/staff/help-cases',
  access: 'staff',
  needs: ['help.see'],
  summary: 'Questions of players: waiting ones oldest first, answered or searched ones newest first.',
  query: z.object({
    state: z.optional(helpState),
    category: z.optional(helpCategory),
    /** Only those assigned to the caller. */
    mine: z.optional(z.literal('yes')),
    /** Only undecided complaints, in any state of their cases. */
    complaint: z.optional(z.literal('open')),
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
  summary: 'One question with all messages.',
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
  summary: 'Answer the player, who reads it at once, and close the case if that settles it.',
  params,
  body: z.object({ text: helpText, close: z.boolean() }),
  reply: staffHelpReply,
  idempotent: true,
  refusals: ['not_found', 'key_changed', 'key_in_use'],
})

export const closeHelp = operation({
  name: 'closeHelp',
  method: 'POST',
  path: '/staff/help-cases/:id/close',
  access: 'staff',
  needs: ['help.answer'],
  summary: 'Close a case without an answer. The player’s next message reopens it.',
  params,
  body: z.optional(z.object({})),
  reply: staffHelpReply,
  refusals: ['not_found'],
})

export const helpOperations = [paymentHelp, askForHelp, staffHelpCases, staffGetHelpCase, answerHelp, closeHelp]
