import { bind } from '../../platform/bind.ts'
import { every } from '../../platform/every.ts'
import { addTournament, changeTournament, readLiability } from './edit-tournaments.ts'
import { cancelTournament, endTournament, pauseTournament } from './move-tournament.ts'
import type { TournamentParts } from './parts.ts'
import { claimPrize } from './prizes.ts'
import { listForStaff, readRanking } from './read-desk.ts'
import { hasOpenTournament, listTournaments, readTournament, tournamentsOfPlayer } from './read-tournaments.ts'
import { runDue } from './run-tournaments.ts'
import { registerStart, startTournament } from './start-tournament.ts'
import { joinTournament, leaveTournament } from './take-part.ts'

export { tournamentInvariants } from './invariants.ts'

export type Tournaments = ReturnType<typeof openTournaments>

/**
 * Tournaments over settled rounds: a job counts participants' points after the ledger, and the first ranks get prizes
 * as gifts. Bets never wait for it.
 */
export function openTournaments(parts: TournamentParts) {
  registerStart(parts)
  const stop = every(parts.platform, 'tournaments', 5_000, () => runDue(parts))
  return {
    ...bind(parts, {
      list: listTournaments,
      read: readTournament,
      hasOpen: hasOpenTournament,
      ofPlayer: tournamentsOfPlayer,
      join: joinTournament,
      leave: leaveTournament,
      claim: claimPrize,
      runDue,
    }),
    desk: bind(parts, {
      list: listForStaff,
      ranking: readRanking,
      add: addTournament,
      change: changeTournament,
      liability: readLiability,
      start: startTournament,
      pause: pauseTournament,
      cancel: cancelTournament,
      end: endTournament,
    }),
    close: stop,
  }
}
