import type { Player } from '@dhow/contract/accounts'
import { openGroupQueue } from '../../platform/group-queue.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { AccountParts } from './parts.ts'
import { findPlayers, playerReply } from './players.ts'

export interface Kept {
  player: Player
  json: string
  readAtMs: number
}

/** A missed bus message is made up for after this long. */
const trustMs = 15_000
const maxProfiles = 50_000

/**
 * Profiles of players with the balance, the most frequent call. A process that is alone on the database caches them;
 * otherwise each call reads anew. Every message to a player, such as a balance, and every change of the player drops
 * the profile in all processes first.
 */
export function openProfiles({ db, bus, clock, log, faults }: Platform, balancesOf: AccountParts['balancesOf']) {
  const kept = new Map<string, Kept>()
  const reading = new Map<string, Promise<Kept>>()

  const forget = (playerId: string) => {
    kept.delete(playerId)
    // A concurrent read may have seen the old row: return it but do not cache it.
    reading.delete(playerId)
  }
  const forgetAll = () => {
    kept.clear()
    reading.clear()
  }
  bus.subscribe('live', ({ to }: { to: string }) => forget(to), forgetAll)
  bus.subscribe('player-changed', ({ playerId }: { playerId: string }) => forget(playerId), forgetAll)

  const fresh = openGroupQueue<string, Kept | undefined>({
    async run(playerIds) {
      const readAtMs = clock.monotonicMs()
      const [rows, balances] = await Promise.all([findPlayers(db.kysely, playerIds), balancesOf(playerIds)])
      const found = new Map(
        rows.map((row) => {
          const player = playerReply(row, balances.get(row.id) ?? { cashMinor: 0n, heldMinor: 0n })
          return [row.id, { player, json: JSON.stringify(player), readAtMs }]
        }),
      )
      return playerIds.map((playerId) => found.get(playerId))
    },
    most: 100,
    width: 2,
    log,
    alone: faults?.isWatched,
  })
  async function read(playerId: string): Promise<Kept> {
    const found = await fresh.submit(playerId)
    if (!found) throw new Refusal('session_invalid')
    return found
  }

  /** @throws Refusal `session_invalid` if the player no longer exists */
  return (playerId: string): Kept | Promise<Kept> => {
    // Read a bet that another server has answered at once, although its message takes some milliseconds.
    if (!bus.isAlone()) return read(playerId)
    const known = kept.get(playerId)
    if (known && clock.monotonicMs() - known.readAtMs < trustMs) return known
    const underWay = reading.get(playerId)
    if (underWay) return underWay
    const mine = read(playerId)
      .then((found) => {
        if (reading.get(playerId) === mine) {
          if (kept.size >= maxProfiles) kept.clear()
          kept.set(playerId, found)
        }
        return found
      })
      .finally(() => {
        if (reading.get(playerId) === mine) reading.delete(playerId)
      })
    reading.set(playerId, mine)
    return mine
  }
}
