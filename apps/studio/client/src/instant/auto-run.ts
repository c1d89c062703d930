import { parseAmount } from '@dhow/contract/money'
import { isOneOf } from '@dhow/contract/records'

/** Plan of an autoplay run: rounds, stake, and loss and profit limits. Amounts in minor units. */
export interface AutoPlan {
  stake: number
  rounds: number
  /** No round is played that could exceed this loss. */
  loss: number
  /** Null if not set. */
  profit: number | null
}

export const roundCounts = [10, 25, 50, 100] as const

/** Reasons of the portal, by the names of its message. */
export const portalEnds = ['reminder', 'signed_out'] as const

/** Why a run ended; `asked` is for a reason of the portal that this page does not know. */
export type AutoEnd =
  | 'rounds'
  | 'loss'
  | 'profit'
  | 'pressed'
  | 'refused'
  | 'connection'
  | 'hidden'
  | 'asked'
  | (typeof portalEnds)[number]

/** The end that a message of the portal names. */
export const endOfMessage = (why: unknown): AutoEnd => (isOneOf(portalEnds, why) ? why : 'asked')

export interface AutoRun {
  readonly plan: AutoPlan
  readonly played: number
  /** Net result of the rounds; negative for a loss. */
  readonly net: number
  /** Null while running; a round in play at the end still counts. */
  readonly end: AutoEnd | null
  readonly isOver: boolean
  /** Stops the run after the current round. */
  stop(why: AutoEnd): void
}

export interface AutoRunParts {
  /** Shortest time between rounds. */
  roundMs: number
  nowMs(): number
  wait(ms: number): Promise<void>
  /** Plays a round to its end; `answeredMs`: time of the answer to its bet. Null if it was not settled. */
  play(): Promise<{ payout: number; answeredMs: number } | null>
  /** Called after each round, and at the end. */
  changed(): void
}

/** Margin for clock drift; the studio measures from the receipt of the bet, before its answer. */
const spareMs = 50
/** Shortest time to read a result. */
const readingMs = 700

type Changing<T> = { -readonly [Key in keyof T]: T[Key] }

/** Plays rounds until a limit of the plan is reached or it is stopped. */
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

/** Error of a field of the plan. */
export type PlanFault = 'loss_required' | 'loss_range' | 'profit_invalid'

/** Parses a typed plan. The loss is required: at least one stake, at most the balance. */
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
