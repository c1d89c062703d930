import { expect, it, vi } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { readConfig } from '../config.ts'
import type { Db } from '../platform/db.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import type { Sockets } from './sockets.ts'
import { openWriter } from './writer.ts'

const leaseSeconds = 15
const thirdMs = (leaseSeconds * 1_000) / 3

/** A writer without games, on a database whose connection the test can cut. */
function openCuttable() {
  const clock = fakeClock()
  let isCut = false
  let asked = 0
  const query = () => {
    asked++
    return isCut ? new Promise<never>(() => {}) : Promise.resolve([{ name: 'crash:dhow' }])
  }
  const sign = { awaitRelease: () => Promise.resolve(), release: () => Promise.resolve() }
  const db = { query, holdLivenessLock: () => Promise.resolve(sign) } as unknown as Db
  const failed = vi.fn<(error: unknown) => void>()
  const writer = openWriter({
    config: readConfig({
      STUDIO_WALLET_KEY: 'a key that is long enough',
      STUDIO_DATABASE_URL: 'postgres://there/studio',
      STUDIO_SECRET: 'the secret of the studio in this test',
      STUDIO_LEASE_SECONDS: String(leaseSeconds),
    }),
    db,
    roundsDb: db,
    clock,
    log: silentLog,
    secret: 'secret',
    games: [],
    sockets: {} as Sockets,
    wallet: { commit: () => Promise.reject(new Error('there is no chain')) },
    failed,
  })
  return { clock, writer, failed, asked: () => asked, cut: () => (isCut = true) }
}

it('a process that renews its lease continues', async () => {
  const { clock, writer, failed, asked } = openCuttable()
  await vi.waitUntil(() => writer.isWriter())
  for (let turn = 0; turn < 4; turn++) {
    const before = asked()
    clock.moveBy(thirdMs)
    await vi.waitUntil(() => asked() > before)
  }
  clock.moveBy(thirdMs - 1)
  expect(failed).not.toHaveBeenCalled()
  writer.stop()
})

it('a process that loses its database ends with its lease, before another one can take it', async () => {
  const { clock, writer, failed, asked, cut } = openCuttable()
  await vi.waitUntil(() => writer.isWriter())
  const before = asked()
  cut()
  clock.moveBy(thirdMs)
  await vi.waitUntil(() => asked() > before)
  clock.moveBy(2 * thirdMs - 1)
  await Promise.resolve()
  expect(failed).not.toHaveBeenCalled()
  clock.moveBy(1)
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith(new Error('the lease is lost')))
})
