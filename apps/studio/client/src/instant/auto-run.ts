import { parseAmount } from '@dhow/contract/money'

/** Rounds of autoplay: so many of one stake, until a loss or a profit. Amounts are minor units. */
export interface AutoPlan {
  stake: number
  rounds: number
  /** No round is played that could make the loss larger than this. */
  loss: number
  /** Null where the player set none. */
  profit: number | null
}

export const roundCounts = [10, 25, 50, 100] as const

/** Why a run ended. */
export type AutoEnd = 'rounds' | 'loss' | 'profit' | 'pressed' | 'refused' | 'connection' | 'hidden' | 'portal'

export interface AutoRun {
  readonly plan: AutoPlan
  readonly played: number
  /** Result of the rounds; below nothing where they cost. */
  readonly net: number
  /** Null while the run goes on; a round that is in play then still counts. */
  readonly end: AutoEnd | null
  readonly isOver: boolean
  /** Plays no further round. */
  stop(why: AutoEnd): void
}

export interface AutoRunParts {
  /** Least time from one round to the next. */
  roundMs: number
  nowMs(): number
  wait(ms: number): Promise<void>
  /** Plays a round to its end; `answeredMs` is when the answer to its bet came. Null where it was not played to a settled end. */
  play(): Promise<{ payout: number; answeredMs: number } | null>
  /** The run has gone on, or is over. */
  changed(): void
}

/** The studio counts from the moment it has a bet, which is before its answer; this covers clocks that differ in speed. */
const spareMs = 50
/** So long a result can be read at least. */
const readingMs = 700

type Changing<T> = { -readonly [Key in keyof T]: T[Key] }

/** Plays rounds until one of the plan's stops, or until it is stopped. */
export function runRounds(plan: AutoPlan, parts: AutoRunParts): AutoRun {
  const run: Changing<AutoRun> = { plan, played: 0, net: 0, end: null, isOver: false, stop }
  let wake = () => {}

  function stop(why: AutoEnd): void {
    if (run.end !== null) return
    run.end = why
    wake()
    parts.changed()
  }

  async function pauseUntil(dueMs: number): Promise<void> {
    for (let leftMs = readingMs; run.end === null && leftMs > 0; leftMs = dueMs - parts.nowMs())
      await Promise.race([
        parts.wait(Math.max(leftMs, dueMs - parts.nowMs())),
        new Promise<void>((done) => (wake = done)),
      ])
  }

  async function go(): Promise<void> {
    while (run.end === null) {
      const round = await parts.play()
      if (round === null) stop('refused')
      else {
        run.played++
        run.net += round.payout - plan.stake
        run.end ??= endOf(run)
        parts.changed()
        await pauseUntil(round.answeredMs + parts.roundMs + spareMs)
      }
    }
    run.isOver = true
    parts.changed()
  }
  void go()
  return run
}

function endOf({ plan, played, net }: Pick<AutoRun, 'plan' | 'played' | 'net'>): AutoEnd | null {
  if (plan.profit !== null && net >= plan.profit) return 'profit'
  if (net - plan.stake < -plan.loss) return 'loss'
  return played >= plan.rounds ? 'rounds' : null
}

/** Fault of a field of the plan. */
export type PlanFault = 'loss_required' | 'loss_range' | 'profit_invalid'

/** Reads a plan as it was typed. The loss is required: at least one stake, at most the balance. */
export function readPlan(
  typed: { rounds: number; loss: string; profit: string },
  { stake, balance }: { stake: number; balance: number },
): AutoPlan | PlanFault {
  if (typed.loss.trim() === '') return 'loss_required'
  const loss = Number(parseAmount(typed.loss.trim()) ?? -1n)
  if (loss < stake || loss > balance) return 'loss_range'
  if (typed.profit.trim() === '') return { stake, rounds: typed.rounds, loss, profit: null }
  const profit = Number(parseAmount(typed.profit.trim()) ?? 0n)
  return profit > 0 ? { stake, rounds: typed.rounds, loss, profit } : 'profit_invalid'
}
