import type { RoundsParts } from '../rounds/parts.ts'
import { runRounds } from '../rounds/run-rounds.ts'
import type { CrashChain } from './crash-chain.ts'
import { betsOfRound, dueBets, findBet, newestRound, saveChange, type StoredRound } from './store.ts'
import * as table from './table.ts'
import type { Bet, Round, TableRules } from './table.ts'

/** The running crash table. */
export interface CrashTable {
  placeBet(bet: NewBet): Promise<'ok' | table.BetRefusal>
  cashOut(id: string, player: string): Promise<'ok' | table.CashOutRefusal>
  cancelBet(id: string, player: string): Promise<'ok' | 'bet_unknown' | 'too_late'>
  /** The player's bets of this round, and earlier ones whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

export type NewBet = Omit<Bet, 'round' | 'seq' | 'state' | 'cashedAt' | 'payout' | 'code'>

export interface TableParts extends RoundsParts<Round, Bet> {
  chain: CrashChain
  rules: TableRules
}

export async function runTable(parts: TableParts): Promise<CrashTable> {
  const { db, chain, rules } = parts
  const roundAt = (number: number) => ({
    id: `${chain.id}-${number}`,
    chain: chain.id,
    number,
    ...chain.roundAt(number),
  })
  const rounds = await runRounds<Round, StoredRound, Bet, table.Table>(
    parts,
    {
      open: (number, nowMs) => table.openRound(rules, roundAt(number), nowMs),
      recover: (stored, bets, nowMs) =>
        table.isOver(stored) ? undefined : table.recover(rules, { ...stored, ...roundAt(stored.number) }, bets, nowMs),
      advance: table.advance,
      answered: table.answered,
      nextWakeMs: table.nextWakeMs,
      stakesUntilMs: (round) => round.takeoffMs,
      isOver: table.isOver,
      most: chain.length,
      pauseMs: rules.pauseMs,
    },
    {
      newest: () => newestRound(db, chain.id),
      betsOf: (round) => betsOfRound(db, round),
      find: (bet) => findBet(db, bet),
      due: (open, limit) => dueBets(db, open, limit),
      save: saveChange,
    },
  )
  return {
    ...rounds,
    placeBet: (bet) => rounds.apply((now, nowMs) => table.requestBet(now, bet, nowMs), bet.id),
    cashOut: (id, player) => rounds.apply((now, nowMs) => table.cashOut(now, id, player, nowMs)),
    cancelBet: (id, player) => rounds.apply((now, nowMs) => table.cancelBet(now, id, player, nowMs)),
  }
}
