import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db } from '../platform/db.ts'
import type { Seat } from '../live/seats.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Answer, RoundProof, RoundView, SeedsView } from './messages.ts'
import { addAction, type RequestedAction } from './add-action.ts'
import { commitNextPair } from './commit-pair.ts'
import { openRoundCleaning } from './clean-rounds.ts'
import { placeBet } from './place-round.ts'
import { openViews } from './round-views.ts'
import { findPair, rotatePair, seedsOf, type Pair } from './seeds.ts'
import { openSettler } from './settle.ts'
import { findRound, roundIdOf, roundsOf, type Round } from './store.ts'

/** Rounds of all one-player games: stakes, actions, settlement, clean-up of abandoned ones. */
export interface InstantEngine {
  bet(seat: Seat, wanted: WantedBet): Promise<Answer>
  applyAction(seat: Seat, wanted: RequestedAction): Promise<Answer>
  rotate(seat: Seat, game: string, wanted: { commitment: string; clientSeed: string }): Promise<Answer>
  seeds(seat: Seat, game: string): Promise<SeedsView>
  /** The player's last rounds of a game, newest first. */
  rounds(seat: Seat, game: string): Promise<RoundView[]>
  proof(game: string, round: string): Promise<RoundProof | 'in_play' | null>
  stop(): void
}

/** A bet of a page, with the page's id. */
export interface WantedBet {
  id: string
  game: string
  stake: bigint
  options: object
  /** Free round: the wallet's grant and its largest payout. */
  free?: { grant: string; mostPayout: bigint } | undefined
  /** Placed by autoplay. */
  isAutomatic?: boolean
}

export interface EngineParts {
  db: Db
  clock: SteadyClock
  log: Log
  /** Encrypts the server seeds at rest. */
  key: Buffer
  walletOf(demo: boolean): Wallet
}

const remembered = 50

export function openEngine(parts: EngineParts): InstantEngine {
  const { db, clock, log, key } = parts
  const settler = openSettler(parts)
  const views = openViews({ db, clock, settler })
  const cleaning = openRoundCleaning({ db, clock, log, settler })

  return {
    async bet(seat, wanted) {
      const round = await placeBet(db, seat, newRound(seat, wanted, Math.round(clock.nowMs())))
      if (typeof round === 'string') return { code: round }
      return views.answer('ok', round)
    },
    async applyAction(seat, wanted) {
      const round = await addAction({ db, clock, settler }, seat, wanted)
      if (typeof round !== 'string') return views.answer('ok', round)
      const now = round === 'round_unknown' ? undefined : await findRound(db, wanted.round)
      return { code: round, ...(now ? { round: await views.viewOf(now) } : {}) }
    },
    async rotate(seat, game, wanted) {
      if (!(await commitNextPair(parts, seat, game))) return { code: 'log_unknown' }
      const code = await db.transaction((tx) => rotatePair(tx, seat.player, game, wanted, clock.nowMs()))
      return { code, seeds: await seedsOf(db, key, seat.player, game, clock.nowMs()) }
    },
    async seeds(seat, game) {
      const seeds = await seedsOf(db, key, seat.player, game, clock.nowMs())
      // Not awaited, so that the page renders meanwhile; repeated before the pair is used if it fails.
      void commitNextPair(parts, seat, game).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'a hash of a server seed is not in the public log yet'),
      )
      return seeds
    },
    rounds: async (seat, game) =>
      Promise.all((await roundsOf(db, seat.player, game, remembered)).map((round) => views.viewOf(round))),
    async proof(game, id) {
      const round = await findRound(db, id)
      if (!round || round.game !== game) return null
      if (round.state === 'refused' || round.state === 'rolled_back') return null
      if (round.state !== 'settled' && round.state !== 'settling') return 'in_play'
      const [pair, { view }] = [await findPair(db, key, round.pair), await settler.standing(round)]
      return proofOf(round, pair, view)
    },
    stop() {
      cleaning.stop()
      settler.stop()
    },
  }
}

/** A bet as a new round with an undebited stake; seeds and nonce are set when it is stored. */
const newRound = (
  seat: Seat,
  { id, game, stake, options, free, isAutomatic = false }: WantedBet,
  nowMs: number,
): Round => ({
  ...{ id: roundIdOf(seat, id), game, seat: seat.id, walletSession: seat.walletSession },
  ...{ player: seat.player, currency: seat.currency, demo: seat.demo, pair: '', nonce: 0 },
  ...{ stake, grant: free?.grant ?? null, mostPayout: free?.mostPayout ?? null },
  ...{ options, actions: [], isCashedOut: false, state: 'intent', multiplier: 0, payout: 0n, code: null },
  ...{ createdMs: nowMs, changedMs: nowMs, isSeen: true, isAutomatic },
})

const proofOf = (round: Round, pair: Pair, view: unknown): RoundProof => ({
  round: round.id,
  game: round.game,
  state: round.state,
  options: round.options,
  actions: round.actions.map(({ id: _id, ...action }) => action),
  isCashedOut: round.isCashedOut,
  nonce: round.nonce,
  clientSeed: pair.clientSeed,
  commitment: pair.commitment,
  pair: pair.id,
  serverSeed: pair.isRevealed ? pair.serverSeed : null,
  multiplier: round.multiplier,
  view,
})
