import type { Write } from './message-texts.ts'
import type { Currency } from './money.ts'

type None = Record<never, string>
/** `amount` is written as the API writes amounts. */
type Amount = { amount: string; currency: Currency }

/** Every short text for a player beside the inbox, by its code, with its parameters; all are text, so that they travel as JSON. */
export type PlayerTextParams = {
  gift_claimed: None
  bonus_completed: Amount
  bonus_cancelled: Amount
  bonus_expired: Amount
  bonus_reversed: Amount
  reward_approved: Amount
  reward_refused: Amount
  referral_paid: Amount
  help_answered: None
  limit_set: None
  limit_pending: None
  limit_kept: None
  limit_raised: None
  break_started: None
  self_excluded: None
}
export type PlayerTextCode = keyof PlayerTextParams

/** The catalogue of one language. A missing text, or one that reads a parameter which its code has not, does not compile. */
export type PlayerTexts = {
  readonly [Code in PlayerTextCode]: (params: PlayerTextParams[Code], write: Pick<Write, 'money'>) => string
}

/** A text on the wire: the reader's program renders it by `renderPlayerText`. */
export interface PlayerText {
  code: string
  params: Record<string, string>
}

/**
 * A text as the server sends it.
 * @example textOf('bonus_expired', { amount: '100.00', currency: 'NAD' })
 */
export const textOf = <Code extends PlayerTextCode>(code: Code, params: PlayerTextParams[Code]): PlayerText => ({
  code,
  params,
})

/** The sentence of a text; undefined for a code that this program does not know yet. */
export function renderPlayerText(
  texts: PlayerTexts,
  { code, params }: PlayerText,
  write: Pick<Write, 'money'>,
): string | undefined {
  if (!Object.hasOwn(texts, code)) return undefined
  // Types cannot follow a code that is chosen at run time.
  return texts[code as PlayerTextCode](params as never, write)
}
