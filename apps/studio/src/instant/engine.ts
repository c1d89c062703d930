import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db } from '../platform/db.ts'
import type { Seat } from '../live/seats.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Answer, RoundProof, RoundView, SeedsView } from './messages.ts'
import { payoutOf } from './rules.ts'
import { findPair, lockActivePair, rotatePair, seedsOf, takeNonce } from './seeds.ts'
import { openSettler, type Settled } from './settle.ts'
import {
  answerMs,
  dueRounds,
  findRound,
  hasOpenRound,
  insertRound,
  leftRounds,
  lockRound,
  noteSeen,
  placeRound,
  roundsOf,
  saveActions,
  type Action,
  type Round,
} from './store.ts'

/** The rounds of all one-player games: stakes, actions, settlement, and the janitor that ends what a crash or a player left. */
export interface InstantEngine {
  bet(seat: Seat, wanted: { id: string; game: string; stake: bigint; options: object }): Promise<Answer>
  applyAction(
    seat: Seat,
    wanted: { id: string; round: string; step: number; action: object | 'cash_out' },
  ): Promise<Answer>
  rotate(seat: Seat, game: string, wanted: { commitment: string; clientSeed: string }): Promise<Answer>
  seeds(seat: Seat, game: string): Promise<SeedsView>
  /** The player's last rounds of a game, newest first. */
  rounds(seat: Seat, game: string): Promise<RoundView[]>
  proof(game: string, round: string): Promise<RoundProof | 'in_play' | null>
  stop(): void
}

export interface EngineParts {
  db: Db
  clock: SteadyClock
  log: Log
  /** Seals the server seeds at rest. */
  key: Buffer
  walletOf(demo: boolean): Wallet
}

const janitorMs = 5000
/** A round that waits longer than this has lost whoever asked for it. */
const orphanMs = 10_000
/** An open round that nobody touched is cashed out as it stands. */
const leaveMs = 24 * 60 * 60 * 1000
/** The same for one that opened after its page had given up waiting, and that nobody has asked for since. */
const unseenMs = 60_000
const remembered = 24
const uniqueViolation = '23505'

/** Long because every call works on the settler and the janitor that are opened here. */
export function openEngine(parts: EngineParts): InstantEngine {
  const { db, clock, log, key } = parts
  const settler = openSettler(parts)
  let isStopped = false
  let cancelJanitor = (): void => undefined

  /** Reply to the page after a step: soon and true, even if the wallet is slow. */
  async function answer(code: string, round: Round): Promise<Answer> {
    const settled = await soon(settler.settle(round))
    const now = settled?.round ?? (await findRound(db, round.id)) ?? round
    const balance = settled?.balance ?? null
    return { code, round: await viewOf(now), ...(balance === null ? {} : { balance: Number(balance) }) }
  }

  function soon(settling: Promise<Settled>): Promise<Settled | null> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(answerMs, () => resolve(null))
      settling.then(resolve, reject).finally(cancel)
    })
  }

  async function viewOf(round: Round): Promise<RoundView> {
    const { id, game, nonce, options, state, multiplier, code } = round
    if (state === 'open' && !round.isSeen) await noteSeen(db, id)
    const isShown = state === 'open' || state === 'settling' || state === 'settled'
    const now = isShown ? await settler.standing(round) : null
    return {
      id,
      game,
      nonce,
      options,
      state,
      code,
      stake: Number(round.stake),
      step: round.actions.length,
      multiplier: state === 'open' ? (now?.multiplier ?? 0) : multiplier,
      payout: Number(round.payout),
      canCashOut: state === 'open' && now !== null && now.canCashOut,
      view: now?.view ?? null,
      atMs: round.createdMs,
    }
  }

  async function place(seat: Seat, wanted: Round): Promise<Round | string> {
    try {
      const round = await placeRound(db, wanted)
      if (round) return round
    } catch (error) {
      // The same bet, or another one, came in the same moment; one after the other they are distinguished.
      if ((error as { code?: unknown }).code !== uniqueViolation) throw error
    }
    return db.transaction(async (tx) => {
      const pair = await lockActivePair(tx, seat.player, wanted.game)
      if (!pair) return 'seeds_needed'
      const known = await lockRound(tx, wanted.id)
      if (known) return known
      if (await hasOpenRound(tx, seat.player, wanted.game)) return 'round_open'
      const round = { ...wanted, pair: pair.id, nonce: await takeNonce(tx, pair.id) }
      await insertRound(tx, round)
      return round
    })
  }

  /** Adds an action to the round, or says why not. */
  async function addAction(
    seat: Seat,
    roundId: string,
    step: number,
    action: Action | 'cash_out',
    id: string,
  ): Promise<Round | string> {
    return db.transaction(async (tx) => {
      const round = await lockRound(tx, roundId)
      if (!round || round.player !== seat.player) return 'round_unknown'
      if (round.actions.some((one) => one.id === id) || (action === 'cash_out' && round.isCashedOut)) return round
      if (round.state !== 'open') return 'round_not_open'
      if (round.actions.length !== step) return 'out_of_step'
      if (action === 'cash_out' && !(await settler.standing(round, tx)).canCashOut) return 'not_possible'
      const next: Round =
        action === 'cash_out' ? { ...round, isCashedOut: true } : { ...round, actions: [...round.actions, action] }
      const now = await settler.replay(next, tx)
      if (!now) return 'not_possible'
      next.changedMs = clock.nowMs()
      if (now.isOver) {
        next.state = 'settling'
        next.multiplier = now.multiplier
        next.payout = payoutOf(next.stake, now.multiplier)
      }
      await saveActions(tx, next)
      return next
    })
  }

  async function tidy(isFirst: boolean): Promise<void> {
    const nowMs = clock.nowMs()
    for (const round of await dueRounds(db, isFirst ? nowMs : nowMs - orphanMs, 500)) {
      if (!settler.isAsking(round.id)) settler.settle(round).catch(note)
    }
    const left = { untilMs: nowMs - leaveMs, unseenUntilMs: nowMs - unseenMs }
    for (const { id } of await leftRounds(db, left, 100)) {
      const ended = await db.transaction(async (tx) => {
        const round = await lockRound(tx, id)
        if (round?.state !== 'open' || round.changedMs > (round.isSeen ? left.untilMs : left.unseenUntilMs)) return null
        // Nobody is there to act, so the stake goes home at what it has become; untouched, that is the stake itself.
        const { multiplier } = await settler.standing({ ...round, isCashedOut: true }, tx)
        const payout = payoutOf(round.stake, multiplier)
        const next: Round = { ...round, isCashedOut: true, state: 'settling', multiplier, payout, changedMs: nowMs }
        await saveActions(tx, next)
        return next
      })
      if (ended) settler.settle(ended).catch(note)
    }
  }

  const note = (error: unknown): void => log.error({ error: String(error) }, 'an instant round could not be settled')

  function janitor(isFirst: boolean): void {
    void tidy(isFirst)
      .catch((error: unknown) => log.error({ error: String(error) }, 'the janitor of instant rounds failed'))
      .finally(() => {
        if (!isStopped) cancelJanitor = clock.after(janitorMs, () => janitor(false))
      })
  }
  janitor(true)

  return {
    async bet(seat, { id, game, stake, options }) {
      const roundId = `${seat.id}.${id}`
      const nowMs = Math.round(clock.nowMs())
      const wanted: Round = {
        id: roundId,
        game,
        seat: seat.id,
        walletSession: seat.walletSession,
        player: seat.player,
        currency: seat.currency,
        demo: seat.demo,
        pair: '',
        nonce: 0,
        stake,
        options,
        actions: [],
        isCashedOut: false,
        state: 'intent',
        multiplier: 0,
        payout: 0n,
        code: null,
        createdMs: nowMs,
        changedMs: nowMs,
        isSeen: true,
      }
      const round = await place(seat, wanted)
      if (typeof round === 'string') return { code: round }
      return answer('ok', round)
    },
    async applyAction(seat, { id, round: roundId, step, action }) {
      const round = await addAction(seat, roundId, step, action === 'cash_out' ? action : { ...action, id }, id)
      if (typeof round !== 'string') return answer('ok', round)
      const now = round === 'round_unknown' ? undefined : await findRound(db, roundId)
      return { code: round, ...(now ? { round: await viewOf(now) } : {}) }
    },
    async rotate(seat, game, wanted) {
      const code = await db.transaction((tx) => rotatePair(tx, seat.player, game, wanted, clock.nowMs()))
      return { code, seeds: await seedsOf(db, key, seat.player, game, clock.nowMs()) }
    },
    seeds: (seat, game) => seedsOf(db, key, seat.player, game, clock.nowMs()),
    rounds: async (seat, game) =>
      Promise.all((await roundsOf(db, seat.player, game, remembered)).map((round) => viewOf(round))),
    async proof(game, id) {
      const round = await findRound(db, id)
      if (!round || round.game !== game) return null
      if (round.state === 'refused' || round.state === 'rolled_back') return null
      if (round.state !== 'settled' && round.state !== 'settling') return 'in_play'
      const pair = await findPair(db, key, round.pair)
      return {
        round: round.id,
        game,
        state: round.state,
        options: round.options,
        actions: round.actions.map(({ id: _, ...action }) => action),
        isCashedOut: round.isCashedOut,
        nonce: round.nonce,
        clientSeed: pair.clientSeed,
        commitment: pair.commitment,
        serverSeed: pair.isRevealed ? pair.serverSeed : null,
        multiplier: round.multiplier,
        view: (await settler.standing(round)).view,
      }
    },
    stop() {
      isStopped = true
      cancelJanitor()
      settler.stop()
    },
  }
}
