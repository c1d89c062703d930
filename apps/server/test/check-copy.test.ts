import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCopy } from '../src/commands/check-copy.ts'
import { openReadOnly } from '../src/platform/db/read-only.ts'
import { asOwner } from './as-owner.ts'
import { testEngine } from './engines.ts'
import { required } from '../src/platform/required.ts'
import { openWalletWorld, type WalletWorld } from './wallet-world.ts'

// The embedded engine is no server; a restored copy is.
describe.runIf(testEngine === 'postgres')('the check of a restored copy', () => {
  let world: WalletWorld
  let url: string
  beforeAll(async () => {
    world = await openWalletWorld('postgres')
    url = required(world.url, 'address of the test database')
    await world.fundedPlayer(500n)
  })
  afterAll(() => world.close())

  /** Changes the books bypassing the program, and the database's own protection. */
  const forge = (statement: string) =>
    asOwner(world.db, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw("set local session_replication_role = 'replica'"))
      await tx.executeQuery(CompiledQuery.raw(statement))
    })

  it('runs every check, and names the broken one', async () => {
    const { checks, broken } = await checkCopy(url)
    expect(checks).toBeGreaterThan(40)
    expect(broken).toEqual([])

    await forge("update ledger.posting set currency = 'INR'")
    expect((await checkCopy(url)).broken.map(({ name }) => name)).toContain('postings')
    await forge("update ledger.posting set currency = 'NAD'")
    expect((await checkCopy(url)).broken).toEqual([])
  })

  it('cannot write to the copy', async () => {
    const copy = openReadOnly(url)
    await expect(copy.executeQuery(CompiledQuery.raw('create table public.nothing (one int)'))).rejects.toThrow(
      'read-only transaction',
    )
    await copy.destroy()
  })
})
