import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { amount, amountReply, instant, market, success } from './shapes.ts'
import { claimRules } from './claim-rules.ts'
import { bonusId, bonusKind, bonusTerms, liability } from './rewards.ts'

export const staffBonusRule = z.extend(bonusTerms, {
  state: z.enum(['open', 'stopped', 'ended']),
  claims: z.number(),
  running: z.number(),
  /** Total given; below, the parts converted to cash and taken back. */
  given: amountReply,
  converted: amountReply,
  returned: amountReply,
  created_by: z.nullable(z.string()),
  created_at: instant,
  claim_rules: z.nullable(claimRules),
})

export const staffBonusRules = operation({
  name: 'staffBonusRules',
  method: 'GET',
  path: '/staff/bonus-rules',
  access: 'staff',
  needs: ['rewards.see'],
  summary: 'The rules of bonuses and referral, newest first.',
  reply: z.object({ status: success, rules: z.array(staffBonusRule) }),
  refusals: [],
})

const title = z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(80))

export const createBonusRule = operation({
  name: 'createBonusRule',
  method: 'POST',
  path: '/staff/bonus-rules',
  access: 'staff',
  needs: ['bonuses.make'],
  summary: 'Create a bonus rule. A running rule cannot be changed: stop it and create another.',
  body: z.object({
    kind: bonusKind,
    market,
    title,
    /** Titles in other languages; fallback is `title`. */
    titles: z.optional(z.object({ hi: z.optional(title), af: z.optional(title) })),
    /** Per cent of the deposit or the loss; omitted for a referral. */
    percent: z.optional(z.int().check(z.minimum(1), z.maximum(500))),
    max_amount: amount,
    min_deposit: z.optional(amount),
    wager_times: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
    play_amount: z.optional(amount),
    valid_days: z.optional(z.int().check(z.minimum(1), z.maximum(365))),
    ends_in_days: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
    claim_rules: z.optional(claimRules),
  }),
  reply: z.object({ status: success, waits: z.boolean(), rule: z.nullable(staffBonusRule) }),
  refusals: ['amount_invalid', 'bonus_rule_invalid'],
})

export const bonusLiability = operation({
  name: 'bonusLiability',
  method: 'POST',
  path: '/staff/bonus-rules/liability',
  access: 'staff',
  needs: ['bonuses.make'],
  summary: 'Preview the highest cost of a bonus: every player of its market claims it once.',
  body: z.object({ market, max_amount: amount }),
  reply: z.object({ status: success, players: z.number(), ...liability }),
  refusals: ['amount_invalid'],
})

export const stopBonusRule = operation({
  name: 'stopBonusRule',
  method: 'POST',
  path: '/staff/bonus-rules/:id/stop',
  access: 'staff',
  needs: ['bonuses.make'],
  summary: 'Stop a bonus rule. Running bonuses keep their terms.',
  params: bonusId,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, rule: staffBonusRule }),
  refusals: ['not_found'],
})

export const bonusRuleOperations = [staffBonusRules, createBonusRule, bonusLiability, stopBonusRule]
