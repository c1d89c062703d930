import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walkChain } from '@dhow/fairness/crash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runChains } from './chains.ts'
import { inMemory, openDb, type Db } from './platform/db.ts'
import { chainKey, openChain, prepareNext, publishedChains } from './rounds/chain.ts'

let db: Db
beforeAll(async () => {
  db = await openDb(inMemory, undefined)
}, 60_000)
afterAll(() => db.close())

const secret = 'a secret of the tests'
async function run(...words: string[]) {
  let out = ''
  let complaint = ''
  const store = { dataDir: inMemory, databaseUrl: undefined, secret }
  const code = await runChains(
    words,
    store,
    (text) => (out += text),
    (text) => (complaint += text),
    // Share one database: the command would open and close the engine each time.
    () => Promise.resolve({ ...db, close: () => Promise.resolve() }),
  )
  const chains = out.startsWith('{')
    ? out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Made)
    : []
  return { code, complaint, chains }
}
interface Made {
  id: string
  game: string
  length: number
  end_hash: string
  salt: string | null
}

const wanted = { game: 'dhow', length: 1000, salt: undefined }
const yieldToEventLoop = () => Promise.resolve()
const opened = () => openChain(db, chainKey(secret), wanted, yieldToEventLoop)
const play = (chain: string, number: number) =>
  db.query(
    `insert into rounds (id, chain, number, phase, closes_ms, takeoff_ms) values ($1 || '-' || $2, $1, $2::integer, 'over', 0, 0)`,
    [chain, String(number)],
  )

test('a chain’s end is published first, it gets its salt once, and the studio plays it', async () => {
  const made = await run('make', 'dhow', '--length', '1000', '--salt-later')
  expect(made).toMatchObject({ code: 0, chains: [{ id: 'dhow-1', game: 'dhow', length: 1000, salt: null }] })
  await expect(opened()).rejects.toThrow('waits for its salt')

  expect((await run('salt', 'dhow', 'the hash of a later block')).chains[0]?.salt).toBe('the hash of a later block')
  expect(await run('salt', 'dhow', 'another')).toMatchObject({ code: 1, chains: [] })
  const chain = await opened()
  expect(chain).toMatchObject({ id: 'dhow-1', salt: 'the hash of a later block', endHash: made.chains[0]!.end_hash })
  expect(walkChain(chain.hashAt(1), 1)).toBe(chain.endHash)
  expect(walkChain(chain.hashAt(1000), 1000)).toBe(chain.endHash)
})

test('a chain with rounds left is not replaced; a finished one is', async () => {
  expect((await run('make', 'dhow', '--length', '1000')).complaint).toContain('has 1000 rounds left')
  await play('dhow-1', 1000)
  const made = await run('make', 'dhow', '--length', '1000')
  expect(made.chains.map(({ id }) => id)).toEqual(['dhow-1', 'dhow-2'])
  expect(made.chains[1]?.salt).toMatch(/^[0-9a-f]{64}$/)
})

test('the next chain is published while a twentieth of the current one is left, and is played after it', async () => {
  const prepare = () => prepareNext(db, chainKey(secret), wanted, yieldToEventLoop)
  const published = async () => (await publishedChains(db, 'dhow')).map(({ id }) => id)
  await play('dhow-2', 949)
  await prepare()
  expect(await published()).toEqual(['dhow-2'])
  await play('dhow-2', 950)
  await prepare()
  await prepare()
  expect(await published()).toEqual(['dhow-2', 'dhow-3'])
  const [, next] = await publishedChains(db, 'dhow')
  expect((await opened()).id).toBe('dhow-2')
  await play('dhow-2', 1000)
  expect(await opened()).toMatchObject({ id: 'dhow-3', endHash: next!.end_hash, salt: next!.salt })
})

test('a long chain notes each tenth; show says at once that there is no database yet, and makes none', async () => {
  const made = await run('make', 'roulette', '--length', '200000')
  expect(made.complaint.split('\n').slice(1, 3)).toEqual(['20000 of 200000 hashes', '40000 of 200000 hashes'])
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-chains-'))
  const notes: string[] = []
  const store = { dataDir, databaseUrl: undefined, secret }
  expect(await runChains(['show'], store, expect.unreachable, (text) => notes.push(text))).toBe(0)
  expect(notes).toEqual([expect.stringContaining('There are no chains yet')])
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})

test.each([
  [['make', 'chess'], 'name one of the shared games: dhow, '],
  [['make', 'dhow', '--length', '12'], '--length is a whole number'],
  [['melt', 'dhow'], "there is no 'melt'"],
  [['salt', 'roulette', ' '], 'the salt must not be empty'],
  [['make', 'dhow', '--colour', 'red'], '--colour'],
])('%j is refused with its reason', async (words, reason) => {
  const result = await run(...words)
  expect(result.code).toBe(2)
  expect(result.complaint).toContain(reason)
})
