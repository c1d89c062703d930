import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../../../test/engines.ts'
import { openWalletWorld, type WalletWorld } from '../../../test/wallet-world.ts'
import { rollUp } from './rollup.ts'
import { asAnother } from '../../../test/one-connection.ts'
import { asOwner } from '../../../test/as-owner.ts'

const broken = async (world: WalletWorld) => (await world.check()).filter((result) => result.violations > 0)
const bank = { house: 'bank_detail', ref: '1' } as const
const deposit = (amountMinor: bigint) => [{ debit: bank, credit: { player: 'cash' } as const, amountMinor }]

describe.runIf(testEngine === 'postgres')('the rollup of the house’s accounts', () => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await openWalletWorld()
  })
  afterAll(() => world.close())

  const markOf = async () => {
    const { rows } = await sql<{ up_to: bigint }>`select up_to from ledger.rollup`.execute(world.db.kysely)
    return rows[0]!.up_to
  }
  const waitingForLocks = async () => {
    const waiting = sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await asOwner(world.db, (tx) => waiting.execute(tx))).rows[0]!.count
  }

  it('does not add rows again that a later roll-up has added', async () => {
    const player = await world.fundedPlayer(100n)
    const { db, wallet } = world
    let late: Promise<unknown> = Promise.resolve()
    const posted = steps()
    const first = asOwner(db, async (tx) => {
      await posted.reached('written')
      await sql`select from ledger.rollup for update`.execute(tx)
      // The second one reads while the posting is still open, and then waits for the first.
      late = asAnother(() => db.transaction(rollUp))
      while ((await asAnother(waitingForLocks)) === 0) continue
      posted.reach('looked')
      await posting
      await rollUp(tx)
    })
    const posting = db.transaction(async (tx) => {
      await wallet.post(tx, {
        key: `${player}:open`,
        reason: 'test' as never,
        playerId: player,
        currency: 'NAD',
        happenedAt: world.now(),
        lines: deposit(50n),
      })
      posted.reach('written')
      await posted.reached('looked')
    })
    await first
    const mark = await markOf()
    await late
    expect(await markOf()).toBeGreaterThanOrEqual(mark)
    await wallet.rollUp()
    expect(await broken(world)).toEqual([])
  })

  it('adds everything once with concurrent roll-ups and postings', async () => {
    const players = await Promise.all([1n, 2n, 3n].map((amountMinor) => world.fundedPlayer(amountMinor)))
    await Promise.all([
      ...players.map(async (player) => {
        for (let number = 0; number < 40; number++) await world.post(player, `${player}:${number}`, deposit(7n))
      }),
      ...[1, 2].map(async () => {
        for (let number = 0; number < 20; number++) await world.wallet.rollUp()
      }),
    ])
    expect(await broken(world)).toEqual([])
    await world.wallet.rollUp()
    expect(await broken(world)).toEqual([])
    const rows = await world.wallet.trialBalance(world.db.kysely)
    const standing = rows.find((row) => row.account === 'bank_detail:1')
    expect(standing!.debitMinor).toBe(100n + 50n + 6n + 3n * 40n * 7n)
  })

  it('starts again if a restored dump has a transaction id that this cluster has not reached', async () => {
    const before = await world.wallet.trialBalance(world.db.kysely)
    await asOwner(world.db, (tx) =>
      sql`update ledger.rollup set up_to = pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000`.execute(tx),
    )
    const player = await world.fundedPlayer(5n)
    await world.post(player, `${player}:after`, deposit(6n))
    expect((await broken(world)).length).toBeGreaterThan(0)
    await world.wallet.rollUp()
    expect(await broken(world)).toEqual([])
    const bankOf = (rows: typeof before) => rows.find((row) => row.account === 'bank_detail:1')!.debitMinor
    expect(bankOf(await world.wallet.trialBalance(world.db.kysely)) - bankOf(before)).toBe(11n)
  })
})

/** Synchronisation points of two concurrent flows. */
function steps() {
  const points = new Map<string, { promise: Promise<void>; reach: () => void }>()
  const point = (name: string) => {
    const known = points.get(name)
    if (known) return known
    let reach = () => {}
    const promise = new Promise<void>((resolve) => (reach = resolve))
    points.set(name, { promise, reach })
    return { promise, reach }
  }
  return { reached: (name: string) => point(name).promise, reach: (name: string) => point(name).reach() }
}
