import { amountValue, factOf } from '../approvals/index.ts'
import type { Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { insertClaimRules } from './claim-rules.ts'
import type { RewardParts } from './parts.ts'
import type { BonusRuleRow } from './tables.ts'
import { type NewBonusRule, amountOf, bonusRuleRow } from './bonus-rule-row.ts'

export interface Liability {
  players: number
  /** Largest cost if every player of the market claims once, in minor units. */
  totalMinor: bigint
}

/** Largest cost of a rule if every player of its market claims it once; an empty market counts as one player. */
export async function liabilityOf(reader: Db, market: Market, maxMinor: bigint): Promise<Liability> {
  const { players } = await reader
    .selectFrom('accounts.player_card')
    .select((eb) => eb.fn.countAll<bigint>().as('players'))
    .where('market', '=', market)
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return { players: Number(players), totalMinor: maxMinor * (players > 1n ? players : 1n) }
}

export const actOf = (row: BonusRuleRow, amountMinor: bigint) => ({
  action: 'bonus_create' as const,
  subject: row.id,
  market: row.market,
  amountMinor,
})

const factsOf = (row: BonusRuleRow, { players, totalMinor }: Liability) => [
  factOf('fact_title', row.title),
  factOf('fact_kind', row.kind),
  factOf('fact_bonus_percent', String(row.percent)),
  factOf('fact_most_each', amountValue(row.max_minor, row.currency)),
  factOf('fact_wagering', String(row.wager_times)),
  factOf('fact_players', String(players)),
  factOf('fact_most_all', amountValue(totalMinor, row.currency)),
]

export async function insertBonusRule({ audit }: RewardParts, tx: Tx, row: BonusRuleRow, rule: NewBonusRule) {
  await tx
    .insertInto('rewards.bonus_rule')
    .values({ ...row, titles: JSON.stringify(row.titles) })
    .execute()
  await insertClaimRules(tx, row.id, rule.claim_rules)
  await audit(tx, {
    operatorId: row.created_by,
    action: 'bonus-rule.create',
    subject: row.id,
    text: `Created the bonus "${row.title}"`,
    before: null,
    after: { ...rule },
  })
}

export function liabilityOfRule({ platform: { db } }: RewardParts, rule: Pick<NewBonusRule, 'market' | 'max_amount'>) {
  return liabilityOf(db.kysely, rule.market, amountOf(rule.max_amount, 'max_amount'))
}

/**
 * Returns the rule's id, or undefined if it waits for a second person. @throws Refusal `amount_invalid`,
 * `bonus_rule_invalid`
 */
export function createBonusRule(parts: RewardParts, rule: NewBonusRule, by: StaffSession) {
  const {
    platform: { id, db },
    approvals,
  } = parts
  const row = bonusRuleRow(parts, rule, id('rule'), by.operatorId)
  return db.transaction(async (tx) => {
    const liability = await liabilityOf(tx, rule.market, row.max_minor)
    const isNow = await approvals.doOrPropose(tx, by, actOf(row, liability.totalMinor), {
      kind: 'bonus',
      change: { ruleId: row.id, rule },
      reason: rule.title,
      facts: factsOf(row, liability),
    })
    if (!isNow) return undefined
    await insertBonusRule(parts, tx, row, rule)
    return row.id
  })
}
