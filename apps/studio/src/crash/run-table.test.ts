import { describe, expect, test } from 'vitest'
import type { Db } from '../platform/db.ts'
import { annasBet, openTableWorld } from '../testing/table-world.ts'
import type { Fault } from '../testing/wallet-double.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { CrashChain } from './crash-chain.ts'
import { timeOf } from './curve.ts'
import { runTable, type CrashTable, type NewBet } from './run-table.ts'
import { findBet } from './store.ts'
import type { TableRules } from './table.ts'

/** The table on a real database, against an HTTP wallet with its own books and injected faults. */
const rules: TableRules = { bettingMs: 7000, boardingMs: 800, pauseMs: 3000, maxHundredths: 1_000_000 }
const crash = 250
const chain: CrashChain = {
  id: 'test',
  salt: 'salt',
  length: 1_000_000,
  endHash: 'e'.repeat(64),
  hashAt: () => 'a'.repeat(64),
  roundAt: () => ({ hash: 'a'.repeat(64), crash }),
}

const world = openTableWorld<CrashTable>({ slug: 'dhow', bets: 'bets', rounds: 'rounds' })
const { db, double, clock, failures, until, isAllEnded } = world

const openTable = async (on?: Db, wallet?: Wallet): Promise<CrashTable> =>
  world.keep(await runTable({ ...(await world.parts(on, wallet)), chain, rules, game: 'dhow' }))

const bet = (id: string, more: Partial<NewBet> = {}): NewBet => ({ ...annasBet, id, panel: 0, auto: null, ...more })
const stateOf = async (id: string) => (await findBet(db(), id))?.state

/** Asserts that studio and wallet agree, and that each stake has one end. */
async function expectConsistentBooks(): Promise<void> {
  expect(double().faults()).toEqual([])
  const rows = await db().query<{ id: string; state: string; stake: bigint; payout: bigint }>('select * from bets')
  for (const row of rows) {
    const booked = double().bets.get(row.id)
    const story = [row.state, booked?.state]
    if (row.state === 'paid' || row.state === 'closed') expect(story).toEqual([row.state, 'won'])
    if (row.state === 'rolled_back') expect(['rolled_back', 'never']).toContain(booked?.state)
    if (row.state === 'refused') expect(booked).toBeUndefined()
    if (booked?.state === 'won') expect(booked.paid).toBe(row.payout)
  }
}

describe('a round', () => {
  test('accepts stakes, cashes out by hand and by target, and reports the loss to the wallet', async () => {
    const table = await openTable()
    await table.placeBet(bet('hand'))
    await table.placeBet(bet('auto', { panel: 1, auto: 150 }))
    await table.placeBet(bet('lost', { player: 'john', walletSession: 'john:INR' }))
    await until(async () => (await stateOf('lost')) === 'accepted' && (await stateOf('auto')) === 'accepted')
    clock().moveBy(7800)
    await until(() => table.round().phase === 'flight')
    clock().moveBy(timeOf(120))
    expect(await table.cashOut('hand', 'anna')).toBe('ok')
    clock().moveBy(timeOf(crash))
    await until(isAllEnded)
    expect(await Promise.all(['hand', 'auto', 'lost'].map(stateOf))).toEqual(['paid', 'paid', 'closed'])
    expect(double().balances.get('anna')).toBe(10_000_000n - 2000n + 1200n + 1500n)
    await expectConsistentBooks()
  })
  test('publishes a cash-out only once it is stored', async () => {
    const table = await openTable()
    await table.placeBet(bet('hand'))
    await until(async () => (await stateOf('hand')) === 'accepted')
    clock().moveBy(7800)
    await until(() => table.round().phase === 'flight')
    clock().moveBy(1000)
    const answered = table.cashOut('hand', 'anna')
    expect(table.betsOf('anna')).toMatchObject([{ state: 'accepted' }])
    await answered
    expect(table.betsOf('anna')).toMatchObject([{ id: 'hand', cashedAt: 106 }])
  })
  test('a resent command gets the result of the first', async () => {
    const table = await openTable()
    expect(await table.placeBet(bet('b'))).toBe('ok')
    expect(await table.placeBet(bet('b'))).toBe('ok')
    await until(async () => (await stateOf('b')) === 'accepted')
    clock().moveBy(7800)
    await until(() => table.round().phase === 'flight')
    expect(await table.placeBet(bet('b'))).toBe('ok')
    clock().moveBy(60_000)
    await until(isAllEnded)
    expect(double().bets.size).toBe(1)
    await expectConsistentBooks()
  })
})

describe('a faulty wallet', () => {
  const faults: Fault[] = ['error_before', 'error_after', 'silence_before', 'silence_after']
  test.each(faults.flatMap((fault) => ['bet', 'win', 'rollback'].map((call) => [fault, call] as const)))(
    '%s on the first two calls of %s leaves each stake with one end',
    async (fault, call) => {
      const seen = new Map<string, number>()
      double().fault = (name, body) => {
        if (call === 'rollback' && name === 'bet') return 'error_after'
        if (name !== call) return 'none'
        const times = (seen.get(String(body['txId'])) ?? 0) + 1
        seen.set(String(body['txId']), times)
        return times <= 2 ? fault : 'none'
      }
      const table = await openTable()
      await table.placeBet(bet('a', { auto: 120 }))
      await table.placeBet(bet('b', { panel: 1 }))
      await until(async () => (await isAllEnded()) && table.round().number > 1, 50)
      await expectConsistentBooks()
      expect(seen.size).toBeGreaterThan(0)
    },
  )
  test('a stake answered only after take-off is returned', async () => {
    let release = (): void => undefined
    const held = new Promise<Fault>((resolve) => (release = () => resolve('none')))
    double().fault = (name) => (name === 'bet' ? held : 'none')
    const table = await openTable()
    await table.placeBet(bet('late'))
    clock().moveBy(7800)
    await until(() => table.round().phase === 'flight')
    release()
    await until(isAllEnded)
    expect(await stateOf('late')).toBe('rolled_back')
    expect(double().balances.get('anna')).toBe(10_000_000n)
    await expectConsistentBooks()
  })
  test('a refusal is the end of the bet, with its reason', async () => {
    const table = await openTable()
    await table.placeBet(bet('dear', { stake: 100_000_000n }))
    await until(isAllEnded)
    expect(await findBet(db(), 'dear')).toMatchObject({ state: 'refused', code: 'insufficient_funds' })
  })
})

describe('a killed studio', () => {
  test('recovers from a crash at each boundary of database and wallet with one end for each stake', async () => {
    // At the chosen transaction or wallet call the process is as good as dead, before it or after it, and none of it runs any more.
    const boundaries = await world.dieAtEachBoundary(
      async ({ db: mortalDb, wallet, isKilled, name }) => {
        const ids = [`a-${name}`, `b-${name}`, `c-${name}`] as const
        const table = await openTable(mortalDb, wallet)
        void table.placeBet(bet(ids[0], { auto: 120 })).catch(() => undefined)
        void table.placeBet(bet(ids[1], { panel: 1 })).catch(() => undefined)
        await until(async () => isKilled() || (await stateOf(ids[1])) === 'accepted', 5)
        void table.placeBet(bet(ids[2], { player: 'john', walletSession: 'john:INR' })).catch(() => undefined)
        await until(async () => isKilled() || (await stateOf(ids[2])) === 'accepted', 5)
        clock().moveBy(7800)
        await until(() => isKilled() || table.round().phase === 'flight', 5)
        clock().moveBy(timeOf(130))
        void table.cashOut(ids[1], 'anna').catch(() => undefined)
        await until(async () => isKilled() || ((await isAllEnded()) && table.round().phase === 'over'), 100)
      },
      openTable,
      expectConsistentBooks,
    )
    expect(boundaries).toBeGreaterThan(12)
  }, 120_000)
  test('a second writer without the lease fails without changes', async () => {
    const table = await openTable()
    await db().query(`update leases set holder = 'someone else'`)
    await expect(table.placeBet(bet('b'))).rejects.toThrow('lease')
    expect(failures()).toHaveLength(1)
    expect(await stateOf('b')).toBeUndefined()
  })
})
