import type { TextsFor } from './player-texts.ts'
import { refusalSentence } from './refusals.ts'
import type { DifferenceTextParams, LineTextParams } from './statement-text-params.ts'

/** Decisions on bank lines, in English. */
export const lineTexts: TextsFor<LineTextParams> = {
  line_other_account: () => 'The payment belongs to another account. Dismiss the line, or assign it to the player.',
  line_waits_for_player: () => 'The deposit waits for the player’s answer. Decide it after the answer, or reject it.',
  line_deposit_closed: () => 'The deposit is closed. Assign the line to the player.',
  line_claimed: ({ name }) => `Claimed by ${name}.`,
  line_first_differs: ({ first, received, currency }, { money }) =>
    `The first operator confirmed ${money(first, currency)}; the bank received ${money(received, currency)}. Reject the deposit, then assign the line to the player.`,
  line_second_needed: () => 'You approved this first. Another operator has to approve too.',
  line_not_credited: () => 'The payment is not credited. Decide it under Cases first.',
  line_credited_other: ({ credited, received, currency }, { money }) =>
    `Credited ${money(credited, currency)}; the bank received ${money(received, currency)}. Reverse the credit, then assign the line.`,
  line_payout_other: ({ payout, received, currency }, { money }) =>
    `The payout is ${money(payout, currency)}; the bank shows ${money(received, currency)}. Check the payout with the bank.`,
  line_payout_unsent: () => 'The payout was not sent. Check the payout first.',
  outcome_credited: () => 'Credited.',
  outcome_second: () => 'A second operator has to confirm this.',
  outcome_refused: ({ refusal }) => refusalSentence(refusal),
}

/** Differences between the ledger and statements, in English. */
export const differenceTexts: TextsFor<DifferenceTextParams> = {
  difference_no_statement: ({ count }) =>
    `No statement covers this day; ${count} payments of the ledger cannot be compared.`,
  difference_paid_only: () => 'Paid in the ledger; not on the statement.',
  difference_credited_only: () => 'Credited in the ledger; not on the statement.',
  difference_duplicate: ({ line }) => `Possible duplicate of the line ${line}.`,
  difference_unnamed: () => 'On the statement; no payment in the ledger names it.',
  difference_unlinked: () => 'The ledger has this payment; the line is not linked to it yet.',
  difference_ledger_amount: ({ ours, theirs, currency }, { money }) =>
    `The ledger has ${money(ours, currency)}; the statement has ${money(theirs, currency)}.`,
  difference_declared_amount: ({ ours, theirs, currency }, { money }) =>
    `Declared ${money(ours, currency)}; the statement has ${money(theirs, currency)}.`,
  difference_uncredited: ({ state }) => `Received by the bank; not credited yet (${state}).`,
  difference_unpaid: ({ state }) => `Paid by the bank; not marked as paid yet (${state}).`,
  difference_service_uncredited: ({ state }) => `Received by the service; not credited yet (${state}).`,
  difference_in_transit: ({ state, hours }) => `In transit (${state}) for ${hours} hours.`,
  difference_unanswered: ({ state, hours }) => `Without an answer (${state}) for ${hours} hours.`,
  difference_suspense: ({ hours }) => `Money in suspense for ${hours} hours.`,
}
