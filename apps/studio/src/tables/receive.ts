import { ofSeat, openReceiver, roundNumberOf, type ReceiveParts } from '../live/receive.ts'
import type { Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { FromPage, OwnBet, ToPage } from './messages.ts'
import type { TableGame } from './rules.ts'
import type { LiveTable } from './run-table.ts'
import { recentBets } from './store.ts'
import type { Bet, NewBet } from './table.ts'

type Command = Extract<FromPage, { id: string }>

/** Handles messages from pages of a live table. */
export const receive = ({ db, game, ...parts }: Parts) =>
  openReceiver<LiveTable, Command, OwnBet>({
    ...parts,
    decide: (table, seat, command) => decide(game, table, seat, command),
    mine: (table, player) => mine(game, table, player),
    recent: async (player) => (await recentBets(db, game.slug, player)).map((bet) => ownBet(game, bet)),
  })

interface Parts extends Omit<ReceiveParts<LiveTable, Command, OwnBet>, 'decide' | 'mine' | 'recent'> {
  db: Db
  game: TableGame
}

async function decide(game: TableGame, table: LiveTable, seat: Seat, command: Command): Promise<string> {
  if (command.t === 'cancel_bets') return table.cancelBets(seat.player)
  const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
  const bets: NewBet[] = []
  for (const [index, [field, stake]] of command.bets.entries()) {
    const name = game.fields[field]
    if (name === undefined || !range || stake < range.min || stake > range.max) return 'stake_out_of_range'
    bets.push({ ...ofSeat(seat), id: betId(seat, command.id, index), field: name, stake: BigInt(stake) })
  }
  return table.placeBets(command.no, bets)
}

const mine = (game: TableGame, table: LiveTable, player: string): Extract<ToPage, { t: 'mine' }> => ({
  t: 'mine',
  bets: table.betsOf(player).map((bet) => ownBet(game, bet)),
})

/** The wallet's id of a bet: the page's id prefixed by the seat's, so that no other seat can use it, and the stake's index. */
const betId = (seat: Seat, id: string, index: number): string => `${seat.id}.${id}.${index}`

/** A bet for its player. */
export const ownBet = (game: TableGame, bet: Bet): OwnBet => ({
  id: bet.id,
  no: roundNumberOf(bet),
  field: game.fields.indexOf(bet.field),
  stake: Number(bet.stake),
  state: bet.state,
  payout: Number(bet.payout),
  code: bet.code,
})
