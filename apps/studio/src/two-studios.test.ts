import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import pg from 'pg'
import { openDb } from './platform/db.ts'
import { assertLease, takeLease } from './rounds/lease.ts'
import { openPage } from './testing/page.ts'
import { freePorts, openProgram, type Program } from './testing/programs.ts'
import { openWalletDouble, type WalletDouble } from './testing/wallet-double.ts'

/** PostgreSQL of this test run; the embedded engine has one process. */
const clusterUrl = process.env['DHOW_TEST_PG']
const within = { timeout: 120_000, interval: 20 }
/** Far longer than a test: a takeover meanwhile shows that the end of the other process was noticed. */
const endlessS = 600

describe.runIf(clusterUrl !== undefined)('studios on one database', { timeout: 180_000 }, () => {
  const database = `two_studios_${process.pid}`
  const url = new URL(clusterUrl ?? 'postgres://none')
  const folder = mkdtempSync(join(tmpdir(), 'two-studios-'))
  let double: WalletDouble
  let admin: pg.Client
  let db: pg.Client
  let studios: Program[] = []

  beforeAll(async () => {
    double = await openWalletDouble()
    admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
  })
  afterEach(async () => {
    await Promise.all(studios.map((studio) => studio.kill()))
    await db.end()
    await admin.query(`drop database ${database} with (force)`)
  })
  afterAll(async () => {
    await admin.end()
    await double.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = () => Object.assign(new URL(url.href), { pathname: `/${database}` }).href

  async function start(count: number, leaseS: number): Promise<void> {
    await admin.query(`create database ${database}`)
    db = new pg.Client({ connectionString: at() })
    await db.connect()
    const settings = {
      STUDIO_DATA_DIR: folder,
      STUDIO_DATABASE_URL: at(),
      STUDIO_SECRET: 'the secret of the studio in this test',
      STUDIO_WALLET_URL: double.url,
      STUDIO_WALLET_KEY: double.key,
      STUDIO_CHAIN_LENGTH: '1000',
      STUDIO_BETTING_MS: '1500',
      STUDIO_TABLE_BETTING_MS: '3000',
      STUDIO_EDGES: '0',
      STUDIO_LEASE_SECONDS: String(leaseS),
      LOG_LEVEL: 'error',
    }
    studios = (await freePorts(count)).map((port) =>
      openProgram('studio', port, { ...settings, STUDIO_PORT: String(port) }),
    )
    for (const studio of studios) await studio.start()
  }

  const stateOf = ({ url: origin }: Program): Promise<unknown> =>
    fetch(`${origin}/health`).then(
      async (answer) => ((await answer.json()) as { state: unknown }).state,
      () => 'gone',
    )
  async function playingOf(among: Program[]): Promise<Program> {
    return vi.waitUntil(async () => {
      const states = await Promise.all(among.map(stateOf))
      return among[states.indexOf('playing')]
    }, within)
  }
  const others = (one: Program): Program[] => studios.filter((studio) => studio !== one)
  const rows = async (text: string): Promise<unknown[]> => (await db.query({ text, rowMode: 'array' })).rows.flat()
  const holder = () => rows('select holder from leases')
  /** Rounds that begin before the one before is over, or leave a number out: there must be one writer. */
  const wrongRounds = () =>
    rows(`select number from (
      select number, started_ms < lag(over_ms) over ordered as early, number - lag(number) over ordered as step from rounds
      window ordered as (partition by chain order by number)) steps where early or step <> 1`)

  test('the killed one’s tables go to one of the two that wait, and then to the last', async () => {
    await start(3, endlessS)
    const first = await playingOf(studios)
    const waiting = others(first)
    const page = await openPage(waiting[0]!.url)
    page.send({ t: 'hello', demo: 'INR' })
    expect(await page.waitFor('bye')).toEqual({ t: 'bye', code: 'standby' })
    await first.kill()
    const second = await playingOf(waiting)
    const [third] = waiting.filter((studio) => studio !== second)
    expect(await stateOf(third!)).toBe('standby')
    await second.kill()
    expect(await playingOf([third!])).toBe(third)
    expect(await wrongRounds()).toEqual([])
  })

  test('one that is told to stop gives its tables away before its pages leave', async () => {
    await start(2, endlessS)
    const first = await playingOf(studios)
    const before = await holder()
    const page = await openPage(first.url)
    page.send({ t: 'hello', demo: 'INR' })
    await page.waitFor('snap')
    const ended = first.kill('SIGTERM')
    expect(await page.waitFor('bye')).toEqual({ t: 'bye', code: 'stopping' })
    expect(await holder()).not.toEqual(before)
    await playingOf(others(first))
    expect(await ended).toBe(0)
  })

  test('one that is frozen for longer than its lease loses its tables, and ends when it continues', async () => {
    await start(2, 10)
    const first = await playingOf(studios)
    void first.kill('SIGSTOP')
    const second = await playingOf(others(first)).catch((error: unknown) => {
      throw new Error(others(first)[0]!.output(), { cause: error })
    })
    const played = async () =>
      Number((await rows('select (select count(*) from rounds) + (select count(*) from table_rounds)'))[0])
    const now = await played()
    expect(await first.kill('SIGCONT')).toBe(1)
    expect(first.output()).toContain('the lease')
    // The one that plays goes on to the next round.
    await vi.waitUntil(async () => (await played()) > now, within)
    expect(await stateOf(second)).toBe('playing')
    expect(await wrongRounds()).toEqual([])
  })

  test('one that is frozen inside a write loses it, and the lock of the lease with it', async () => {
    await start(0, endlessS)
    const [frozen, other] = await Promise.all([openDb(folder, at()), openDb(folder, at())])
    // Expired at once.
    await takeLease(frozen, 'a table', 'frozen', 0)
    let goOn = () => {}
    const frozenUntil = new Promise<void>((resolve) => (goOn = resolve))
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => (isLocked = resolve))
    const write = frozen.transaction(async (tx) => {
      await assertLease(tx, 'a table', 'frozen')
      isLocked()
      await frozenUntil
      await tx.query('select 1')
    })
    await locked
    expect(await takeLease(other, 'a table', 'other', 600)).toBe(true)
    goOn()
    await expect(write).rejects.toThrow(/terminat|lease|connection/i)
    await Promise.all([frozen.close(), other.close()])
  })
})
