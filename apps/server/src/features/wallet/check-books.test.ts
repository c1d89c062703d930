import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine, type TestEngine } from '../../../test/engines.ts'
import { openWalletWorld, type WalletWorld } from '../../../test/wallet-world.ts'
import { openBooks, walletInvariants, type Line } from './index.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { asAnother } from '../../../test/one-connection.ts'

const bank = { house: 'bank_detail', ref: '1' } as const
const paysIn = (amountMinor: bigint): Line[] => [{ debit: bank, credit: { player: 'cash' }, amountMinor }]
const dayMs = 86_400_000

let world: WalletWorld
let books: ReturnType<typeof openBooks>
const openOn = (engine: TestEngine) => async () => {
  world = await openWalletWorld(engine)
  books = openBooks({ db: world.db, clock: world.clock }, walletInvariants)
  // Short books would be checked completely each time.
  for (let old = 0; old < 12; old++) await world.fundedPlayer(500n)
}

const check = async (how?: { isWhole?: boolean }) => {
  await books.check(how)
  const { results } = books.books
  expect(results.map(({ name }) => name)).toEqual(walletInvariants.map(({ name }) => name))
  return results.filter(({ violations }) => violations > 0).map(({ name }) => name)
}
const wholeAt = () => books.books.wholeAt

/** Changes the books bypassing the program, and the database's own protection. */
const forge = (statement: string) =>
  asOwner(world.db, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw("set local session_replication_role = 'replica'"))
    await tx.executeQuery(CompiledQuery.raw(statement))
  })

// An engine of its own: only rows from before every open transaction count as checked, and in a cluster other tests
// have some open.
describe('the checks of the books', () => {
  beforeAll(openOn('pglite'))
  afterAll(() => world.close())

  it('read all rows first, then only new ones', async () => {
    const player = await world.fundedPlayer(500n)
    expect(await check()).toEqual([])
    const firstWhole = wholeAt()
    expect(firstWhole).not.toBeNull()

    // Checked rows are not read again for a day, so that a check takes only as long as the new rows need.
    const resultOf = (currency: string) =>
      `update ledger.posting set currency = '${currency}' where player_id = '${player}'`
    await forge(resultOf('INR'))
    await world.advance(60_000)
    expect(await check()).toEqual([])
    expect(wholeAt()).toEqual(firstWhole)
    await world.advance(dayMs)
    expect(await check()).toEqual(['postings'])
    expect(wholeAt()).not.toEqual(firstWhole)

    // While anything is broken everything is read, so that a repair is seen at once.
    await forge(resultOf('NAD'))
    expect(await check()).toEqual([])
  })

  it('read all rows again if a third is new', async () => {
    await world.advance(60_000)
    expect(await check()).toEqual([])
    const lastWhole = wholeAt()
    await world.fundedPlayer(500n)
    await world.advance(60_000)
    expect(await check()).toEqual([])
    expect(wholeAt()).toEqual(lastWhole)
    for (let more = 0; more < 8; more++) await world.fundedPlayer(500n)
    expect(await check()).toEqual([])
    expect(wholeAt()).not.toEqual(lastWhole)
  })

  it('find a violation in new rows at once', async () => {
    const [one, two] = [await world.fundedPlayer(500n), await world.fundedPlayer(500n)]
    expect(await check({ isWhole: true })).toEqual([])
    await world.post(one, 'new', paysIn(100n))
    await forge(
      "update ledger.transfer set amount_minor = 101 where posting_id = (select id from ledger.posting where key = 'new')",
    )
    expect(await check()).toEqual(['sums', 'balances'])
    await forge(
      "update ledger.transfer set amount_minor = 100 where posting_id = (select id from ledger.posting where key = 'new')",
    )
    expect(await check()).toEqual([])

    // Money moved between inactive players is found when one of them moves; until then nobody has spent it.
    const shift = (by: number) =>
      forge(`update ledger.wallet set cash_minor = cash_minor + case player_id when '${one}' then ${by} else -(${by}) end
             where player_id in ('${one}', '${two}')`)
    await shift(50)
    expect(await check()).toEqual([])
    await world.post(one, 'newer', paysIn(100n))
    expect(await check()).toEqual(['balances'])
    await forge("delete from ledger.transfer where posting_id = (select id from ledger.posting where key = 'newer')")
    await forge("delete from ledger.posting where key = 'newer'")
    await forge(`update ledger.wallet set cash_minor = cash_minor - 100 where player_id = '${one}'`)
    await shift(-50)
    expect(await check()).toEqual([])
  })
})

// With one connection nothing can be checked while a transaction is open.
describe.runIf(testEngine === 'postgres')('the checks of the books, with concurrent transactions', () => {
  beforeAll(openOn('postgres'))
  afterAll(() => world.close())

  it('read rows of an open transaction after its commit', async () => {
    const [player, other] = [await world.fundedPlayer(500n), await world.fundedPlayer(500n)]
    const { db, wallet } = world
    const posting = {
      key: 'open',
      reason: 'test' as never,
      playerId: player,
      currency: 'NAD',
      happenedAt: world.now(),
      lines: paysIn(7n),
    } as const
    await db.transaction(async (tx) => {
      await wallet.post(tx, posting)
      await asAnother(async () => {
        // A later one has already ended.
        await world.post(other, 'later', paysIn(1n))
        expect(await check()).toEqual([])
      })
    })
    await forge(
      "update ledger.transfer set amount_minor = 8 where posting_id = (select id from ledger.posting where key = 'open')",
    )
    expect(await check()).toEqual(['sums', 'balances'])
    await forge(
      "update ledger.transfer set amount_minor = 7 where posting_id = (select id from ledger.posting where key = 'open')",
    )
    expect(await check()).toEqual([])
  })
})
