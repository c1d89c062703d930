import { describe, expect, test } from 'vitest'
import type { Db } from '../platform/db.ts'
import type { Chain } from '../rounds/chain.ts'
import { annasBet, openTableWorld } from '../testing/table-world.ts'
import type { Fault } from '../testing/wallet-double.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { baccarat } from './games/baccarat.ts'
import type { TableGame } from './rules.ts'
import { runTable, type LiveTable } from './run-table.ts'
import { findBet } from './store.ts'
import { outcomeOf, type NewBet, type TableRules } from './table.ts'

/** A shared table on a real database, against an HTTP wallet with its own books and injected faults. */
const game = baccarat as TableGame
const rules: TableRules = {
  game,
  salt: 'salt',
  bettingMs: 15_000,
  closingMs: 800,
  pauseMs: 5000,
  pace: 100,
  most: () => 1_000_000_000n,
}
const hash = 'ab'.repeat(32)
const chain: Chain = { id: 'test', salt: 'salt', length: 1_000_000, endHash: 'e'.repeat(64), hashAt: () => hash }
const outcome = outcomeOf(rules, { hash, number: 1 })

const world = openTableWorld<LiveTable>({ slug: 'baccarat', bets: 'table_bets', rounds: 'table_rounds' })
const { db, double, clock, failures, until, walletOn, isAllEnded } = world

const openTable = async (on?: Db, wallet?: Wallet, holder?: string): Promise<LiveTable> =>
  world.keep(await runTable({ ...(await world.parts(on, wallet, holder)), chain, rules }))

const bet = (id: string, field: string, more: Partial<NewBet> = {}): NewBet => ({ ...annasBet, id, field, ...more })
const stateOf = async (id: string) => (await findBet(db(), id))?.state
const endOf = (field: string) => (game.returns(field, outcome) > 0 ? 'paid' : 'closed')

/** Asserts that studio and wallet agree, and that each stake has one end. */
async function expectConsistentBooks(): Promise<void> {
  expect(double().faults()).toEqual([])
  const rows = await db().query<{ id: string; field: string; state: string; stake: bigint; payout: bigint }>(
    'select * from table_bets',
  )
  for (const row of rows) {
    const booked = double().bets.get(row.id)
    if (row.state === 'paid' || row.state === 'closed') {
      expect([row.state, booked?.state]).toEqual([endOf(row.field), 'won'])
      expect(booked?.paid).toBe((row.stake * BigInt(game.returns(row.field, outcome))) / 100n)
    }
    if (row.state === 'rolled_back') expect(['rolled_back', 'never']).toContain(booked?.state)
    if (row.state === 'refused') expect(booked).toBeUndefined()
  }
}

describe('a round', () => {
  test('accepts stakes on several fields and pays the return of each', async () => {
    const table = await openTable()
    const stakes = game.fields.map((field) => bet(field, field))
    expect(await table.placeBets(1, stakes)).toBe('ok')
    expect(await table.placeBets(1, stakes)).toBe('ok')
    await until(async () => (await stateOf('banker_pair')) === 'accepted')
    clock().moveBy(15_800)
    await until(() => table.round().phase === 'dealing')
    expect(await stateOf('player')).toBe('accepted')
    clock().moveBy(20_000)
    await until(isAllEnded)
    for (const field of game.fields) expect([field, await stateOf(field)]).toEqual([field, endOf(field)])
    const back = game.fields.reduce((sum, field) => sum + BigInt(game.returns(field, outcome)) * 10n, 0n)
    expect(double().balances.get('anna')).toBe(10_000_000n - 5000n + back)
    expect(double().bets.size).toBe(5)
    await expectConsistentBooks()
  })
  test('a hundred and twenty stakes of many players are settled in groups, each once', async () => {
    const calls: string[] = []
    double().fault = (name) => (calls.push(name), 'none')
    // Long time limit: a hundred calls at once on a busy machine.
    const table = await openTable(db(), walletOn(20_000))
    const players = Array.from({ length: 24 }, (_, index) => `p${index}`)
    await Promise.all(
      players.map((player) =>
        table.placeBets(
          1,
          game.fields.map((field) => bet(`${player}-${field}`, field, { player, walletSession: `${player}:INR` })),
        ),
      ),
    )
    await until(async () => (await db().query(`select 1 from table_bets where state = 'accepted'`)).length === 120)
    clock().moveBy(15_800)
    await until(() => table.round().phase === 'dealing')
    clock().moveBy(20_000)
    await until(isAllEnded)
    expect(calls.filter((name) => name === 'wins')).toHaveLength(2)
    expect(calls.filter((name) => name === 'win')).toHaveLength(0)
    await expectConsistentBooks()
  }, 30_000)
  test('a stake for an earlier round is refused in the next', async () => {
    const table = await openTable()
    clock().moveBy(60_000)
    await until(() => table.round().number === 2, 50)
    expect(await table.placeBets(1, [bet('late', 'player')])).toBe('betting_closed')
    expect(await stateOf('late')).toBeUndefined()
  })
  test('stakes are cancelled while betting is open', async () => {
    const table = await openTable()
    await table.placeBets(1, [bet('a', 'player'), bet('b', 'tie')])
    await until(async () => (await stateOf('b')) === 'accepted')
    expect(await table.cancelBets('anna')).toBe('ok')
    await until(isAllEnded)
    expect([await stateOf('a'), await stateOf('b')]).toEqual(['rolled_back', 'rolled_back'])
    expect(double().balances.get('anna')).toBe(10_000_000n)
  })
})

describe('a faulty wallet', () => {
  // The crash table's tests cover faults of the other calls, with the same code.
  test.each(['error_before', 'error_after', 'silence_before', 'silence_after'] as Fault[])(
    '%s on the first two calls that settle a group leaves each stake with one end',
    async (fault) => {
      let times = 0
      double().fault = (name) => (name === 'wins' && ++times <= 2 ? fault : 'none')
      const table = await openTable()
      await table.placeBets(1, [bet('a', 'player'), bet('b', 'tie')])
      await until(async () => (await isAllEnded()) && table.round().number > 1, 50)
      await expectConsistentBooks()
      expect(times).toBe(3)
    },
  )
  test('a wallet without the call for several wins gets them one by one', async () => {
    double().knowsWins = false
    const table = await openTable()
    await table.placeBets(1, [bet('a', 'player'), bet('b', 'tie')])
    await until(async () => (await isAllEnded()) && table.round().number > 1, 50)
    await expectConsistentBooks()
    expect([await stateOf('a'), await stateOf('b')]).toEqual([endOf('player'), endOf('tie')])
  })
  test('a refusal ends a stake, with its reason, and the others stay in', async () => {
    const table = await openTable()
    await table.placeBets(1, [bet('dear', 'player', { stake: 100_000_000n }), bet('b', 'banker')])
    await until(async () => (await stateOf('b')) === 'accepted')
    expect(await findBet(db(), 'dear')).toMatchObject({ state: 'refused', code: 'insufficient_funds' })
  })
})

describe('a killed studio', () => {
  test('recovers from a crash at each boundary of database and wallet with one end for each stake', async () => {
    const boundaries = await world.dieAtEachBoundary(
      async ({ db: mortalDb, wallet, isKilled, name }) => {
        const ids = [`a-${name}`, `b-${name}`, `c-${name}`] as const
        const table = await openTable(mortalDb, wallet)
        void table.placeBets(1, [bet(ids[0], 'player'), bet(ids[1], 'banker')]).catch(() => undefined)
        await until(async () => isKilled() || (await stateOf(ids[1])) === 'accepted', 5)
        const john = { player: 'john', walletSession: 'john:INR' }
        void table.placeBets(1, [bet(ids[2], 'tie', john)]).catch(() => undefined)
        await until(async () => isKilled() || (await stateOf(ids[2])) === 'accepted', 5)
        clock().moveBy(15_800)
        await until(() => isKilled() || table.round().phase === 'dealing', 5)
        await until(async () => isKilled() || ((await isAllEnded()) && table.round().phase === 'settled'), 100)
      },
      openTable,
      expectConsistentBooks,
    )
    expect(boundaries).toBeGreaterThan(9)
  }, 120_000)
  test('a second process continues the round where the first one stopped', async () => {
    const first = await openTable()
    await first.placeBets(1, [bet('a', 'player')])
    await until(async () => (await stateOf('a')) === 'accepted')
    clock().moveBy(15_800)
    await until(() => first.round().phase === 'dealing')
    // The first one's lease has expired unnoticed.
    await db().query(`update leases set until = now() - interval '1 second'`)
    const second = await openTable(db(), walletOn(), 'another process')
    expect(second.round()).toMatchObject({ number: 1, phase: 'dealing' })
    clock().moveBy(20_000)
    await until(() => failures().length > 0)
    expect(String(failures()[0])).toContain('lease')
    await until(isAllEnded, 50)
    expect(await stateOf('a')).toBe(endOf('player'))
    await expectConsistentBooks()
  })
})
