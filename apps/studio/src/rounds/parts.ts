import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db, Tx } from '../platform/db.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Change, SharedBet, SharedRound, SharedTable, StakeAnswer } from './change.ts'

/** A running shared game: the one writer, which stores each step and only then publishes it. */
export interface Rounds<Round, Bet, Table> {
  /**
   * Advances the table, then decides; resolves when the step is durable. A refused command whose bet `id` is already stored was a repeat and counts as
   * done.
   */
  apply<Refusal extends string>(
    decide: (table: Table, nowMs: number) => Change<Round, Bet> | Refusal,
    id?: string,
  ): Promise<'ok' | Refusal>
  /** The player's bets of this round, and earlier ones whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

/** The game's own rules, as pure functions. */
export interface Play<Round extends SharedRound, Stored, Bet extends SharedBet, Table extends SharedTable<Round, Bet>> {
  /** A new round in its betting window. */
  open(number: number, nowMs: number): Table
  /** Recovery of the newest round after a restart; undefined if it is over. */
  recover(stored: Stored, bets: Bet[], nowMs: number): { table: Table; change: Change<Round, Bet> } | undefined
  /** Brings the round to `nowMs`. Called again after the end, returns its consequences, published later. */
  advance(table: Table, nowMs: number): Change<Round, Bet>
  answered(table: Table, bet: Bet, answer: StakeAnswer, nowMs: number): Change<Round, Bet>
  /** Time of the next `advance`, or null once the round is over. */
  nextWakeMs(table: Table): number | null
  /** Time until which a stake's answer counts. */
  stakesUntilMs(round: Round): number
  isOver(round: Round): boolean
  /** Number of rounds on the chain. */
  most: number
  pauseMs: number
}

/** Store of the game's rounds and bets. */
export interface Rows<Round, Stored, Bet> {
  newest(): Promise<(Stored & SharedRound) | undefined>
  betsOf(round: string): Promise<Bet[]>
  find(bet: string): Promise<Bet | undefined>
  /** Bets that need a decided wallet call, including intents of other rounds and accepted bets of finished rounds. */
  due(openRound: string, limit: number): Promise<Bet[]>
  /** Writes one or more merged steps; returns the ids of created bets that already had a row, which counts. */
  save(tx: Tx, change: Change<Round, Bet>): Promise<string[]>
}

export interface RoundsParts<Round extends SharedRound, Bet extends SharedBet> {
  db: Db
  clock: SteadyClock
  log: Log
  lease: { name: string; holder: string }
  game: string
  walletOf(bet: Pick<Bet, 'demo'>): Wallet
  /** Called after a step is durable, in order; `before` is null at the first step of a round. */
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  balanceKnown(player: string, balance: bigint): void
  /** Called when the table has to stop: lost lease, lost database. */
  failed(error: unknown): void
}
