import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, anyId, instant, operatorText, success } from './shapes.ts'

/** Changes that need a second person. */

export const approvalRefusals = {
  change_waits: {
    status: 409,
    sentence: 'Another change of this waits for a second operator. Confirm or cancel it first.',
  },
  change_ended: { status: 409, sentence: 'This change is no longer waiting.' },
  operators_tied: {
    status: 409,
    sentence:
      'One of you made the other an operator, raised their role or reset their sign-in within the last day. Somebody else has to confirm this.',
  },
  both_sides: {
    status: 409,
    sentence:
      'You decided on the other side of this player’s money today. Somebody else decides on this: nobody works both what a player pays in and what they are paid.',
  },
  amount_unconfirmed: {
    status: 409,
    sentence: 'This is more than the player declared. Enter the amount a second time, or credit the bank line.',
  },
  bank_line_needed: { status: 409, sentence: 'This bank transfer is credited from its bank line alone.' },
} as const

const text = z.nullable(z.string())

export const waitingChange = z.object({
  id: z.string(),
  kind: z.string(),
  /** Title of the kind: “Settings”. */
  title: operatorText,
  subject: z.string(),
  summary: operatorText,
  /** The proposer's reason; empty if none is required. */
  reason: z.string(),
  /** The change line by line. */
  facts: z.array(z.object({ label: operatorText, before: z.nullable(operatorText), after: z.nullable(operatorText) })),
  player_id: text,
  amount: z.nullable(operatorText),
  proposed_by: z.string(),
  proposed_at: instant,
  until: instant,
  /** Why this operator may not confirm it: it is their own, their role lacks a permission, or one of the two created the other; null if they may. */
  why_not: z.nullable(z.enum(['own', 'role', 'tied'])),
})

export const staffChanges = operation({
  name: 'staffChanges',
  method: 'GET',
  path: '/staff/changes',
  access: 'staff',
  needs: ['changes.see'],
  summary: 'List changes that need a second person, oldest first; only the kinds that the operator may see.',
  reply: z.object({ status: success, changes: z.array(waitingChange) }),
  refusals: [],
})

const changeId = z.object({ id: anyId })

export const confirmChange = operation({
  name: 'confirmChange',
  method: 'POST',
  path: '/staff/changes/:id/confirm',
  access: 'staff',
  needs: ['changes.decide'],
  summary:
    'Confirm a change that another operator proposed. It takes effect at once. Each kind needs its own permission. Refused for the proposer, and for an operator who added, promoted or reset the proposer, or was by them, within a day.',
  params: changeId,
  body: z.optional(z.object({})),
  reply: z.object({
    status: success,
    /** Shown once, to the person who confirmed: a one-time link, a gift’s code. */
    shown_once: z.array(z.object({ label: operatorText, value: z.string() })),
  }),
  refusals: [
    'change_ended',
    'same_operator',
    'operators_tied',
    'detail_changed',
    'not_found',
    'both_sides',
    'withdrawal_state_changed',
    'statement_line_changed',
    'case_closed',
    'staff_exists',
    'role_unknown',
    'rights_not_held',
    'last_manager',
  ],
})

export const dropChange = operation({
  name: 'dropChange',
  method: 'POST',
  path: '/staff/changes/:id/drop',
  access: 'staff',
  needs: ['changes.decide'],
  summary: 'Drop a waiting change, so that it never takes effect. Its proposer may drop it too.',
  params: changeId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success }),
  refusals: ['change_ended'],
})

export const staffMoneyActions = operation({
  name: 'staffMoneyActions',
  method: 'GET',
  path: '/staff/money-actions',
  access: 'staff',
  needs: ['changes.see_all'],
  summary:
    'List today’s actions that raised, freed or moved money without evidence from outside the console, newest first. Filter by operator, player or action.',
  query: z.object({
    operator: z.optional(z.string().check(z.maxLength(60))),
    player: z.optional(z.string().check(z.maxLength(64))),
    action: z.optional(z.string().check(z.maxLength(40))),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: z.object({
    status: success,
    actions: z.array(
      z.object({
        id: z.string(),
        at: instant,
        action: z.string(),
        title: operatorText,
        subject: z.string(),
        player: z.nullable(z.object({ id: z.string(), player_name: z.string() })),
        amount: amountReply,
        currency,
        /** Operators who decided, in order. */
        operators: z.array(z.string()),
      }),
    ),
    next_cursor: text,
  }),
  refusals: [],
})

export const approvalOperations = [staffMoneyActions, staffChanges, confirmChange, dropChange]
