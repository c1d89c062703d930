import type { DhowRules } from '@dhow/contract/gateway'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import type { Wallets } from '../wallet/wallet.ts'
import { gameOf } from './games.ts'
import type { Game } from './rules.ts'
import { findRound, roundIdOf, startOfNewest } from './store.ts'

export type AutomaticBets = ReturnType<typeof openAutomaticBets>

/** Rules of a market that are older than this are asked for again before a bet of autoplay. */
const freshMs = 15_000
const rememberedSeats = 20_000

/**
 * Decides on bets that the page marks as placed by autoplay: by the rules of the market, which the wallet states with the session and with each
 * balance, and by the time since the player's last round of the game. Play money has no market, and so no autoplay.
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

  async function whyNot(
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
    /** Remembers the rules of a seat; answers the least milliseconds between rounds of autoplay, or null where it is forbidden. */
    note(seat: Seat, game: string, rules: DhowRules | undefined): number | null {
      remember(seat, rules)
      return rules?.autoplay.allowed && gameOf(game)?.hasAutoplay ? rules.autoplay.roundMs : null
    },

    /** The reason why a bet of autoplay is refused, by the page's id of it; undefined where it may go on as any other bet. */
    async refusal(seat: Seat, game: Game, id: string) {
      const why = await whyNot(seat, game)
      // Placed before, and sent again: its own answer stands, whatever the rules are now.
      return why && (await findRound(db, roundIdOf(seat, id))) ? undefined : why
    },
  }
}
