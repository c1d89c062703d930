import { operatorText } from '@dhow/contract/operator-texts'
import type { RewardParts } from './parts.ts'
import { type NewBonusRule, bonusRuleRow } from './bonus-rule-row.ts'
import { seedBonusRules } from './seed-bonus-rules.ts'
import { actOf, liabilityOf, insertBonusRule, liabilityOfRule, createBonusRule } from './create-bonus-rule.ts'
import { listBonusRules } from './list-bonus-rules.ts'
import { stopBonusRule } from './stop-bonus-rule.ts'
import { bind } from '../../platform/bind.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    bonus: { ruleId: string; rule: NewBonusRule }
  }
}

/** Bonus rules for operators: rows that are created and stopped, never changed. */
export function openBonusRules(parts: RewardParts) {
  const { approvals } = parts
  approvals.changes.register('bonus', {
    title: operatorText('money_action', { action: 'bonus_create' }),
    needs: 'bonuses.make',
    async apply(tx, by, { ruleId, rule }, { proposedBy }) {
      const row = bonusRuleRow(parts, rule, ruleId, proposedBy)
      const { totalMinor } = await liabilityOf(tx, rule.market, row.max_minor)
      await approvals.decide(tx, by, { ...actOf(row, totalMinor), first: proposedBy })
      await insertBonusRule(parts, tx, row, rule)
    },
  })
  return bind(parts, {
    list: listBonusRules,
    liabilityOf: liabilityOfRule,
    create: createBonusRule,
    stop: stopBonusRule,
    seed: seedBonusRules,
  })
}
