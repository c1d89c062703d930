import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { mobileShown } from './personal-fields.ts'
import { amountReply, instant, market, operatorText } from './shapes.ts'

/** Shared shapes of the operators' queues. */

/** Why an operator does something; it stands in the audit trail. */
export const reason = z.string().check(z.trim(), z.minLength(3, fault('why_required')), z.maxLength(500))

/** Optional note of an operator. */
export const note = z.optional(z.string().check(z.maxLength(500)))

/** Player of the payment or question. */
export const whose = z.object({ id: z.string(), player_name: z.string(), mobile: mobileShown, market })

/** Player of the payment, with the facts that decide whether money moves. */
export const payer = z.object({
  ...whose.shape,
  active: z.boolean(),
  /** Frozen money does not go out; a closed wallet is empty for good. */
  wallet: z.enum(['open', 'frozen', 'closed']),
  /** The player's debt; "0.00" mostly. */
  debt: amountReply,
})

/** The change about it that waits for a second person. */
export const waitingPart = z.nullable(
  z.object({ id: z.string(), summary: operatorText, proposed_by: z.string(), until: instant }),
)

/** Filter of a queue's rows: those of a state, or those that some words mean, page by page. */
export const queueQuery = z.object({
  state: z.optional(z.string().check(z.maxLength(40))),
  q: z.optional(z.string().check(z.maxLength(64))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

/** Members of a queue's page beside its rows; `counts` is by state. */
export const queuePage = { next_cursor: z.nullable(z.string()), counts: z.record(z.string(), z.number()) }

/**
 * How sure a warning is: `certain` is a fact, such as the very same file; `likely` is a finding, such as a copy of a screenshot; `note` is
 * only to be known.
 */
export const warningGrade = z.enum(['certain', 'likely', 'note'])
export type WarningGrade = z.output<typeof warningGrade>
