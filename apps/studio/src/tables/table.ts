import { roundSeeds } from '@dhow/fairness/shoe'
import {
  answerStake,
  move,
  nothing,
  type Change as Step,
  type SharedBet,
  type SharedTable,
  type StakeAnswer,
} from '../rounds/change.ts'
import { dealingMs, payoutOf, type TableGame } from './rules.ts'

/** A shared table as a pure state machine: betting, dealing, settled. It calls nothing and reads no clock. */
export interface TableRules {
  game: TableGame
  /** The chain's public salt, part of every round's draw. */
  salt: string
  bettingMs: number
  /** From the end of betting to the first card, for late answers of the wallet. */
  closingMs: number
  pauseMs: number
  /** Dealing pace in per cent. */
  pace: number
  /** Largest stake of a player on one field, in minor units. */
  most(currency: string): bigint
}

export type Phase = 'betting' | 'dealing' | 'settled'

export interface Round {
  id: string
  chain: string
  number: number
  hash: string
  phase: Phase
  closesMs: number
  dealsMs: number
  dealtMs: number | null
  settlesMs: number | null
}

export interface Bet extends SharedBet {
  readonly seq: number
  readonly seat: string
  readonly name: string
  readonly field: string
}

export type NewBet = Omit<Bet, 'round' | 'seq' | 'state' | 'payout' | 'code'>

export interface Table extends SharedTable<Round, Bet> {
  readonly rules: TableRules
  nextSeq: number
}

export type Change = Step<Round, Bet>
export type BetRefusal = 'betting_closed' | 'stake_out_of_range'

/** Most bets of a player in one round, including cancelled ones; more is abuse. */
const maxBets = 120

/** A new round in its betting window. */
export function openRound(
  rules: TableRules,
  next: Pick<Round, 'id' | 'chain' | 'number' | 'hash'>,
  nowMs: number,
): Table {
  const closesMs = Math.round(nowMs) + rules.bettingMs
  const round: Round = {
    ...next,
    phase: 'betting',
    closesMs,
    dealsMs: closesMs + rules.closingMs,
    dealtMs: null,
    settlesMs: null,
  }
  return { rules, round, bets: new Map(), nextSeq: 1 }
}

/** The round's outcome, secret until betting has closed. */
export const outcomeOf = (
  { game, salt }: Pick<TableRules, 'game' | 'salt'>,
  { hash, number }: Pick<Round, 'hash' | 'number'>,
) => game.draw(roundSeeds(hash, salt, number))

/** Adds the stakes of one command to the round, all or none. Repeated ones change nothing. */
export function requestBets(table: Table, bets: NewBet[], nowMs: number): Change | BetRefusal {
  const created = bets.filter((bet) => !table.bets.has(bet.id))
  const [first] = created
  if (!first) return nothing()
  if (table.round.phase !== 'betting' || nowMs >= table.round.closesMs) return 'betting_closed'
  const own = [...table.bets.values()].filter((bet) => bet.player === first.player && isOnTable(bet))
  if (own.length + created.length > maxBets) return 'stake_out_of_range'
  const most = table.rules.most(first.currency)
  const onField = new Map<string, bigint>()
  for (const { field, stake } of [...own, ...created]) {
    const sum = (onField.get(field) ?? 0n) + stake
    if (sum > most) return 'stake_out_of_range'
    onField.set(field, sum)
  }
  const made = created.map((bet): Bet => ({
    ...bet,
    round: table.round.id,
    seq: table.nextSeq++,
    state: 'intent',
    payout: 0n,
    code: null,
  }))
  for (const bet of made) table.bets.set(bet.id, bet)
  return { round: null, created: made, bets: [] }
}

/** Applies the wallet's answer to a stake. Rolls back a stake answered after the first card, or of an unknown bet. */
export const answered = (table: Table, bet: Bet, answer: StakeAnswer, nowMs: number): Change =>
  answerStake(table, bet, answer, table.round.phase === 'betting' && nowMs < table.round.dealsMs)

/** Cancels all of a player's stakes while betting is open. */
export function cancelBets(table: Table, player: string, nowMs: number): Change | 'too_late' {
  if (table.round.phase !== 'betting' || nowMs >= table.round.closesMs) return 'too_late'
  const change: Change = nothing()
  for (const bet of [...table.bets.values()]) {
    if (bet.player === player && bet.state === 'accepted')
      change.bets.push(...move(table, bet, { state: 'rolling', code: 'cancelled' }).bets)
  }
  return change
}

/** Brings the round to `nowMs`: dealing starts, and after the last card every stake is settled. */
export function advance(table: Table, nowMs: number): Change {
  const change: Change = nothing()
  const { rules, round } = table
  if (round.phase === 'betting' && nowMs >= round.dealsMs) {
    const dealtMs = Math.round(nowMs)
    const settlesMs = dealtMs + dealingMs(rules.game, outcomeOf(rules, round), rules.pace)
    table.round = { ...round, phase: 'dealing', dealtMs, settlesMs }
    change.round = table.round
    return change
  }
  if (round.phase !== 'dealing' || round.settlesMs === null || nowMs < round.settlesMs) return change
  const outcome = outcomeOf(rules, round)
  for (const bet of [...table.bets.values()]) {
    if (bet.state !== 'accepted') continue
    const payout = payoutOf(bet.stake, rules.game.returns(bet.field, outcome))
    change.bets.push(...move(table, bet, { state: payout > 0n ? 'won' : 'lost', payout }).bets)
  }
  table.round = { ...round, phase: 'settled' }
  change.round = table.round
  return change
}

/**
 * Recovers an open round after a restart: continues it in any phase, since nothing in it waits for a player. Stakes without an answer are
 * returned.
 */
export function recover(rules: TableRules, round: Round, bets: Bet[]): { table: Table; change: Change } {
  const table: Table = {
    rules,
    round,
    bets: new Map(bets.map((bet) => [bet.id, bet])),
    nextSeq: bets.reduce((most, bet) => Math.max(most, bet.seq), 0) + 1,
  }
  const change: Change = nothing()
  for (const bet of bets) {
    if (bet.state === 'intent') change.bets.push(...move(table, bet, { state: 'rolling', code: 'interrupted' }).bets)
  }
  return { table, change }
}

/** Time of the next `advance`, or null once the round is over. */
export function nextWakeMs({ round }: Table): number | null {
  if (round.phase === 'betting') return round.dealsMs
  return round.phase === 'dealing' ? round.settlesMs : null
}

export const isOver = ({ phase }: Pick<Round, 'phase'>): boolean => phase === 'settled'

const isOnTable = ({ state }: Bet): boolean => state === 'intent' || state === 'accepted'
