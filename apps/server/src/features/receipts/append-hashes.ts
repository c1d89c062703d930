import { rootOf } from '@dhow/receipts/merkle'
import { rootOfSize } from '@dhow/receipts/merkle-proof'
import { parseTilePath, readTiles } from '@dhow/receipts/tiles'

const tileWidth = 256

/** A tile with its hashes; one with fewer than 256 is not full. */
export interface TileHashes {
  level: number
  index: number
  hashes: Uint8Array[]
}

/** Tiles of a log of a size that are not full, at most one a level: what the next hashes are appended to. */
export function openTilesOf(size: number): { level: number; index: number }[] {
  const tiles: { level: number; index: number }[] = []
  for (let [level, count] = [0, size]; count > 0; level++, count = Math.floor(count / tileWidth))
    if (count % tileWidth > 0) tiles.push({ level, index: Math.floor(count / tileWidth) })
  return tiles
}

/** Appends hashes of leaves to a log of a size: the root, the tiles that are new or have grown, and the open ones. At least one hash. */
export function appendHashes(
  size: number,
  open: readonly TileHashes[],
  leaves: readonly Uint8Array[],
): { size: number; root: Uint8Array; changed: TileHashes[]; open: TileHashes[] } {
  const ends = new Map(open.map((tile) => [tile.level, { ...tile, hashes: [...tile.hashes] }]))
  const changed = new Map<string, TileHashes>()
  const append = (level: number, position: number, hash: Uint8Array) => {
    const index = Math.floor(position / tileWidth)
    const end = ends.get(level)
    const tile = end?.index === index ? end : { level, index, hashes: [] }
    tile.hashes.push(hash)
    ends.set(level, tile)
    changed.set(`${level}/${index}`, tile)
    if (tile.hashes.length === tileWidth) append(level + 1, index, rootOf(tile.hashes))
  }
  for (const [at, leaf] of leaves.entries()) append(0, size + at, leaf)
  const newSize = size + leaves.length
  const bytesOf = (path: string) => {
    const { level, index } = parseTilePath(path)
    const tile = typeof level === 'number' ? ends.get(level) : undefined
    if (tile?.index !== index) throw new Error(`the tile ${path} is not at the end of the log`)
    return Buffer.concat(tile.hashes)
  }
  return {
    size: newSize,
    root: rootOfSize(newSize, readTiles(newSize, bytesOf)),
    changed: [...changed.values()],
    open: [...ends.values()].filter(({ hashes }) => hashes.length < tileWidth),
  }
}
