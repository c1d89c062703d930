import {
  answerStake,
  move,
  nothing,
  type BetState,
  type Change as Step,
  type SharedBet,
  type SharedTable,
  type StakeAnswer,
} from '../rounds/change.ts'
import { multiplierAt, payoutOf, timeOf } from './curve.ts'

/**
 * The crash table as a pure state machine: its inputs carry their time, and it returns changes to store and publish. It calls nothing and reads no
 * clock, so that a test can play any order of events.
 */
export interface TableRules {
  bettingMs: number
  /** From the end of betting to take-off, for late answers of the wallet. */
  boardingMs: number
  pauseMs: number
  /** The flight ends here, and all open bets are cashed out. */
  maxHundredths: number
}

export type Phase = 'betting' | 'flight' | 'over' | 'void'

export interface Round {
  id: string
  chain: string
  number: number
  hash: string
  crash: number
  phase: Phase
  closesMs: number
  takeoffMs: number
  startedMs: number | null
  overMs: number | null
}

export interface Bet extends SharedBet {
  /** Number of the bet in the round. */
  readonly seq: number
  readonly seat: string
  readonly name: string
  readonly panel: 0 | 1
  /** Automatic cash-out multiplier, in hundredths. */
  readonly auto: number | null
  readonly cashedAt: number | null
}

export interface Table extends SharedTable<Round, Bet> {
  readonly rules: TableRules
  nextSeq: number
}

export type Change = Step<Round, Bet>

export type BetRefusal = 'betting_closed' | 'panel_taken'
export type CashOutRefusal = 'bet_unknown' | 'not_flying' | 'too_late'

/** A new round in its betting window. */
export function openRound(
  rules: TableRules,
  next: Pick<Round, 'id' | 'chain' | 'number' | 'hash' | 'crash'>,
  nowMs: number,
): Table {
  const closesMs = Math.round(nowMs) + rules.bettingMs
  const round: Round = {
    ...next,
    phase: 'betting',
    closesMs,
    takeoffMs: closesMs + rules.boardingMs,
    startedMs: null,
    overMs: null,
  }
  return { rules, round, bets: new Map(), nextSeq: 1 }
}

/** Multiplier at which the flight ends. */
export const endOf = (table: Table): number => Math.min(table.round.crash, table.rules.maxHundredths)

/** Adds a bet's intent to the round. A repeated id changes nothing. */
export function requestBet(
  table: Table,
  bet: Omit<Bet, 'round' | 'seq' | 'state' | 'cashedAt' | 'payout' | 'code'>,
  nowMs: number,
): Change | BetRefusal {
  if (table.bets.has(bet.id)) return nothing()
  if (table.round.phase !== 'betting' || nowMs >= table.round.closesMs) return 'betting_closed'
  for (const other of table.bets.values()) {
    if (other.player === bet.player && other.panel === bet.panel && holdsPanel(other)) return 'panel_taken'
  }
  const created: Bet = {
    ...bet,
    round: table.round.id,
    seq: table.nextSeq++,
    state: 'intent',
    cashedAt: null,
    payout: 0n,
    code: null,
  }
  table.bets.set(created.id, created)
  return { round: null, created: [created], bets: [] }
}

/** Applies the wallet's answer to a stake. Rolls back a stake answered after take-off, or of an unknown bet. */
export const answered = (table: Table, bet: Bet, answer: StakeAnswer, nowMs: number): Change =>
  answerStake(table, bet, answer, table.round.phase === 'betting' && nowMs < table.round.takeoffMs)

export const isOver = (round: Pick<Round, 'phase'>): boolean => round.phase === 'over' || round.phase === 'void'

/** Cancels a bet while betting is open. */
export function cancelBet(
  table: Table,
  id: string,
  player: string,
  nowMs: number,
): Change | 'bet_unknown' | 'too_late' {
  const bet = table.bets.get(id)
  if (bet?.player !== player) return 'bet_unknown'
  if (bet.state === 'rolling' || bet.state === 'rolled_back') return nothing()
  if (bet.state !== 'accepted' || table.round.phase !== 'betting' || nowMs >= table.round.closesMs) return 'too_late'
  return move(table, bet, { state: 'rolling', code: 'cancelled' })
}

/** Cashes a bet out at the multiplier of the server's clock. A repeat changes nothing. */
export function cashOut(table: Table, id: string, player: string, nowMs: number): Change | CashOutRefusal {
  const bet = table.bets.get(id)
  if (bet?.player !== player) return 'bet_unknown'
  if (bet.state === 'cashed' || bet.state === 'paid') return nothing()
  const { phase, startedMs } = table.round
  if (phase !== 'flight' || startedMs === null) return phase === 'betting' ? 'not_flying' : 'too_late'
  if (bet.state !== 'accepted') return 'not_flying'
  const elapsedMs = nowMs - startedMs
  if (elapsedMs >= timeOf(endOf(table))) return 'too_late'
  return cash(table, bet, Math.min(multiplierAt(elapsedMs), endOf(table)))
}

/**
 * Brings the round to `nowMs`: take-off, automatic cash-outs, crash. Lost stakes are a later step, so that players do not wait for their booking to see
 * the crash.
 */
export function advance(table: Table, nowMs: number): Change {
  const change: Change = nothing()
  if (table.round.phase === 'over') return moveAll(table, 'accepted', { state: 'lost' })
  if (table.round.phase === 'betting' && nowMs >= table.round.takeoffMs) {
    table.round = { ...table.round, phase: 'flight', startedMs: Math.round(nowMs) }
    change.round = table.round
    // A crash at 1.00 is in the same step, with the take-off first.
    if (endOf(table) > 100) return change
  }
  const { phase, startedMs } = table.round
  if (phase !== 'flight' || startedMs === null) return change
  const endMs = timeOf(endOf(table))
  const shown = Math.min(multiplierAt(nowMs - startedMs), endOf(table))
  for (const bet of [...table.bets.values()]) {
    const target = targetOf(table, bet)
    if (bet.state === 'accepted' && target <= shown && target <= endOf(table)) {
      change.bets.push(...cash(table, bet, target).bets)
    }
  }
  if (nowMs - startedMs < endMs) return change
  table.round = { ...table.round, phase: 'over', overMs: startedMs + endMs }
  change.round = table.round
  return change
}

/**
 * Recovers an open round after a restart. An open betting window or a flight continues; a flight that ended meanwhile pays the targets that it
 * reached and returns the other stakes, since nobody could cash out. A round that missed its take-off is void. Stakes without an answer are
 * returned.
 */
export function recover(rules: TableRules, round: Round, bets: Bet[], nowMs: number): { table: Table; change: Change } {
  const table: Table = {
    rules,
    round,
    bets: new Map(bets.map((bet) => [bet.id, bet])),
    nextSeq: bets.reduce((most, bet) => Math.max(most, bet.seq), 0) + 1,
  }
  const interrupted = { state: 'rolling', code: 'interrupted' } as const
  const change: Change = moveAll(table, 'intent', interrupted)
  if (round.phase === 'betting' && nowMs >= round.closesMs) {
    change.bets.push(...moveAll(table, 'accepted', interrupted).bets)
    table.round = { ...round, phase: 'void', overMs: Math.round(nowMs) }
    change.round = table.round
  }
  const { startedMs } = round
  if (round.phase === 'flight' && startedMs !== null && nowMs - startedMs >= timeOf(endOf(table))) {
    for (const bet of [...table.bets.values()]) {
      const target = targetOf(table, bet)
      if (bet.state === 'accepted' && target <= endOf(table)) change.bets.push(...cash(table, bet, target).bets)
    }
    change.bets.push(...moveAll(table, 'accepted', interrupted).bets)
    table.round = { ...round, phase: 'over', overMs: startedMs + timeOf(endOf(table)) }
    change.round = table.round
  }
  return { table, change }
}

/** Time of the next `advance`, or null once the round is over. */
export function nextWakeMs(table: Table): number | null {
  const { phase, takeoffMs, startedMs } = table.round
  if (phase === 'betting') return takeoffMs
  if (phase !== 'flight' || startedMs === null) return null
  let next = timeOf(endOf(table))
  for (const bet of table.bets.values()) {
    if (bet.state === 'accepted') next = Math.min(next, timeOf(targetOf(table, bet)))
  }
  return startedMs + next
}

const holdsPanel = (bet: Bet): boolean =>
  bet.state !== 'refused' && bet.state !== 'rolling' && bet.state !== 'rolled_back'

const targetOf = (table: Table, bet: Bet): number => Math.min(bet.auto ?? Infinity, table.rules.maxHundredths)

function moveAll(table: Table, from: BetState, to: Partial<Bet>): Change {
  const change: Change = nothing()
  for (const bet of [...table.bets.values()]) if (bet.state === from) change.bets.push(...move(table, bet, to).bets)
  return change
}

const cash = (table: Table, bet: Bet, at: number): Change =>
  move(table, bet, { state: 'cashed', cashedAt: at, payout: payoutOf(bet.stake, at) })
