import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkConsistency } from '@dhow/receipts/check-files'
import { openCheckpoint } from '@dhow/receipts/checkpoint'
import { leafHash, verifyConsistency, verifyInclusion } from '@dhow/receipts/merkle'
import { proveConsistency, proveInclusion, rootOfSize } from '@dhow/receipts/merkle-proof'
import { parsePolicy } from '@dhow/receipts/policy'
import { newEntryBundles, newTiles, parseEntryBundle, readTiles, tilePath } from '@dhow/receipts/tiles'
import { parseVerifierKey } from '@dhow/receipts/verifier-key'
import { ask, openWorld, type World } from '../../../test/world.ts'

let world: World
let player: Awaited<ReturnType<World['player']>>

/** A public file of the log. */
async function fileOf(path: string) {
  const response = await ask(world.app.portal, { url: `/log/${path}` })
  return { status: response.statusCode, headers: response.headers, bytes: new Uint8Array(response.rawPayload) }
}

const textOf = async (path: string) => Buffer.from((await fileOf(path)).bytes).toString()

async function readHead() {
  const keys = (await textOf('keys'))
    .trimEnd()
    .split('\n')
    .map((line) => parseVerifierKey(line.split(' ')[0]!))
  return openCheckpoint(await textOf('checkpoint'), keys)
}

/** All hash tiles of a size, fetched from the server. */
async function hashesOf(size: number) {
  const paths = newTiles(0, size).map(tilePath)
  const files = new Map(await Promise.all(paths.map(async (path) => [path, (await fileOf(path)).bytes] as const)))
  return readTiles(size, (path) => files.get(path) ?? new Uint8Array())
}

const sequence = () => world.app.features.receipts.sequence()

/** Sequences until the log has a size: transactions of the cluster's other databases delay it. */
const sequenceTo = (size: number) =>
  vi.waitFor(async () => {
    await sequence()
    expect((await readHead()).size).toBe(size)
  }, 10_000)

async function firstBatch() {
  const { rows } = await sql<{ numbers: string; commitments: Buffer }>`
    select numbers::text, commitments from receipts.batch where first_leaf = 0`.execute(world.db.kysely)
  return rows[0]!
}

async function fund(times: number) {
  for (let time = 0; time < times; time++) await world.fund(player.id, '1.00')
}

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  player = await world.player()
})
afterAll(() => world.close())

/** The head of 3 entries, as saved by a reader. */
let keptHead = ''

describe('the public log', () => {
  it('is empty with a signed head before the first entry', async () => {
    expect(await sequence()).toBe(0)
    expect(await readHead()).toMatchObject({ origin: 'localhost:8080/log', size: 0 })
  })

  it('has each posting of a player once, in order, under a head signed by its key', async () => {
    await fund(3)
    await sequenceTo(3)
    expect(await sequence()).toBe(0)
    const head = await readHead()
    const read = await hashesOf(3)
    const batch = await firstBatch()
    expect(batch.numbers).toBe('{1,2,3}')
    for (const leaf of [0, 1, 2]) {
      const commitment = batch.commitments.subarray(32 * leaf, 32 * leaf + 32)
      verifyInclusion(leafHash(commitment), leaf, head, proveInclusion(leaf, 3, read))
    }
  })

  it('is consistent with its last head, and keeps its older tiles', async () => {
    const old = await readHead()
    keptHead = await textOf('checkpoint')
    const before = await fileOf('tile/0/000.p/3')
    // More than a full tile of 256 hashes, in several heads.
    await fund(200)
    await sequenceTo(203)
    await fund(60)
    await sequenceTo(263)
    const now = await readHead()
    const read = await hashesOf(263)
    expect(rootOfSize(263, read)).toEqual(now.root)
    verifyConsistency(old, now, proveConsistency(old.size, now.size, read))
    expect((await fileOf('tile/0/000.p/3')).bytes).toEqual(before.bytes)
  })

  it('proves its consistency with an old head', async () => {
    const policy = parsePolicy(await textOf('policy'))
    expect((await fileOf('consistency/3')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    })
    expect(checkConsistency(keptHead, await textOf('consistency/3'), policy)).toEqual(
      expect.arrayContaining([
        ['sizeBefore', '3'],
        ['size', '263'],
      ]),
    )
    // The newest head itself, and the log before its first entry.
    const newest = await textOf('checkpoint')
    expect(await textOf('consistency/263')).toBe(`old 263\n\n${newest}`)
    expect(await textOf('consistency/0')).toBe(`old 0\n\n${newest}`)
    // A head that differs in one entry.
    const other = keptHead.replace(/^[A-Za-z0-9+/]{43}=$/m, Buffer.alloc(32).toString('base64'))
    const proof = await textOf('consistency/3')
    expect(() => checkConsistency(other, proof, policy)).toThrow('note-signature-wrong')
  })

  it('serves tiles as immutable, and its head as always revalidated', async () => {
    const tile = await fileOf('tile/0/000')
    expect(tile.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/octet-stream',
    })
    expect(tile.bytes).toHaveLength(8_192)
    expect((await fileOf('checkpoint')).headers).toMatchObject({ 'cache-control': 'no-cache' })
  })

  it('serves the entries, which match the tiles’ hashes', async () => {
    for (const bundle of newEntryBundles(0, 263)) {
      const { bytes } = await fileOf(tilePath(bundle))
      const hashes = parseEntryBundle(bytes, bundle.width).map((entry) => leafHash(entry))
      expect(Buffer.concat(hashes)).toEqual(Buffer.from((await fileOf(tilePath({ ...bundle, level: 0 }))).bytes))
    }
  })

  it.each([
    'tile/0/001.p/8',
    'tile/0/002',
    'tile/1/000.p/2',
    'tile/entries/001.p/8',
    'tile/0/0',
    'tile/0/000.p/0',
    'tile/entries/002',
    'tile/1/000.p/256',
    'tile/9/000.p/1',
    'tile/0/x999/x999/999',
    'consistency/264',
    'consistency/999999999999999',
    'consistency/-1',
    'consistency/03',
    'consistency/1e2',
    'staff/tile/0/000',
    'x',
    '',
  ])('answers that "%s" is not in the log', async (path) => {
    const { status, headers } = await fileOf(path)
    expect([status, headers['cache-control'], await textOf(path)]).toEqual([404, 'no-cache', 'not in the log\n'])
  })

  it('has no id, name or key of a player in any file', async () => {
    const files = ['checkpoint', 'keys', ...[...newTiles(0, 263), ...newEntryBundles(0, 263)].map(tilePath)]
    const personal = [player.id, player.player_name, player.mobile, 'test:fund']
    for (const path of files) {
      const bytes = Buffer.from((await fileOf(path)).bytes)
      expect(personal.filter((text) => bytes.includes(text))).toEqual([])
    }
  })

  it('stores no canonical text, only values to rebuild it', async () => {
    const { db } = world
    const commitment = (await firstBatch()).commitments.subarray(0, 32)
    const { salts } = await db.kysely
      .selectFrom('receipts.salt')
      .selectAll()
      .where('first_leaf', '=', 0n)
      .executeTakeFirstOrThrow()
    const salt = salts.subarray(0, 32)
    const posting = await db.kysely
      .selectFrom('ledger.posting')
      .selectAll()
      .where('player_id', '=', player.id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const text = `account ${player.id}
number 1
previous ${'0'.repeat(64)}
posting ${posting.id}
at ${posting.happened_at.toJSON()}
reason test
key ${posting.key}
currency NAD
cash 100 100
bonus 0 0
hold 0 0
in_play 0 0
`
    expect(createHash('sha256').update('dhow/entry/v1').update(salt).update(text).digest()).toEqual(commitment)
  })
})

describe('a file of the public log', () => {
  const bigEndian = (value: bigint) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(value)
    return bytes
  }
  /** A number as text and as 8 bytes in both byte orders. */
  const encodingsOf = (value: bigint) => [
    Buffer.from(String(value)),
    bigEndian(value),
    Buffer.from(bigEndian(value)).reverse(),
  ]

  it('has no amount or time of an entry, as text or bytes', async () => {
    const before = (await readHead()).size
    const minor = 83_917_461_357n
    await world.fund(player.id, '839174613.57')
    await sequenceTo(before + 1)
    const at = world.clock.now()
    const amounts = [...encodingsOf(minor), Buffer.from('839174613.57')]
    const ms = BigInt(at.getTime())
    const times = [Buffer.from(at.toISOString().slice(0, 16)), ...encodingsOf(ms), ...encodingsOf(ms * 1_000n)]

    // As a control, the scan finds both in the entry that only its player can read.
    const { rows } = await sql<{ id: string }>`select max(id)::text as id from ledger.posting`.execute(world.db.kysely)
    const { entry } = (await player.get(`/player/receipts/${rows[0]?.id}`)).json as { entry: string }
    for (const list of [amounts, times]) expect(list.some((one) => Buffer.from(entry).includes(one))).toBe(true)

    const paths = [...newTiles(0, before + 1), ...newEntryBundles(0, before + 1)].map(tilePath)
    for (const path of ['checkpoint', ...paths]) {
      const bytes = Buffer.from((await fileOf(path)).bytes)
      expect([...amounts, ...times].filter((one) => bytes.includes(one))).toEqual([])
    }
  })
})
