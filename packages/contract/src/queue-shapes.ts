import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { mobileShown } from './personal-fields.ts'
import { amountReply, instant, market, operatorText } from './shapes.ts'

/** Shared shapes of the operators' queues. */

/** Reason of an operator's action, kept in the audit trail. */
export const reason = z.string().check(z.trim(), z.minLength(3, fault('why_required')), z.maxLength(500))

/** Optional note of an operator. */
export const note = z.optional(z.string().check(z.maxLength(500)))

/** Player of the payment or question. */
export const whose = z.object({ id: z.string(), player_name: z.string(), mobile: mobileShown, market })

/** Player of the payment, with facts that may block it. */
export const payer = z.object({
  ...whose.shape,
  active: z.boolean(),
  /** A frozen wallet allows no withdrawals; a closed one is empty for good. */
  wallet: z.enum(['open', 'frozen', 'closed']),
  /** The player's debt, usually "0.00". */
  debt: amountReply,
})

/** Pending change that needs a second person. */
export const waitingPart = z.nullable(
  z.object({ id: z.string(), summary: operatorText, proposed_by: z.string(), until: instant }),
)

/** Query of a queue: state, search words and page. */
export const queueQuery = z.object({
  state: z.optional(z.string().check(z.maxLength(40))),
  q: z.optional(z.string().check(z.maxLength(64))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

/** Fields of a queue's page besides its rows; `counts` is by state. */
export const queuePage = { next_cursor: z.nullable(z.string()), counts: z.record(z.string(), z.number()) }

/**
 * Certainty of a warning: `certain` is a fact, such as an identical file; `likely` is a finding, such as a copy of a screenshot; `note` is only for
 * information.
 */
export const warningGrade = z.enum(['certain', 'likely', 'note'])
export type WarningGrade = z.output<typeof warningGrade>
