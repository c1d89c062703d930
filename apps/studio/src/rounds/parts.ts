import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db, Tx } from '../platform/db.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Change, SharedBet, SharedRound, SharedTable, StakeAnswer } from './change.ts'

/** A shared game at work: the one writer that plays rounds, writes each step down, and only then publishes it. */
export interface Rounds<Round, Bet, Table> {
  /**
   * Brings the table to the present and then decides; resolves when the step is durable. A command that is refused now, and whose
   * bet `id` was written down before, was done before.
   */
  apply<Refusal extends string>(
    decide: (table: Table, nowMs: number) => Change<Round, Bet> | Refusal,
    id?: string,
  ): Promise<'ok' | Refusal>
  /** The player's bets of this round, and those of rounds before whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

/** The game's own part: pure decisions over values and times. */
export interface Play<Round extends SharedRound, Stored, Bet extends SharedBet, Table extends SharedTable<Round, Bet>> {
  /** A new round in its betting window. */
  open(number: number, nowMs: number): Table
  /** Recovery of the newest round after a restart; undefined if it is over. */
  recover(stored: Stored, bets: Bet[], nowMs: number): { table: Table; change: Change<Round, Bet> } | undefined
  /** Brings the round to `nowMs`. Asked again after its end: what the end leads to, which is published after the end. */
  advance(table: Table, nowMs: number): Change<Round, Bet>
  answered(table: Table, bet: Bet, answer: StakeAnswer, nowMs: number): Change<Round, Bet>
  /** When the table wants to be advanced next, or null where the round is over. */
  nextWakeMs(table: Table): number | null
  /** Until when a stake may still come in. */
  stakesUntilMs(round: Round): number
  isOver(round: Round): boolean
  /** How many rounds there are. */
  most: number
  pauseMs: number
}

/** Store of the game's rounds and bets. */
export interface Rows<Round, Stored, Bet> {
  newest(): Promise<(Stored & SharedRound) | undefined>
  betsOf(round: string): Promise<Bet[]>
  find(bet: string): Promise<Bet | undefined>
  /** Bets that wait for a decided call to the wallet; an intent of another round than this one waits too, and an accepted bet of one that is over. */
  due(openRound: string, limit: number): Promise<Bet[]>
  /** Writes a step, or several merged in order; answers the ids of created bets that had a row already, which is the truth. */
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
  /** The table cannot go on: lost lease, lost database. */
  failed(error: unknown): void
}
