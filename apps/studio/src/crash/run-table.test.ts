import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { inMemory, openDb, type Db } from '../platform/db.ts'
import { fakeClock, type FakeClock } from '../testing/fake-clock.ts'
import { openUntil } from '../testing/until.ts'
import { openWalletDouble, type Fault, type WalletDouble } from '../testing/wallet-double.ts'
import { openDhowWallet } from '../wallet/dhow-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { takeLease } from '../rounds/lease.ts'
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
const lease = { name: 'table', holder: 'test' }

let db: Db
let double: WalletDouble
let clock: FakeClock
const until = openUntil(() => clock)
let tables: CrashTable[] = []
let failures: unknown[] = []

beforeAll(async () => {
  db = await openDb(inMemory, undefined)
}, 60_000)
afterAll(() => db.close())
beforeEach(async () => {
  await db.query('truncate bets, seats, rounds, chains, leases cascade')
  await db.query(
    `insert into chains (id, salt, length, end_hash, every, sealed) values ('test', 'salt', 1000000, 'e', 1, '')`,
  )
  await db.query(
    `insert into seats (id, resume_hash, wallet_session, player, name, currency, demo)
     values ('seat', 'x', 'anna:INR', 'anna', 'anna', 'INR', false)`,
  )
  double = await openWalletDouble()
  clock = fakeClock()
  tables = []
  failures = []
  return async () => {
    for (const table of tables) await stopWithClock(table)
    await double.close()
  }
})

async function stopWithClock(table: CrashTable): Promise<void> {
  let isStopped = false
  void table.stop().then(() => (isStopped = true))
  await until(() => isStopped, 5)
}

const walletOn = (): Wallet =>
  openDhowWallet({ url: double.url, key: double.key, provider: 'test', timeoutMs: 2000 }, clock, silentLog)

async function openTable(on: Db = db, wallet: Wallet = walletOn()): Promise<CrashTable> {
  await takeLease(db, lease.name, lease.holder, 600)
  const table = await runTable({
    db: on,
    clock,
    log: silentLog,
    chain,
    rules,
    lease,
    game: 'dhow',
    walletOf: () => wallet,
    roundChanged: () => undefined,
    betsChanged: () => undefined,
    balanceKnown: () => undefined,
    failed: (error) => failures.push(error),
  })
  tables.push(table)
  return table
}

const bet = (id: string, more: Partial<NewBet> = {}): NewBet => ({
  id,
  seat: 'seat',
  walletSession: 'anna:INR',
  player: 'anna',
  name: 'anna',
  panel: 0,
  currency: 'INR',
  stake: 1000n,
  auto: null,
  demo: false,
  ...more,
})
const stateOf = async (id: string) => (await findBet(db, id))?.state
const isAllEnded = async () =>
  (await db.query(`select 1 from bets where state not in ('refused', 'rolled_back', 'paid', 'closed')`)).length === 0

/** Asserts that studio and wallet agree, and that each stake has one end. */
async function expectConsistentBooks(): Promise<void> {
  expect(double.faults()).toEqual([])
  const rows = await db.query<{ id: string; state: string; stake: bigint; payout: bigint }>('select * from bets')
  for (const row of rows) {
    const booked = double.bets.get(row.id)
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
    clock.moveBy(7800)
    await until(() => table.round().phase === 'flight')
    clock.moveBy(timeOf(120))
    expect(await table.cashOut('hand', 'anna')).toBe('ok')
    clock.moveBy(timeOf(crash))
    await until(isAllEnded)
    expect(await Promise.all(['hand', 'auto', 'lost'].map(stateOf))).toEqual(['paid', 'paid', 'closed'])
    expect(double.balances.get('anna')).toBe(10_000_000n - 2000n + 1200n + 1500n)
    await expectConsistentBooks()
  })
  test('publishes a cash-out only once it is stored', async () => {
    const table = await openTable()
    await table.placeBet(bet('hand'))
    await until(async () => (await stateOf('hand')) === 'accepted')
    clock.moveBy(7800)
    await until(() => table.round().phase === 'flight')
    clock.moveBy(1000)
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
    clock.moveBy(7800)
    await until(() => table.round().phase === 'flight')
    expect(await table.placeBet(bet('b'))).toBe('ok')
    clock.moveBy(60_000)
    await until(isAllEnded)
    expect(double.bets.size).toBe(1)
    await expectConsistentBooks()
  })
})

describe('a faulty wallet', () => {
  const faults: Fault[] = ['error_before', 'error_after', 'silence_before', 'silence_after']
  test.each(faults.flatMap((fault) => ['bet', 'win', 'rollback'].map((call) => [fault, call] as const)))(
    '%s on the first two calls of %s leaves each stake with one end',
    async (fault, call) => {
      const seen = new Map<string, number>()
      double.fault = (name, body) => {
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
    double.fault = (name) => (name === 'bet' ? held : 'none')
    const table = await openTable()
    await table.placeBet(bet('late'))
    clock.moveBy(7800)
    await until(() => table.round().phase === 'flight')
    release()
    await until(isAllEnded)
    expect(await stateOf('late')).toBe('rolled_back')
    expect(double.balances.get('anna')).toBe(10_000_000n)
    await expectConsistentBooks()
  })
  test('a refusal is the end of the bet, with its reason', async () => {
    const table = await openTable()
    await table.placeBet(bet('dear', { stake: 100_000_000n }))
    await until(isAllEnded)
    expect(await findBet(db, 'dear')).toMatchObject({ state: 'refused', code: 'insufficient_funds' })
  })
})

describe('a killed studio', () => {
  test('recovers from a crash at each boundary of database and wallet with one end for each stake', async () => {
    // Counts database transactions and wallet calls; at the chosen one the process counts as killed, before or after it, and nothing more
    // runs.
    let boundaries = Infinity
    for (let at = 1; at <= boundaries; at++) {
      for (const isAfter of [false, true]) {
        await db.query('truncate bets, rounds cascade')
        let count = 0
        let isKilled = false
        const never = new Promise<never>(() => undefined)
        const through = async <T>(run: () => Promise<T>): Promise<T> => {
          if (isKilled) return never
          const isThis = ++count === at
          if (isThis && !isAfter) isKilled = true
          if (isKilled) return never
          const result = await run()
          if (isThis) isKilled = true
          return isKilled ? never : result
        }
        const wallet = walletOn()
        const killableWallet: Wallet = {
          ...wallet,
          bet: (call) => through(() => wallet.bet(call)),
          win: (call) => through(() => wallet.win(call)),
          wins: (calls) => through(() => wallet.wins(calls)),
          rollback: (call) => through(() => wallet.rollback(call)),
        }
        const killableDb: Db = { ...db, transaction: (run) => through(() => db.transaction(run)) }
        const ids = [`a-${at}-${isAfter}`, `b-${at}-${isAfter}`, `c-${at}-${isAfter}`] as const
        const life = async () => {
          const table = await openTable(killableDb, killableWallet)
          void table.placeBet(bet(ids[0], { auto: 120 })).catch(() => undefined)
          void table.placeBet(bet(ids[1], { panel: 1 })).catch(() => undefined)
          await until(async () => isKilled || (await stateOf(ids[1])) === 'accepted', 5)
          void table.placeBet(bet(ids[2], { player: 'john', walletSession: 'john:INR' })).catch(() => undefined)
          await until(async () => isKilled || (await stateOf(ids[2])) === 'accepted', 5)
          clock.moveBy(7800)
          await until(() => isKilled || table.round().phase === 'flight', 5)
          clock.moveBy(timeOf(130))
          void table.cashOut(ids[1], 'anna').catch(() => undefined)
          await until(async () => isKilled || ((await isAllEnded()) && table.round().phase === 'over'), 100)
        }
        let isPlayedOut = false
        void life().finally(() => (isPlayedOut = true))
        await until(() => isKilled || isPlayedOut)
        if (!isKilled) boundaries = at - 1
        // Let work under way at the crash end before the next start.
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
        isKilled = true
        tables = []
        clock = fakeClock(clock.nowMs() + 700)
        const next = await openTable()
        await until(isAllEnded, 100)
        await stopWithClock(next)
        await expectConsistentBooks()
        if (boundaries < at) {
          expect(boundaries).toBeGreaterThan(12)
          return
        }
      }
    }
  }, 120_000)
  test('a second writer without the lease fails without changes', async () => {
    const table = await openTable()
    await db.query(`update leases set holder = 'someone else'`)
    await expect(table.placeBet(bet('b'))).rejects.toThrow('lease')
    expect(failures).toHaveLength(1)
    expect(await stateOf('b')).toBeUndefined()
  })
})
