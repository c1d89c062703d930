import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { StaffTournament, TournamentTerms } from '@dhow/contract/tournament-desk'
import { amountOf } from '../../shared/format.ts'

/** Formats an instant for a `datetime-local` field. */
const localOf = (instant: string | undefined) => {
  if (instant === undefined) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Initial form values, of a draft or a new tournament. */
export const toTyped = (one: StaffTournament | undefined) => ({
  name: one?.name ?? '',
  hi: one?.names.hi ?? '',
  af: one?.names.af ?? '',
  starts: localOf(one?.starts_at),
  ends: localOf(one?.ends_at),
  best_rounds: String(one?.best_rounds ?? 1),
  unit: one?.unit ?? '',
  day_cap: String(one?.day_cap ?? 100),
  least_stake: one?.least_stake ?? '',
  prizes: one?.prizes.join('\n') ?? '',
  budget: one?.budget ?? '',
})
export type Typed = ReturnType<typeof toTyped>
export interface Chosen {
  market: Market
  games: string[] | null
  points_by: TournamentTerms['points_by']
  payout: TournamentTerms['payout']
}

/** Amounts of a text with one on each line. */
export const linesOf = (text: string, currency: Currency) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => amountOf(line, currency))

/** Request body of the form. */
export function termsOf(typed: Typed, chosen: Chosen, currency: Currency): TournamentTerms {
  const isByMultiplier = chosen.points_by === 'multiplier'
  const { name, hi, af } = typed
  return {
    ...{ ...chosen, name },
    names: { ...(hi.trim() === '' ? {} : { hi }), ...(af.trim() === '' ? {} : { af }) },
    starts_at: new Date(typed.starts).toISOString(),
    ends_at: new Date(typed.ends).toISOString(),
    best_rounds: isByMultiplier ? Number(typed.best_rounds) : null,
    unit: isByMultiplier ? null : amountOf(typed.unit, currency),
    day_cap: isByMultiplier ? null : Number(typed.day_cap),
    least_stake: amountOf(typed.least_stake, currency),
    prizes: linesOf(typed.prizes, currency),
    budget: amountOf(typed.budget, currency),
  }
}
