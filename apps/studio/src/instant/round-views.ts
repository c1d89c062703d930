import type { SteadyClock } from '@dhow/platform/clock'
import type { Db } from '../platform/db.ts'
import type { Answer, RoundView } from './messages.ts'
import type { Settled, Settler } from './settle.ts'
import { answerMs, findRound, noteSeen, type Round } from './store.ts'

/** Views of rounds for their players. */
export function openViews({ db, clock, settler }: { db: Db; clock: SteadyClock; settler: Settler }) {
  /** Answer to the page after a step: prompt and true, even if the wallet is slow. */
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
      isFree: round.grant !== null,
      mostPayout: round.mostPayout === null ? null : Number(round.mostPayout),
      step: round.actions.length,
      multiplier: state === 'open' ? (now?.multiplier ?? 0) : multiplier,
      payout: Number(round.payout),
      canCashOut: state === 'open' && now !== null && now.canCashOut,
      view: now?.view ?? null,
      atMs: round.createdMs,
    }
  }

  return { answer, viewOf }
}
