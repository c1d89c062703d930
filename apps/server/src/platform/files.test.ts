import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@dhow/platform/clock'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openLine } from '../../test/breakable-line.ts'
import { screenshot } from '../../test/pictures.ts'
import { hasS3, openS3Server } from '../../test/s3-server.ts'
import { openWorld, type World } from '../../test/world.ts'
import { openFiles, testFileStore, type FileStore } from './files.ts'
import { openFolderStore } from './folder-store.ts'
import { checkFileStore } from './check-file-store.ts'
import { systemRandom } from './random.ts'
import { openS3Store, type S3Settings } from './s3-store.ts'

const random = systemRandom()
const clock = systemClock()
const log = pino({ level: 'silent' })
const absent = 'a'.repeat(64)
/** A folder that no other run of these tests uses, for a store that outlives the run. */
const apart = random.bytes(8).toString('hex')

let line: Awaited<ReturnType<typeof openLine>>
let settings: S3Settings
let stop = async () => {}
const root = mkdtempSync(join(tmpdir(), 'dhow-files-'))
beforeAll(async () => {
  if (!hasS3) return
  const server = await openS3Server()
  line = await openLine(new URL(server.settings.endpoint))
  stop = async () => {
    line.close()
    await server.stop()
  }
  settings = { ...server.settings, endpoint: line.url }
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  await stop()
})

const stores: [string, () => FileStore][] = [['a folder', () => openFolderStore(root, random)]]
if (hasS3) stores.push(['a bucket', () => openS3Store(settings, clock)])

describe.each(stores)('files in %s', (_name, open) => {
  it('are stored by the hash of their content, and storing one again gives the same name', async () => {
    const files = openFiles(open(), `${apart}/one`, random)
    const bytes = random.bytes(1_000)
    const name = await files.put(bytes)
    expect(await files.put(bytes)).toBe(name)
    expect(await files.get(name)).toEqual(bytes)
    expect(await files.size(name)).toBe(1_000)
    expect(await files.names()).toEqual([name])
  })

  it('are absent if they were never stored or the name is malformed', async () => {
    const files = openFiles(open(), `${apart}/two`, random)
    expect([await files.get(absent), await files.size(absent), await files.names()]).toEqual([undefined, undefined, []])
    expect(await files.get('../../secrets.json')).toBeUndefined()
    await files.drop(absent)
  })

  it('are deleted by name, without others', async () => {
    const files = openFiles(open(), `${apart}/three`, random)
    const bytes = random.bytes(10)
    const names = [await files.putUnique(bytes), await files.putUnique(bytes), await files.putUnique(bytes)]
    expect(new Set(names).size).toBe(3)
    expect((await files.names()).sort()).toEqual([...names].sort())
    await files.drop(names[1]!)
    expect(await files.get(names[1]!)).toBeUndefined()
    expect(await files.get(names[2]!)).toEqual(bytes)
    expect((await files.names()).sort()).toEqual([names[0]!, names[2]!].sort())
  })

  it('may be large or empty', async () => {
    const files = openFiles(open(), `${apart}/four`, random)
    for (const bytes of [random.bytes(12_000_000), Buffer.alloc(0)]) {
      const name = await files.put(bytes)
      expect(await files.size(name)).toBe(bytes.length)
      expect((await files.get(name))?.equals(bytes)).toBe(true)
    }
  })

  it('are whole or absent to a reader while several write one name', async () => {
    const store = open()
    const path = `${apart}/five/${absent}`
    const contents = [1, 2, 3, 4].map((fill) => Buffer.alloc(500_000, fill))
    let isWriting = true
    const reading = (async () => {
      const seen = []
      while (isWriting) seen.push(await store.read(path))
      return seen
    })()
    await Promise.all(contents.map((bytes) => store.write(path, bytes)))
    isWriting = false
    const found = [...(await reading), await store.read(path)]
    expect(found.at(-1)).toBeDefined()
    for (const bytes of found)
      expect(bytes === undefined || contents.some((content) => content.equals(bytes))).toBe(true)
    expect(await store.list(`${apart}/five`)).toEqual([absent])
  })

  it('pass the check that writes, reads, lists and removes one', async () => {
    const store = open()
    await testFileStore(store, random)
    expect(await store.list('check')).toEqual([])
  })
})

describe.runIf(hasS3)('a bucket', () => {
  it.each([
    ['an upload that breaks', 'request', 200_000],
    ['an answer that breaks', 'answer', 200_000],
  ] as const)('asks once more after %s', async (_name, of, afterBytes) => {
    const files = openFiles(openS3Store(settings, clock), `${apart}/six`, random)
    const bytes = random.bytes(1_000_000)
    const kept = of === 'answer' ? await files.put(bytes) : undefined
    line.breakNext(1, of, afterBytes)
    const name = kept ?? (await files.put(bytes))
    expect((await files.get(name))?.equals(bytes)).toBe(true)
  })

  it('refuses while it is unavailable, keeps nothing sent meanwhile, and works again without a restart', async () => {
    const store = openS3Store(settings, clock)
    const path = `${apart}/seven/${absent}`
    const bytes = random.bytes(1_000_000)
    line.breakNext(2, 'request', 300_000)
    await expect(store.write(path, bytes)).rejects.toMatchObject({ fault: 'away' })
    line.up()
    expect(await store.read(path)).toBeUndefined()
    line.down()
    await expect(store.write(path, bytes)).rejects.toMatchObject({ fault: 'away' })
    await expect(store.read(path)).rejects.toMatchObject({ fault: 'away' })
    await checkFileStore(store, random, log)
    line.up()
    await store.write(path, bytes)
    expect((await store.read(path))?.equals(bytes)).toBe(true)
  })

  it.each<[string, Partial<S3Settings>, string]>([
    ['a bucket that is not there', { bucket: 'no-such-bucket' }, 'FILES_S3_BUCKET'],
    ['a key that it does not know', { keyId: 'AKIA0000000000000000' }, 'FILES_S3_KEY_ID'],
    ['a wrong secret', { secret: 'wrong' }, 'FILES_S3_SECRET'],
  ])('refuses the start with %s, and names the setting', async (_name, wrong, setting) => {
    const store = openS3Store({ ...settings, ...wrong }, clock)
    await expect(checkFileStore(store, random, log)).rejects.toThrow(setting)
  })
})

describe.runIf(hasS3)('a server with its files in a bucket', () => {
  let world: World
  let admin: Awaited<ReturnType<World['operator']>>
  let png: Buffer
  beforeAll(async () => {
    const { endpoint, bucket, keyId, secret } = settings
    const env = { FILES: 's3', FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket }
    const realClock = systemClock()
    world = await openWorld(
      { ...env, FILES_S3_KEY_ID: keyId, FILES_S3_SECRET: secret },
      { realClock, withoutJobs: true },
    )
    admin = await world.operator('admin')
    png = await screenshot(1)
  })
  afterAll(() => world.close())

  const row = async () =>
    (await admin.get('/staff/health')).json.services.find(
      ({ name }: { name: { code: string } }) => name.code === 'service_files',
    )

  it('shows an operator the screenshot that a player sent', async () => {
    const player = await world.player()
    const fields = { manual_deposit_id: '2', amount: '80', utr: `BUCKET ${apart}` }
    const file = { name: 'proof.png', type: 'image/png', bytes: png }
    const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
    const sent = await player.form(path, fields, file)
    expect(sent.status).toBe(200)
    const read = () => admin.get(`/staff/deposits/${sent.json.data.deposit.id}/proof`)
    await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 20_000 })
    expect((await read()).headers['content-type']).toBe('image/webp')
    expect(await row()).toMatchObject({
      ok: true,
      text: { code: 'health_files_s3', params: { bucket: settings.bucket } },
    })
  })

  it('refuses a picture while the bucket is unavailable, changes nothing, and accepts it afterwards', async () => {
    const player = await world.player()
    const send = () => player.form('/player/avatar-upload', {}, { name: 'me.png', type: 'image/png', bytes: png })
    const before = (await player.get('/player/profile')).json
    line.down()
    expect(await send()).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect((await player.get('/player/profile')).json).toEqual(before)
    expect(await row()).toMatchObject({ ok: false, text: { code: 'health_files_fault', params: { fault: 'away' } } })
    line.up()
    expect((await send()).status).toBe(200)
    expect((await player.get('/player/profile')).json).not.toEqual(before)
  })
})
