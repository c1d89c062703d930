import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ReportParts } from './parts.ts'
import { marketLists } from './roll-up.ts'

/**
 * Sets or removes the test mark of a player, and moves their sums; no change if already so. @throws Refusal `not_found`
 */
export function setTestPlayer(
  { platform: { db }, accounts, staff }: ReportParts,
  playerId: string,
  by: StaffSession,
  { is_test: isTest, reason }: { is_test: boolean; reason: string },
) {
  return db.transaction(async (tx) => {
    // Lock the roll-up's row before the player's, as the roll-up does.
    await sql`select from reports.rollup for update`.execute(tx)
    const row = await tx
      .selectFrom('accounts.player_card')
      .select('is_test')
      .where('id', '=', playerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    if (row.is_test === isTest) return
    await accounts.setTest(tx, playerId, isTest)
    await sql`select reports.set_test_player(${playerId}, ${isTest}, ${marketLists})`.execute(tx)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: isTest ? 'player.test' : 'player.no-test',
      subject: playerId,
      text: `${isTest ? 'Marked as a test player' : 'No test player any more'}: ${reason}`,
      before: { is_test: row.is_test },
      after: { is_test: isTest },
    })
  })
}
