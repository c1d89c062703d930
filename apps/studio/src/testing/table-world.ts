import { afterAll, beforeAll, beforeEach } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { inMemory, openDb, type Db } from '../platform/db.ts'
import { takeLease } from '../rounds/lease.ts'
import { openDhowWallet } from '../wallet/dhow-wallet.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { fakeClock } from './fake-clock.ts'
import { openUntil } from './until.ts'
import { openWalletDouble, type WalletDouble } from './wallet-double.ts'

interface Table {
  stop(): Promise<void>
}

/** A process killed at a chosen call of database or wallet, whose answer it never receives. */
export interface KillableProcess {
  db: Db
  wallet: Wallet
  isKilled(): boolean
  /** Tells the bets of one life from those of the others. */
  name: string
}

const lease = { name: 'table', holder: 'test' }

/** Fields of each bet by the tests' only seat. */
export const annasBet = {
  seat: 'seat',
  walletSession: 'anna:INR',
  player: 'anna',
  name: 'anna',
  currency: 'INR',
  stake: 1000n,
  demo: false,
}

/**
 * World for the tests of both kinds of tables: a real database, a real HTTP wallet with its own books and faults, and a clock that
 * the test moves. Each test begins with one chain, one seat and no bets.
 */
export function openTableWorld<Opened extends Table>(game: { slug: string; bets: string; rounds: string }) {
  let db: Db
  let double: WalletDouble
  let clock = fakeClock()
  let tables: Opened[] = []
  let failures: unknown[] = []
  const until = openUntil(() => clock)

  beforeAll(async () => {
    db = await openDb(inMemory, undefined)
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.query(`truncate ${game.bets}, ${game.rounds}, seats, chains, leases cascade`)
    await db.query(
      `insert into chains (id, game, salt, length, end_hash, every, sealed) values ('test', $1, 'salt', 1000000, 'e', 1, '')`,
      [game.slug],
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

  async function stopWithClock(table: Opened): Promise<void> {
    let isStopped = false
    void table.stop().then(() => (isStopped = true))
    await until(() => isStopped, 5)
  }

  const walletOn = (timeoutMs = 2000): Wallet =>
    openDhowWallet({ url: double.url, key: double.key, provider: 'test', timeoutMs }, clock, silentLog)

  const isAllEnded = async () =>
    (await db.query(`select 1 from ${game.bets} where state not in ('refused', 'rolled_back', 'paid', 'closed')`))
      .length === 0

  /** A process that dies before or after its `at`th transaction or call, and how many of them it came to. */
  function mortal(at: number, isAfter: boolean) {
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
    const process: KillableProcess = {
      db: { ...db, transaction: (run) => through(() => db.transaction(run)) },
      wallet: {
        ...wallet,
        bet: (call) => through(() => wallet.bet(call)),
        win: (call) => through(() => wallet.win(call)),
        wins: (calls) => through(() => wallet.wins(calls)),
        rollback: (call) => through(() => wallet.rollback(call)),
      },
      isKilled: () => isKilled,
      name: `${at}-${isAfter}`,
    }
    return { process, end: () => (isKilled = true) }
  }

  return {
    db: (): Db => db,
    double: (): WalletDouble => double,
    clock: () => clock,
    failures: () => failures,
    until,
    walletOn,
    isAllEnded,
    /** Parts that every table needs. */
    async parts(on: Db = db, wallet: Wallet = walletOn(), holder = lease.holder) {
      await takeLease(db, lease.name, holder, 600)
      return {
        ...{ db: on, clock, log: silentLog, lease: { ...lease, holder } },
        walletOf: () => wallet,
        roundChanged: () => undefined,
        betsChanged: () => undefined,
        balanceKnown: () => undefined,
        failed: (error: unknown) => void failures.push(error),
      }
    },
    /** Stops the table after the test. */
    keep(table: Opened): Opened {
      tables.push(table)
      return table
    },
    /**
     * Lives one life for each boundary, which ends before it or after it, and then `next` until every bet has ended.
     * @returns how many boundaries a whole life has
     */
    async dieAtEachBoundary(
      life: (process: KillableProcess) => Promise<void>,
      next: () => Promise<Opened>,
      expectConsistentBooks: () => Promise<void>,
    ): Promise<number> {
      for (let at = 1; ; at++) {
        let isWhole = false
        for (const isAfter of [false, true]) {
          await db.query(`truncate ${game.bets}, ${game.rounds} cascade`)
          const { process, end } = mortal(at, isAfter)
          let isLived = false
          void life(process).finally(() => (isLived = true))
          await until(() => process.isKilled() || isLived)
          isWhole = !process.isKilled()
          // Work that was under way at the crash ends before the next start.
          for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
          end()
          tables = []
          clock = fakeClock(clock.nowMs() + 700)
          const after = await next()
          await until(isAllEnded, 100)
          await stopWithClock(after)
          await expectConsistentBooks()
          if (isWhole) return at - 1
        }
      }
    },
  }
}
