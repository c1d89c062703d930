import { sql } from 'kysely'
import type { RewardParts } from './parts.ts'
import { type NewBonusRule, bonusRuleRow } from './bonus-rule-row.ts'

/** Initial bonus rules of the sandbox, invented, one of each kind per market. */
const sandboxRules: Omit<NewBonusRule, 'market'>[] = [
  {
    kind: 'welcome',
    title: 'Fair wind',
    titles: { hi: 'अनुकूल हवा', af: 'Gunstige wind' },
    percent: 100,
    max_amount: '500',
    min_deposit: '50',
    wager_times: 10,
    valid_days: 30,
  },
  {
    kind: 'reload',
    title: 'Second tide',
    titles: { hi: 'दूसरी लहर', af: 'Tweede gety' },
    percent: 25,
    max_amount: '200',
    min_deposit: '100',
    wager_times: 8,
    valid_days: 14,
  },
  {
    kind: 'cashback',
    title: 'Calm waters',
    titles: { hi: 'शांत लहरें', af: 'Kalm waters' },
    percent: 10,
    max_amount: '300',
    wager_times: 1,
    valid_days: 7,
  },
  {
    kind: 'referral',
    title: 'Bring a friend aboard',
    titles: { hi: 'दोस्त को साथ लाएँ', af: 'Bring ’n vriend aan boord' },
    max_amount: '50',
    min_deposit: '100',
    play_amount: '200',
  },
]

/** Inserts the sandbox's rules, each once, however many servers start. */
export async function seedBonusRules(parts: RewardParts) {
  const {
    platform: { db },
  } = parts
  for (const market of ['NA', 'IN'] as const)
    for (const rule of sandboxRules) {
      const row = bonusRuleRow(parts, { ...rule, market }, `rule_sandbox_${rule.kind}_${market.toLowerCase()}`, null)
      await db.kysely
        .insertInto('rewards.bonus_rule')
        .values({ ...row, titles: JSON.stringify(row.titles) })
        // Rules from before translated titles get them.
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ titles: JSON.stringify(row.titles) })
            .where(sql<boolean>`bonus_rule.titles = '{}'`),
        )
        .execute()
    }
}
