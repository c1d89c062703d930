import type { SteadyClock } from '@dhow/platform/clock'
import type { Db } from '../platform/db.ts'
import type { Seat } from '../live/seats.ts'
import { payoutOfRound } from './rules.ts'
import type { Settler } from './settle.ts'
import { lockRound, saveActions, type Action, type Round } from './store.ts'

export interface RequestedAction {
  id: string
  round: string
  /** Number of actions that the page has seen. */
  step: number
  action: object | 'cash_out'
}

interface ActionParts {
  db: Db
  clock: SteadyClock
  settler: Pick<Settler, 'standing' | 'replay'>
}

/** Adds an action to a round, which may end it, or returns the refusal. A repeated action returns the round unchanged. */
export function addAction(
  { db, clock, settler }: ActionParts,
  seat: Seat,
  wanted: RequestedAction,
): Promise<Round | string> {
  const { id, step } = wanted
  const action: Action | 'cash_out' = wanted.action === 'cash_out' ? wanted.action : { ...wanted.action, id }
  return db.transaction(async (tx) => {
    const round = await lockRound(tx, wanted.round)
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
      next.payout = payoutOfRound(next, now.multiplier)
    }
    await saveActions(tx, next)
    return next
  })
}
