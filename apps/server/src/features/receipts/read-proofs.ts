import {
  proveConsistency,
  proveInclusion,
  subtreesForConsistency,
  subtreesForInclusion,
  type HashReader,
  type Subtree,
} from '@dhow/receipts/merkle-proof'
import { readTiles, tilePath, tilesOf } from '@dhow/receipts/tiles'
import type { Db } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import type { LogName } from './logs.ts'
import { readLogFile } from './read-file.ts'

/** Inclusion proof: hashes from an entry to the root of a log of a size. */
export const readInclusion = async (db: Db, log: LogName, leaf: number, size: number): Promise<Uint8Array[]> =>
  proveInclusion(leaf, size, await readerOf(db, log, subtreesForInclusion(leaf, size), size))

/** Consistency proof: hashes from the root of one size to that of another. */
export const readConsistency = async (db: Db, log: LogName, oldSize: number, size: number): Promise<Uint8Array[]> =>
  proveConsistency(oldSize, size, await readerOf(db, log, subtreesForConsistency(oldSize, size), size))

async function readerOf(db: Db, log: LogName, subtrees: readonly Subtree[], size: number): Promise<HashReader> {
  const tiles = new Map<string, Uint8Array>()
  for (const path of tilesOf(subtrees, size).map(tilePath)) {
    const file = required(await readLogFile(db, log, path), `tile ${path}`)
    if (typeof file.content !== 'string') tiles.set(path, file.content)
  }
  return readTiles(size, (path) => required(tiles.get(path), path))
}
