import { formatDecimal } from '@dhow/contract/money'
import { isOpen, termsReply } from './bonus-terms.ts'
import { readClaimRules } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import { wageringTerms } from './wagering.ts'

export async function listBonusRules({ platform: { db, clock } }: RewardParts, ruleId?: string) {
  const rows = await db.kysely
    .selectFrom('rewards.bonus_rule as rule')
    .selectAll('rule')
    .where((eb) => (ruleId === undefined ? eb.lit(true) : eb('rule.id', '=', ruleId)))
    .orderBy('rule.created_at', 'desc')
    .orderBy('rule.id', 'desc')
    .limit(500)
    .execute()
  const given = await db.kysely
    .selectFrom('rewards.bonus')
    .select((eb) => [
      'rule_id',
      'state',
      eb.fn.countAll<bigint>().as('count'),
      eb.fn.sum<string>('amount_minor').as('sum'),
    ])
    .groupBy(['rule_id', 'state'])
    .execute()
  const paid = await db.kysely
    .selectFrom('rewards.referral')
    .select((eb) => ['rule_id', eb.fn.countAll<bigint>().as('count'), eb.fn.sum<string>('amount_minor').as('sum')])
    .where('state', '=', 'paid')
    .groupBy('rule_id')
    .execute()
  const counting = await wageringTerms(db.kysely)
  const rules = await readClaimRules(db.kysely)
  return rows.map((rule) => {
    const mine = [
      ...given.filter((row) => row.rule_id === rule.id),
      ...paid.filter((row) => row.rule_id === rule.id).map((row) => ({ ...row, state: 'completed' as const })),
    ]
    const count = (...states: string[]) =>
      mine.reduce((sum, row) => (states.length === 0 || states.includes(row.state) ? sum + Number(row.count) : sum), 0)
    const sum = (...states: string[]) =>
      formatDecimal(
        mine.reduce(
          (all, row) => (states.length === 0 || states.includes(row.state) ? all + BigInt(row.sum) : all),
          0n,
        ),
      )
    return {
      ...termsReply(rule, counting),
      state: rule.stopped_at
        ? ('stopped' as const)
        : isOpen(rule, clock.now())
          ? ('open' as const)
          : ('ended' as const),
      claims: count(),
      running: count('active'),
      given: sum(),
      converted: sum('completed'),
      returned: sum('cancelled', 'expired'),
      created_by: rule.created_by,
      created_at: rule.created_at.toISOString(),
      claim_rules: rules.get(rule.id) ?? null,
    }
  })
}
