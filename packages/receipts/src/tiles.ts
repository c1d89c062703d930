import { readCount } from './encoding.ts'
import { rootOf } from './merkle.ts'
import type { HashReader, Subtree } from './merkle-proof.ts'
import { check } from './verification-error.ts'

/** Hashes in a tile, and leaves below each hash of the next level. */
const tileWidth = 256
const tileHeight = 8
const hashBytes = 32

/**
 * A file of the log. Level 0 has the leaves' hashes, each higher level the hashes over full tiles of the level below; `entries` are bundles of the
 * entries themselves. A width below 256 makes it partial. Source: c2sp.org/tlog-tiles.
 */
export interface Tile {
  level: number | 'entries'
  index: number
  width: number
}

/**
 * Path of a tile below the log's URL.
 * @example tilePath({ level: 0, index: 1234067, width: 256 }) // 'tile/0/x001/x234/067'
 */
export function tilePath({ level, index, width }: Tile): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/.{3}/g)
  const path = (groups ?? []).join('/x')
  return `tile/${level}/${index < 1000 ? '' : 'x'}${path.replace(/x(...)$/, '$1')}${width < tileWidth ? `.p/${width}` : ''}`
}

/** Parses the path of a tile; refused as `tile-path-malformed` if `tilePath` would not write it. */
export function parseTilePath(path: string): Tile {
  const [, level = '', groups = '', width] =
    /^tile\/(\d+|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? []
  const tile = {
    level: level === 'entries' ? level : (readCount(level) ?? Infinity),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  } satisfies Tile
  const isSound = tile.level === 'entries' || tile.level < 64
  check(isSound && tile.width > 0 && Number.isSafeInteger(tile.index), 'tile-path-malformed', path)
  check(tilePath(tile) === path, 'tile-path-malformed', path)
  return tile
}

/** Hash tiles that a log has at `newSize` but not at `oldSize`; from 0, all of them. */
export function newTiles(oldSize: number, newSize: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0; newSize >= tileWidth ** level; level++) tiles.push(...newOfLevel(level, oldSize, newSize))
  return tiles
}

/** Entry bundles that a log has at `newSize` but not at `oldSize`. */
export const newEntryBundles = (oldSize: number, newSize: number): Tile[] =>
  newOfLevel(0, oldSize, newSize).map((tile) => ({ ...tile, level: 'entries' }))

/** Tiles that contain the hashes of these subtrees in a log of a size, each once. */
export function tilesOf(subtrees: readonly Subtree[], size: number): Tile[] {
  const tiles = subtrees.map((subtree) => tileOf(subtree, size).tile)
  return [...new Map(tiles.map((tile) => [tilePath(tile), tile])).values()]
}

/** Reads hashes of complete subtrees from the tiles of a log of a size; `bytesOf` returns the content of a path. */
export function readTiles(size: number, bytesOf: (path: string) => Uint8Array): HashReader {
  return (subtree) => {
    const { tile, from, count } = tileOf(subtree, size)
    const path = tilePath(tile)
    const bytes = bytesOf(path)
    check(bytes.length === tile.width * hashBytes, 'tile-length-wrong', path)
    return rootOf(
      Array.from({ length: count }, (_, at) => bytes.subarray((from + at) * hashBytes, (from + at + 1) * hashBytes)),
    )
  }
}

/** Formats a bundle of entries, each preceded by its length in two bytes, so at most 65,535. */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0))
  let at = 0
  for (const entry of entries) {
    check(entry.length <= 0xffff, 'entries-too-long')
    bytes.set([entry.length >> 8, entry.length & 255], at)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/** Parses a bundle of `width` entries. Refused with a reason that begins with `entries-`. */
export function parseEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    const [high, low] = bytes.subarray(at, at + 2)
    check(high !== undefined && low !== undefined, 'entries-cut')
    const end = at + 2 + high * 256 + low
    check(end <= bytes.length, 'entries-cut')
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  check(entries.length === width, 'entries-count-wrong', `${entries.length} of ${width}`)
  return entries
}

function newOfLevel(level: number, oldSize: number, newSize: number): Tile[] {
  const [before, after] = [Math.floor(oldSize / tileWidth ** level), Math.floor(newSize / tileWidth ** level)]
  const tiles: Tile[] = []
  if (before === after) return tiles
  for (let index = Math.floor(before / tileWidth); index * tileWidth < after; index++)
    tiles.push({ level, index, width: Math.min(tileWidth, after - index * tileWidth) })
  return tiles
}

/** Tile of a complete subtree, with its first hash and number of hashes there. */
function tileOf({ level, index }: Subtree, size: number): { tile: Tile; from: number; count: number } {
  const tileLevel = Math.floor(level / tileHeight)
  const count = 2 ** (level % tileHeight)
  const first = index * count
  const tileIndex = Math.floor(first / tileWidth)
  const width = Math.min(tileWidth, Math.floor(size / tileWidth ** tileLevel) - tileIndex * tileWidth)
  return { tile: { level: tileLevel, index: tileIndex, width }, from: first - tileIndex * tileWidth, count }
}
