import { wait } from '@dhow/platform/clock'
import type { SharedBet, SharedRound, SharedTable } from './change.ts'
import type { Play, Rounds, RoundsParts, Rows } from './parts.ts'
import { openTable } from './play-table.ts'

/** Plays the rounds of one shared game, from the newest stored one. */
export async function runRounds<
  Round extends SharedRound,
  Stored,
  Bet extends SharedBet,
  Table extends SharedTable<Round, Bet>,
>(
  parts: RoundsParts<Round, Bet>,
  play: Play<Round, Stored, Bet, Table>,
  rows: Rows<Round, Stored, Bet>,
): Promise<Rounds<Round, Bet, Table>> {
  const { clock, log } = parts
  const table = openTable(parts, play, rows)
  const newest = await rows.newest()
  const found = newest && play.recover(newest, await rows.betsOf(newest.id), clock.nowMs())
  if (found) {
    log.info({ round: found.table.round.id, bets: found.change.bets.length }, 'an open round was found')
    await table.resume(found.table, found.change)
  } else await table.startRound((newest?.number ?? 0) + 1)
  // First clean up what an earlier process left; the round in play does not wait for it.
  table.cleanUp()

  return {
    async apply(decide, id) {
      table.step()
      const change = decide(table.current(), clock.nowMs())
      if (typeof change === 'string') return id !== undefined && (await rows.find(id)) ? 'ok' : change
      await table.write(change)
      return 'ok'
    },
    betsOf: table.betsOf,
    round: () => table.current().round,
    async stop() {
      table.stop()
      while (table.isWriting()) await wait(clock, 5)
    },
  }
}
