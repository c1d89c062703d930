import type { Db, Query } from '../platform/db.ts'
import { gameOf } from './games.ts'
import type { Standing } from './rules.ts'
import { findPair } from './seeds.ts'
import type { Round } from './store.ts'

const remembered = 5000

/** Recomputes a round's standing by its game's rules, from seeds, options and actions. */
export function openReplay({ db, key }: { db: Db; key: Buffer }) {
  // Cache of seeds, which never change within a pair and are needed for every view of a round.
  const pairs = new Map<string, { serverSeed: string; clientSeed: string }>()

  async function replay(round: Round, on: Query): Promise<Standing | undefined> {
    let pair = pairs.get(round.pair)
    if (!pair) {
      if (pairs.size >= remembered) pairs.clear()
      pair = await findPair(on, key, round.pair)
      pairs.set(round.pair, pair)
    }
    const { serverSeed, clientSeed } = pair
    return gameOf(round.game)?.play(
      { serverSeed, clientSeed, nonce: round.nonce },
      round.options,
      round.actions,
      round.isCashedOut,
    )
  }

  async function standing(round: Round, on: Query = db): Promise<Standing> {
    const found = await replay(round, on)
    if (!found) throw new Error(`round ${round.id} cannot be replayed`)
    return found
  }

  return { replay, standing }
}
