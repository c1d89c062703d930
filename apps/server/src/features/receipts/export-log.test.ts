import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCheckpoint } from '@dhow/receipts/checkpoint'
import { leafHash, verifyConsistency, verifyInclusion } from '@dhow/receipts/merkle'
import {
  proveConsistency,
  proveInclusion,
  subtreesForConsistency,
  subtreesForInclusion,
} from '@dhow/receipts/merkle-proof'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { parseEntryBundle, readTiles, tilePath, tilesOf } from '@dhow/receipts/tiles'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { exportLogs } from './export-log.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-log-'))
let world: World
let player: Awaited<ReturnType<World['player']>>
/** A static web server: a path is a file in the folder. */
let files: Server
let origin: string

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  player = await world.player()
  files = createServer(({ url }, response) => {
    const file = createReadStream(join(folder, url ?? ''))
    file.on('error', () => response.writeHead(404).end())
    file.pipe(response)
  })
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening))
  const address = files.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  files.close()
  rmSync(folder, { recursive: true })
  await world.close()
})

async function fetched(path: string): Promise<Uint8Array> {
  const answer = await fetch(`${origin}/${path}`)
  expect([path, answer.status]).toEqual([path, 200])
  return new Uint8Array(await answer.arrayBuffer())
}
const textOf = async (path: string) => Buffer.from(await fetched(path)).toString()
const policyOf = async () =>
  parsePolicy(
    (await textOf('keys'))
      .trimEnd()
      .split('\n')
      .map((line) => `log ${line.split(' ')[0]}\n`)
      .join('') + 'quorum none\n',
  )
const headOf = async () =>
  openCheckpoint(
    await textOf('checkpoint'),
    (await policyOf()).logs.map(({ key }) => key),
  )

async function readerOf(size: number, subtrees: Parameters<typeof tilesOf>[0]) {
  const paths = tilesOf(subtrees, size).map(tilePath)
  const tiles = new Map(await Promise.all(paths.map(async (path) => [path, await fetched(path)] as const)))
  return readTiles(size, (path) => tiles.get(path) ?? new Uint8Array())
}

async function fund(times: number) {
  for (let time = 0; time < times; time++) await world.fund(player.id, '1.00')
  await sequenceLog(world)
}

/** All files of the folder with their modification times. */
const listed = () =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, statSync(join(folder, path)).mtimeMs]),
  )

const exported = () => exportLogs(world.db.kysely, folder)

describe('the exported log', () => {
  it('verifies a receipt and the consistency of two heads, only from files', async () => {
    await fund(3)
    await exported()
    const old = await headOf()
    // More than a full tile, in several heads.
    await fund(200)
    await fund(60)
    await exported()
    const now = await headOf()
    expect([old.size, now.size]).toEqual([3, 263])

    const { id } = await world.db.kysely
      .selectFrom('ledger.postings')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    const { receipt } = (await player.get(`/player/receipts/${id}`)).json
    const { proof, checkpoint } = verifyReceipt(receipt, await policyOf())
    expect(checkpoint.root).toEqual(now.root)
    const bundle = { level: 'entries' as const, index: 1, width: 7 }
    const entry = parseEntryBundle(await fetched(tilePath(bundle)), bundle.width)[proof.index - 256]!
    const inclusion = await readerOf(263, subtreesForInclusion(proof.index, 263))
    verifyInclusion(leafHash(entry), proof.index, now, proveInclusion(proof.index, 263, inclusion))
    const consistency = await readerOf(263, subtreesForConsistency(3, 263))
    verifyConsistency(old, now, proveConsistency(3, 263, consistency))
  })

  it('has each tile width of every head, with the server’s bytes', async () => {
    const { receipts } = world.app.features
    const paths = [...listed().keys()]
    expect(paths).toEqual(
      expect.arrayContaining(['tile/0/000.p/3', 'tile/0/000.p/203', 'tile/0/000', 'tile/0/001.p/7', 'tile/1/000.p/1']),
    )
    expect(paths).toEqual(expect.arrayContaining(['tile/entries/000.p/203', 'tile/entries/001.p/7']))
    for (const path of paths)
      expect([path, Buffer.from((await receipts.file(path))!.content)]).toEqual([
        path,
        readFileSync(join(folder, path)),
      ])
  })

  it('gets only new files from a further run', async () => {
    const before = listed()
    expect(await exported()).toEqual({ size: 263, written: 0 })
    expect(listed()).toEqual(before)
    await fund(2)
    await exported()
    const after = listed()
    const changed = [...after].filter(([path, time]) => before.get(path) !== time).map(([path]) => path)
    expect(changed.toSorted()).toEqual(['checkpoint', 'tile/0/001.p/9', 'tile/entries/001.p/9'])
  })

  it('continues after a run was interrupted before its head', async () => {
    const head = readFileSync(join(folder, 'checkpoint'))
    await fund(1)
    await exported()
    const whole = listed()
    writeFileSync(join(folder, 'checkpoint'), head)
    rmSync(join(folder, 'tile/entries/001.p/10'))
    expect(await exported()).toEqual({ size: 266, written: 2 })
    expect([...listed().keys()].toSorted()).toEqual([...whole.keys()].toSorted())
    expect(await headOf()).toMatchObject({ size: 266 })
  })

  it('is refused in a folder with another log’s head, which is kept', async () => {
    const ours = readFileSync(join(folder, 'checkpoint'), 'utf8')
    const [name, size, root, ...rest] = ours.split('\n')
    const other = [name, size, `${root?.startsWith('A') ? 'B' : 'A'}${root?.slice(1)}`, ...rest].join('\n')
    writeFileSync(join(folder, 'checkpoint'), other)
    await fund(1)
    await expect(exported()).rejects.toThrow('which this log did not have. Nothing was written.')
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toBe(other)
    writeFileSync(join(folder, 'checkpoint'), ours)
  })
})
