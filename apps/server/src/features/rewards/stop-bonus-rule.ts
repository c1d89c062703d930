import { Refusal } from '../../platform/refusal.ts'
import type { RewardParts } from './parts.ts'

/** Stops an offer; claimed bonuses continue. @throws Refusal `not_found` */
export async function stopBonusRule(
  { platform: { db, clock }, audit }: RewardParts,
  ruleId: string,
  operatorId: string,
) {
  await db.transaction(async (tx) => {
    const before = await tx
      .selectFrom('rewards.bonus_rule')
      .selectAll()
      .where('id', '=', ruleId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new Refusal('not_found')
    if (before.stopped_at) return
    await tx.updateTable('rewards.bonus_rule').set({ stopped_at: clock.now() }).where('id', '=', ruleId).execute()
    await audit(tx, {
      operatorId,
      action: 'bonus-rule.stop',
      subject: ruleId,
      text: `Stopped the bonus "${before.title}"`,
      before: { open: true },
      after: { open: false },
    })
  })
}
