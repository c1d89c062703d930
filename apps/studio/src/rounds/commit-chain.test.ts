import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inMemory, openDb, type Db } from '../platform/db.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import type { CommitAnswer, CommitmentCall } from '../wallet/wallet.ts'
import { chainKey, makeChain } from './chain.ts'
import { commitChain } from './commit-chain.ts'

let db: Db
beforeAll(async () => {
  db = await openDb(inMemory, undefined)
}, 60_000)
afterAll(() => db.close())

const clock = fakeClock()

/** A fake log with one commitment by name; gives no answer the first `away` times. */
function openLog(away = 0) {
  const kept = new Map<string, string>()
  let left = away
  const commit = (commitments: CommitmentCall[]): Promise<CommitAnswer> => {
    if (left-- > 0) {
      queueMicrotask(() => setImmediate(() => clock.moveBy(60_000)))
      return Promise.resolve('unknown')
    }
    for (const one of commitments) {
      const text = JSON.stringify(one)
      if ((kept.get(one.name) ?? text) !== text) return Promise.resolve('differs')
      kept.set(one.name, text)
    }
    return Promise.resolve('kept')
  }
  return { kept, commit }
}

test('a chain waits for the log before its first round, and a chain swapped afterwards is refused', async () => {
  const wanted = { game: 'dhow', length: 1_000, salt: undefined }
  const chain = await makeChain(db, chainKey('a secret of the tests'), wanted, () => Promise.resolve())
  const log = openLog(3)
  const parts = { db, clock, log: pino({ level: 'silent' }), wallet: log, isClosed: () => false }
  await commitChain(parts, 'dhow', chain.id)
  expect(log.kept.get(chain.id)).toBe(
    JSON.stringify({ game: 'dhow', name: chain.id, hash: chain.end_hash, chain: { salt: chain.salt, rounds: 1_000 } }),
  )
  const [known] = await db.query<{ is_committed: boolean }>('select is_committed from chains where id = $1', [chain.id])
  expect(known?.is_committed).toBe(true)

  await db.query('update chains set end_hash = $2, is_committed = false where id = $1', [chain.id, 'ab'.repeat(32)])
  await expect(commitChain(parts, 'dhow', chain.id)).rejects.toThrow(`another chain under the name ${chain.id}`)
})
