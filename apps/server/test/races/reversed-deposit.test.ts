import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../engines.ts'
import { reportTransfer } from '../statements.ts'
import { openWorld, type World } from '../world.ts'

const waits = `select from pg_locks join pg_database base on base.oid = pg_locks.database
               where locktype = 'advisory' and not granted and base.datname = current_database()`

describe.runIf(testEngine === 'postgres')('the reversal of a deposit during a claim of its bonus', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ DATABASE_LOCK_WAIT_MS: '60000' })
  })
  afterAll(() => world.close())

  it('waits until the claim has ended, and therefore reverses its bonus', async () => {
    const [player, cashier, manager] = [
      await world.player(),
      await world.operator('cashier'),
      await world.operator('manager'),
    ]
    const id = await reportTransfer(player, '500', 'REVERSED1')
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit as { version: number }
    const approved = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version })
    const undo = { version: approved.json.deposit.version as number, reason: 'not_received', note: 'For the test' }

    // A claim holds its lock from its first read of the deposits until it commits.
    const claim = new pg.Client({ connectionString: world.url! })
    await claim.connect()
    await claim.query('begin')
    await claim.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bonus:${player.id}`])
    const reversing = manager.post(`/staff/deposits/${id}/reverse`, undo)
    await vi.waitFor(async () => expect((await claim.query(waits)).rowCount).toBe(1), { timeout: 20_000 })
    await claim.query('rollback')
    await claim.end()
    expect((await reversing).status).toBe(200)
  })
})
