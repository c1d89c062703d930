import { ofSeat, openReceiver, roundNumberOf, type ReceiveParts } from '../live/receive.ts'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { FromPage, OwnBet, ToPage } from './messages.ts'
import type { CrashTable } from './run-table.ts'
import { recentBets } from './store.ts'
import type { Bet } from './table.ts'

type Command = Extract<FromPage, { id: string }>

/** Handles messages from pages of the crash game. */
export const receive = ({ db, ...parts }: Parts) =>
  openReceiver<CrashTable, Command, OwnBet>({
    ...parts,
    decide,
    mine,
    recent: async (player) => (await recentBets(db, player)).map(ownBet),
  })

interface Parts extends Omit<ReceiveParts<CrashTable, Command, OwnBet>, 'decide' | 'mine' | 'recent'> {
  db: Db
}

async function decide(table: CrashTable, seat: Seat, command: Command): Promise<string> {
  if (command.t === 'cash_out') return table.cashOut(command.bet, seat.player)
  if (command.t === 'cancel_bet') return table.cancelBet(command.bet, seat.player)
  const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
  if (!range || command.stake < range.min || command.stake > range.max) return 'stake_out_of_range'
  const { panel, auto } = command
  const bet = { id: betId(seat, command.id), panel, auto, stake: BigInt(command.stake) }
  return table.placeBet({ ...ofSeat(seat), ...bet })
}

/**
 * The player's own bets, as a message. `changed`: bets that just changed, since one of an earlier round leaves the table once it has ended but its end
 * has to be sent.
 */
export function mine(table: CrashTable, player: string, changed: Bet[] = []): Extract<ToPage, { t: 'mine' }> {
  const bets = table.betsOf(player)
  const known = new Set(bets.map((bet) => bet.id))
  const ended = changed.filter((bet) => bet.player === player && !known.has(bet.id))
  return { t: 'mine', bets: [...bets, ...ended].map(ownBet) }
}

/** The wallet's id of a bet: the page's id prefixed by the seat's, so that no other seat can use it. */
const betId = (seat: Seat, id: string): string => `${seat.id}.${id}`

const ownBet = (bet: Bet): OwnBet => ({
  id: bet.id,
  no: roundNumberOf(bet),
  seq: bet.seq,
  panel: bet.panel,
  stake: Number(bet.stake),
  auto: bet.auto,
  state: bet.state,
  at: bet.cashedAt,
  payout: Number(bet.payout),
  code: bet.code,
})
