import type { Chain } from '../rounds/chain.ts'
import type { RoundsParts } from '../rounds/parts.ts'
import { runRounds } from '../rounds/run-rounds.ts'
import { betsOfRound, dueBets, findBet, newestRound, saveChange, type StoredRound } from './store.ts'
import * as table from './table.ts'
import type { Bet, NewBet, Round, TableRules } from './table.ts'

/** A running shared table. */
export interface LiveTable {
  /** Adds stakes of one player to round `number`, all or none; repeated ids change nothing. */
  placeBets(number: number, bets: NewBet[]): Promise<'ok' | table.BetRefusal>
  cancelBets(player: string): Promise<'ok' | 'too_late'>
  /** The player's bets of this round, and earlier ones whose end the wallet has not confirmed. */
  betsOf(player: string): Bet[]
  round(): Round
  stop(): Promise<void>
}

export interface TableParts extends Omit<RoundsParts<Round, Bet>, 'game'> {
  chain: Chain
  rules: TableRules
}

export async function runTable(parts: TableParts): Promise<LiveTable> {
  const { db, chain, rules } = parts
  const game = rules.game.slug
  const roundAt = (number: number) => ({
    id: `${chain.id}-${number}`,
    chain: chain.id,
    number,
    hash: chain.hashAt(number),
  })
  const rounds = await runRounds<Round, StoredRound, Bet, table.Table>(
    { ...parts, game },
    {
      open: (number, nowMs) => table.openRound(rules, roundAt(number), nowMs),
      recover: (stored, bets) =>
        table.isOver(stored) ? undefined : table.recover(rules, { ...stored, ...roundAt(stored.number) }, bets),
      advance: table.advance,
      answered: table.answered,
      nextWakeMs: table.nextWakeMs,
      stakesUntilMs: (round) => round.dealsMs,
      isOver: table.isOver,
      most: chain.length,
      pauseMs: rules.pauseMs,
    },
    {
      newest: () => newestRound(db, chain.id),
      betsOf: (round) => betsOfRound(db, round),
      find: (bet) => findBet(db, bet),
      due: (open, limit) => dueBets(db, game, open, limit),
      save: (tx, change) => saveChange(tx, game, change),
    },
  )
  return {
    ...rounds,
    placeBets: (number, bets) =>
      rounds.apply(
        // A stake sent while the round closed is not meant for the next one.
        (now, nowMs) => (now.round.number === number ? table.requestBets(now, bets, nowMs) : 'betting_closed'),
        bets[0]?.id,
      ),
    cancelBets: (player) => rounds.apply((now, nowMs) => table.cancelBets(now, player, nowMs)),
  }
}
