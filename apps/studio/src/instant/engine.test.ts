import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { seatFor, type Seat } from '../live/seats.ts'
import { inMemory, openDb, type Db } from '../platform/db.ts'
import { keyFor } from '../platform/seal.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { openDemoWallet } from '../wallet/demo-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { openEngine, type InstantEngine } from './engine.ts'
import { findRound } from './store.ts'

/** Effects of time, on a fake clock. */
const clock = fakeClock()
const wallet = openDemoWallet()
/** While true, the wallet receives stakes without answering. */
let isSilent = false
const faultyWallet: Wallet = {
  ...wallet,
  bet: (call) => (isSilent ? Promise.resolve({ isDecided: false, reason: 'silent' }) : wallet.bet(call)),
}
const soon = { timeout: 20_000, interval: 5 }
const hourMs = 60 * 60 * 1000
let db: Db
let engine: InstantEngine
let seat: Seat

beforeAll(async () => {
  db = await openDb(inMemory, undefined)
  engine = openEngine({ db, clock, log: silentLog, key: keyFor('seeds', 'test'), walletOf: () => faultyWallet })
  const seated = await seatFor(db, { of: () => wallet }, { demo: 'INR' })
  if (typeof seated === 'string') throw new Error(seated)
  seat = seated.seat
  const { next } = await engine.seeds(seat, 'mines')
  await engine.rotate(seat, 'mines', { commitment: next, clientSeed: 'test' })
}, 60_000)
afterAll(async () => {
  engine.stop()
  await db.close()
})

const newest = async () => (await engine.rounds(seat, 'mines'))[0]!
const balance = async () => {
  const answer = await wallet.balance(seat.walletSession)
  return answer.isDecided ? answer.balance : null
}

test('a round without an action for a day is cashed out at its current value, or its stake returned', async () => {
  const before = await balance()
  const { round } = await engine.bet(seat, { id: 'left-alone-1', game: 'mines', stake: 1000n, options: { mines: 3 } })
  expect(round!.state).toBe('open')
  clock.moveBy(23 * hourMs)
  // Wait for a run of the clean-up job first, or its lack of effect means nothing.
  await vi.waitUntil(() => clock.nextMs() !== null)
  expect(await newest()).toMatchObject({ state: 'open' })
  await vi.waitUntil(async () => {
    clock.moveBy(hourMs / 4)
    return (await newest()).state === 'settled'
  })
  expect(await newest()).toMatchObject({ payout: 1000, multiplier: 10_000 })
  expect(await balance()).toBe(before)
  expect(
    (await engine.applyAction(seat, { id: 'too-late-1', round: round!.id, step: 0, action: { place: 1 } })).code,
  ).toBe('round_not_open')
})

test('an action restarts the day', async () => {
  let opened
  for (let count = 0; opened?.state !== 'open'; count++) {
    const { round } = await engine.bet(seat, {
      id: `put-off-${count}xx`,
      game: 'mines',
      stake: 1000n,
      options: { mines: 1 },
    })
    clock.moveBy(20 * hourMs)
    opened = (
      await engine.applyAction(seat, { id: `action-off-${count}xx`, round: round!.id, step: 0, action: { place: 7 } })
    ).round
  }
  clock.moveBy(20 * hourMs)
  await vi.waitUntil(() => clock.nextMs() !== null)
  expect(await newest()).toMatchObject({ state: 'open', step: 1 })
  const { round } = await engine.applyAction(seat, {
    id: 'out-after-all',
    round: opened.id,
    step: 1,
    action: 'cash_out',
  })
  expect(round).toMatchObject({ state: 'settled', payout: 1031 })
})

test('a round that opened after its page stopped waiting is returned after a minute, unless the player opens it', async () => {
  for (const comesBack of [false, true]) {
    const before = await balance()
    isSilent = true
    const asked = engine.bet(seat, {
      id: `opens-late-${comesBack}`,
      game: 'mines',
      stake: 1000n,
      options: { mines: 3 },
    })
    let answer: Awaited<typeof asked> | undefined
    void asked.then((given) => (answer = given))
    await vi.waitUntil(() => {
      clock.moveBy(100)
      return answer !== undefined
    }, soon)
    const { id, state } = answer!.round!
    expect(state).toBe('intent')
    isSilent = false
    const stateNow = async () => (await findRound(db, id))!.state
    await vi.waitUntil(async () => {
      clock.moveBy(100)
      return (await stateNow()) === 'open'
    }, soon)
    if (comesBack) expect(await newest()).toMatchObject({ id, state: 'open' })
    let looks = 0
    await vi.waitUntil(async () => {
      clock.moveBy(10_000)
      return (await stateNow()) === 'settled' || (comesBack && ++looks > 20)
    }, soon)
    expect(await stateNow()).toBe(comesBack ? 'open' : 'settled')
    if (comesBack) await engine.applyAction(seat, { id: 'seen-after-all', round: id, step: 0, action: { place: 3 } })
    else expect(await balance()).toBe(before)
  }
})
