import { rootOfSize } from '@dhow/receipts/merkle-proof'
import { parseTilePath, readTiles } from '@dhow/receipts/tiles'
import type { Sliced } from '../../platform/sliced.ts'
import { hashBytes, rootOfTile, tileWidth, writeLeafHash } from './tree-hashes.ts'

/** Leaves between two turns of the event loop: a third of a millisecond of work. */
const leavesASlice = 500

/** A tile with its hashes, 32 bytes each; partial with fewer than 256. */
export interface TileHashes {
  level: number
  index: number
  hashes: Buffer
}

/** Partial tiles of a log of a size, at most one per level: the next hashes are appended to them. */
export function openTilesOf(size: number): { level: number; index: number }[] {
  const tiles: { level: number; index: number }[] = []
  for (let [level, count] = [0, size]; count > 0; level++, count = Math.floor(count / tileWidth))
    if (count % tileWidth > 0) tiles.push({ level, index: Math.floor(count / tileWidth) })
  return tiles
}

/** A tile at the end of the log, with space for all its hashes. */
interface EndTile {
  level: number
  index: number
  room: Buffer
  width: number
}

const hashesOf = ({ room, width }: EndTile) => room.subarray(0, width * hashBytes)

/**
 * Appends entries, 32 bytes each, to a log of a size; returns the root, the new or grown tiles, and the partial ones.
 * At least one entry. The tiles in `open` are not modified.
 */
export function* appendHashes(
  size: number,
  open: readonly TileHashes[],
  leaves: Buffer,
): Sliced<{ size: number; root: Uint8Array; changed: TileHashes[]; open: TileHashes[] }> {
  const ends = new Map(open.map((tile) => [tile.level, endTile(tile)]))
  const changed = new Set<EndTile>()
  /** Writes the hash at the end of a level, and, if that fills a tile, the tile's root at the end of the next level. */
  const append = (level: number, position: number, write: (room: Buffer, at: number) => void) => {
    const index = Math.floor(position / tileWidth)
    let tile = ends.get(level)
    if (tile?.index !== index) {
      tile = endTile({ level, index, hashes: Buffer.alloc(0) })
      ends.set(level, tile)
    }
    write(tile.room, tile.width * hashBytes)
    tile.width++
    changed.add(tile)
    if (tile.width === tileWidth) {
      const { room } = tile
      append(level + 1, index, (above, at) => rootOfTile(room).copy(above, at))
    }
  }
  const count = leaves.length / hashBytes
  for (let leaf = 0; leaf < count; leaf++) {
    if (leaf % leavesASlice === leavesASlice - 1) yield
    append(0, size + leaf, (room, at) => writeLeafHash(leaves, leaf * hashBytes, room, at))
  }
  const newSize = size + count
  const bytesOf = (path: string) => {
    const { level, index } = parseTilePath(path)
    const tile = typeof level === 'number' ? ends.get(level) : undefined
    if (tile?.index !== index) throw new Error(`the tile ${path} is not at the end of the log`)
    return hashesOf(tile)
  }
  const tiles = (of: Iterable<EndTile>): TileHashes[] =>
    Array.from(of, (tile) => ({ level: tile.level, index: tile.index, hashes: hashesOf(tile) }))
  return {
    size: newSize,
    root: rootOfSize(newSize, readTiles(newSize, bytesOf)),
    changed: tiles(changed),
    open: tiles([...ends.values()].filter(({ width }) => width < tileWidth)),
  }
}

function endTile({ level, index, hashes }: TileHashes): EndTile {
  const room = Buffer.alloc(tileWidth * hashBytes)
  room.set(hashes)
  return { level, index, room, width: hashes.length / hashBytes }
}
