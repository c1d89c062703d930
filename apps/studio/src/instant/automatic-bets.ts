import type { DhowRules } from '@dhow/contract/gateway'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import type { Wallets } from '../wallet/wallet.ts'
import { gameOf } from './games.ts'
import type { Game } from './rules.ts'
import { findRound, roundIdOf, startOfNewest } from './store.ts'

export type AutomaticBets = ReturnType<typeof openAutomaticBets>

/** Market rules older than this are fetched again before an autoplay bet. */
const freshMs = 15_000
const rememberedSeats = 20_000

/**
 * Decides on bets that the page marks as autoplay: by the market's rules, which the wallet sends with session and balance, and by the time since the
 * player's last round of the game. Play money has no market, so no autoplay.
 */
export function openAutomaticBets({ db, clock, wallets }: { db: Db; clock: SteadyClock; wallets: Wallets }) {
  const known = new Map<string, { atMs: number; rules: DhowRules | undefined }>()

  function remember(seat: Seat, rules: DhowRules | undefined): void {
    if (known.size >= rememberedSeats) known.clear()
    known.set(seat.id, { atMs: clock.nowMs(), rules })
  }

  async function rulesOf(seat: Seat): Promise<DhowRules | 'wallet_unknown' | undefined> {
    const before = known.get(seat.id)
    if (before && clock.nowMs() - before.atMs < freshMs) return before.rules
    const answer = await wallets.of(seat.demo).balance(seat.walletSession)
    if (!answer.isDecided) return 'wallet_unknown'
    remember(seat, answer.rules)
    return answer.rules
  }

  async function refusalReason(
    seat: Seat,
    game: Game,
  ): Promise<'autoplay_forbidden' | 'autoplay_too_soon' | 'wallet_unknown' | undefined> {
    const rules = await rulesOf(seat)
    if (rules === 'wallet_unknown') return rules
    if (!rules?.autoplay.allowed || !game.hasAutoplay) return 'autoplay_forbidden'
    const newestMs = await startOfNewest(db, seat.player, game.slug)
    return newestMs !== undefined && clock.nowMs() - newestMs < rules.autoplay.roundMs ? 'autoplay_too_soon' : undefined
  }

  return {
    /** Stores a seat's rules; returns the shortest time between autoplay rounds, or null if forbidden. */
    note(seat: Seat, game: string, rules: DhowRules | undefined): number | null {
      remember(seat, rules)
      return rules?.autoplay.allowed && gameOf(game)?.hasAutoplay ? rules.autoplay.roundMs : null
    },

    /** Reason to refuse an autoplay bet, by the page's id; undefined if it is allowed. */
    async refusal(seat: Seat, game: Game, id: string) {
      const why = await refusalReason(seat, game)
      // A repeat of a placed bet keeps its answer, whatever the rules now.
      return why && (await findRound(db, roundIdOf(seat, id))) ? undefined : why
    },
  }
}
