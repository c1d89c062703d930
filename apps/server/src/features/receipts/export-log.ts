import { join } from 'node:path'
import { OperatorError } from '@dhow/platform/process'
import { parseCheckpoint, type Checkpoint } from '@dhow/receipts/checkpoint'
import { emptyRoot } from '@dhow/receipts/merkle'
import { rootOfSize } from '@dhow/receipts/merkle-proof'
import { parseNote } from '@dhow/receipts/note'
import { newEntryBundles, newTiles, readTiles, tilePath, type Tile } from '@dhow/receipts/tiles'
import type { Db } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { openTilesOf } from './append-hashes.ts'
import { logNames, logPaths, type LogName } from './logs.ts'
import { writeWholeFile, readWhole } from './whole-files.ts'
import { readLogFile } from './read-file.ts'
import { readSizes } from './store.ts'

/** Heads whose tiles are collected before they are written, so that a tile that grew with each is read once. */
const headsPerPage = 1_000

/**
 * Writes the logs as files for any web server, the players' log into the folder and the staff's below it, by their
 * paths: each tile in every width of a head, the entries, the keys, and the head last. Existing files of heads are
 * kept, so an interrupted run is continued by the next one.
 * @returns the size of the players' log in the folder, and the number of files written
 * @throws OperatorError if there is no log yet, or the folder has another log's files
 */
export async function exportLogs(db: Db, folder: string): Promise<{ size: number; written: number }> {
  const sum = { size: 0, written: 0 }
  for (const log of logNames) {
    const { size, written } = await exportLog(db, log, join(folder, logPaths[log].slice(logPaths.players.length)))
    if (log === 'players') sum.size = size
    sum.written += written
  }
  return sum
}

async function exportLog(db: Db, log: LogName, folder: string): Promise<{ size: number; written: number }> {
  const checkpoint = await readText(db, log, 'checkpoint')
  if (checkpoint === undefined) {
    if (log !== 'players') return { size: 0, written: 0 }
    throw new OperatorError('There is no log yet; the server makes it at its first start.')
  }
  const head = parseCheckpoint(parseNote(checkpoint).text)
  const before = await headOf(folder)
  if (before) await checkSameLog(db, log, before, head)
  let written = 0
  const keep = async (path: string, content: string | Uint8Array, isFinal: boolean) => {
    if (await writeWholeFile(join(folder, path), content, isFinal)) written++
  }
  for await (const tiles of pagesOfTiles(db, log, before?.size ?? 0, head.size))
    for (const [widest, widths] of tiles)
      for (const [path, bytes] of await readWidths(db, log, widest, widths)) await keep(path, bytes, true)
  await keep('keys', required(await readText(db, log, 'keys'), 'the keys of the log'), false)
  // A concurrent run may have written a later head.
  const meanwhile = await headOf(folder)
  if (meanwhile && meanwhile.size > head.size) return { size: meanwhile.size, written }
  await keep('checkpoint', checkpoint, false)
  return { size: head.size, written }
}

async function readText(db: Db, log: LogName, path: string): Promise<string | undefined> {
  const file = await readLogFile(db, log, path)
  return file && String(file.content)
}

/** Head of the log in a folder; undefined without one. */
async function headOf(folder: string): Promise<Checkpoint | undefined> {
  const bytes = await readWhole(join(folder, 'checkpoint'))
  return bytes && parseCheckpoint(parseNote(bytes).text)
}

async function checkSameLog(db: Db, log: LogName, before: Checkpoint, head: Checkpoint) {
  const isOlder = before.origin === head.origin && before.size <= head.size
  if (isOlder && Buffer.from(await readRoot(db, log, before.size)).equals(before.root)) return
  throw new OperatorError(
    `The folder has the head of ${before.origin} of size ${before.size}, which this log did not have. Nothing was written.`,
  )
}

/** Root of the log at a size of one of its heads. */
async function readRoot(db: Db, log: LogName, size: number): Promise<Uint8Array> {
  if (size === 0) return emptyRoot
  const tiles = new Map<string, Uint8Array>()
  for (const { level, index } of openTilesOf(size)) {
    const tile = { level, index, width: Math.floor(size / 256 ** level) - index * 256 }
    for (const [path, bytes] of await readWidths(db, log, tile, new Set([tile.width]))) tiles.set(path, bytes)
  }
  return rootOfSize(
    size,
    readTiles(size, (path) => required(tiles.get(path), `tile ${path}`)),
  )
}

/** Tiles of heads after one size up to another, in pages: the widest form of each, with all its widths. */
async function* pagesOfTiles(
  db: Db,
  log: LogName,
  from: number,
  to: number,
): AsyncGenerator<[Tile, Set<number>][], void, undefined> {
  for (let before = from; before < to;) {
    const page = new Map<string, [Tile, Set<number>]>()
    const sizes = await readSizes(db, log, { after: before, to, most: headsPerPage })
    for (const size of sizes) {
      for (const tile of [...newTiles(before, size), ...newEntryBundles(before, size)]) {
        const widths = page.get(`${tile.level}/${tile.index}`)?.[1] ?? new Set()
        page.set(`${tile.level}/${tile.index}`, [tile, widths.add(tile.width)])
      }
      before = size
    }
    yield [...page.values()]
  }
}

/** A tile in several widths, by path. A narrower form is a prefix of the widest one. */
async function readWidths(
  db: Db,
  log: LogName,
  widest: Tile,
  widths: ReadonlySet<number>,
): Promise<[string, Uint8Array][]> {
  const file = await readLogFile(db, log, tilePath(widest))
  if (file === undefined || typeof file.content === 'string') throw new Error(`the log has no tile ${tilePath(widest)}`)
  const { content } = file
  const bytesEach = content.length / widest.width
  return [...widths].map((width) => [tilePath({ ...widest, width }), content.subarray(0, width * bytesEach)])
}
