import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { asOwner } from './as-owner.ts'
import { openWorld } from './world.ts'

it('a world whose books are broken does not close in silence', async () => {
  const world = await openWorld()
  const player = await world.player({ balance: '10.00' })
  await asOwner(world.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger.wallet set cash_minor = cash_minor + 1 where player_id = ${player.id}`.execute(tx)
  })
  await expect(world.close()).rejects.toThrow('the books are broken')
})
