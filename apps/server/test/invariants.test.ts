import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { depositInvariants } from '../src/features/deposits/index.ts'
import { gatewayInvariants } from '../src/features/gateway/index.ts'
import { paymentInvariants } from '../src/features/payments/index.ts'
import { receiptInvariants } from '../src/features/receipts/index.ts'
import { reportInvariants } from '../src/features/reports/index.ts'
import { rewardInvariants } from '../src/features/rewards/index.ts'
import { tournamentInvariants } from '../src/features/tournaments/index.ts'
import { checkInvariants, checkNew, walletInvariants, type InvariantResult } from '../src/features/wallet/index.ts'
import { statementInvariants } from '../src/features/statements/index.ts'
import { withdrawalInvariants } from '../src/features/withdrawals/index.ts'
import type { Tx } from '../src/platform/db/index.ts'
import { fillBooks } from './fill-books.ts'
import { openWorldWithSandbox, type Sandbox } from './sandbox.ts'
import type { World } from './world.ts'
import { asOwner } from './as-owner.ts'
import { ledgerPlants } from './plants/ledger.ts'
import { paymentPlants } from './plants/payments.ts'
import { playPlants } from './plants/play.ts'

/**
 * A check that never fails is useless. Each invariant gets books with one planted fault, bypassing the program and the
 * database's own constraints, in a transaction that is rolled back.
 */
const invariants = [
  ...walletInvariants,
  ...receiptInvariants,
  ...depositInvariants,
  ...paymentInvariants,
  ...withdrawalInvariants,
  ...statementInvariants,
  ...rewardInvariants,
  ...tournamentInvariants,
  ...gatewayInvariants,
  ...reportInvariants,
]

/** Disables the database's own protection: triggers, foreign keys and checks. */
const withoutGuards = `do $$
declare guard record;
begin
  set local session_replication_role = 'replica';
  for guard in select conrelid::regclass as place, conname from pg_constraint
               where contype = 'c' and connamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and conrelid <> 0 loop
    execute format('alter table %s drop constraint %I', guard.place, guard.conname);
  end loop;
end $$`

const plants = [...ledgerPlants, ...paymentPlants, ...playPlants]

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  await fillBooks(world, sandbox)
})
afterAll(() => close())

const check = async (db = world.db.kysely) => checkInvariants(db, invariants)
const namesOf = (results: InvariantResult[]) =>
  results.filter((result) => result.violations > 0).map((result) => result.name)
const brokenOf = async (db?: typeof world.db.kysely) => namesOf(await check(db))
/** Result of an incremental check over complete books. */
const brokenOfNew = async (tx: Tx) => namesOf(await checkNew(tx, invariants, 0n))

describe('the invariants', () => {
  it('hold on books with every kind of movement', async () => {
    expect(await brokenOf()).toEqual([])
    expect(await world.db.transaction(brokenOfNew)).toEqual([])
  })

  it.each(plants)('%s detects %s', async (name, _wrong, statements) => {
    let broken: string[] = []
    let brokenNew: string[] = []
    const undo = new Error('undo')
    const work = asOwner(world.db, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(withoutGuards))
      for (const statement of statements) await tx.executeQuery(CompiledQuery.raw(statement))
      broken = await brokenOf(tx)
      brokenNew = await brokenOfNew(tx)
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    expect(broken).toContain(name)
    const { since } = invariants.find((one) => one.name === name)!
    if (typeof since === 'string') expect(broken).toContain(since)
    if (typeof since === 'object') expect(brokenNew).toContain(name)
  })

  it('have each failed here once, on books that were restored afterwards', async () => {
    expect(await brokenOf()).toEqual([])
    expect([...new Set(plants.map(([name]) => name))].toSorted()).toEqual(invariants.map(({ name }) => name).toSorted())
  })
})
