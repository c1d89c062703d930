import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import { refusedClaims } from '@dhow/contract/claim-rules'
import { giveReward, refuseReward, staffRewardChecks } from '@dhow/contract/reward-checks'
import * as contract from '@dhow/contract/rewards'
import { bonusLiability, createBonusRule, staffBonusRules, stopBonusRule } from '@dhow/contract/bonus-rules'
import { claimReferral, referral } from '@dhow/contract/referral'
import { claimGift, createGift, giftLiability, staffGifts, stopGift, validateGift } from '@dhow/contract/gift-envelopes'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import { serveFreeRounds } from './free-round-routes.ts'
import type { Rewards } from './index.ts'

export function serveRewards(listeners: { portal: Listener; console: Listener }, rewards: Rewards) {
  listeners.portal.serve(validateGift, async ({ query, session }) => {
    const { currency, amountMinor } = await rewards.validate(query.id, session?.playerId)
    return {
      status: 'success',
      message: inEnglish(textOf('gift_claimable', {})),
      currency,
      amount: amountMinor === null ? null : formatDecimal(amountMinor),
    }
  })
  listeners.portal.serve(claimGift, async ({ body, session, ip }) => {
    const { amountMinor, currency, posting } = await rewards.claim(body.code, { ...session, ip }, body.mobile)
    const text = textOf('gift_claimed', {})
    return {
      status: 'success',
      text,
      message: inEnglish(text),
      amount: formatDecimal(amountMinor),
      currency,
      posting,
      error: null,
    }
  })
  listeners.console.serve(staffGifts, async () => ({ status: 'success', envelopes: await rewards.list() }))
  listeners.console.serve(createGift, async ({ body, staff }) => {
    const made = await rewards.create(body, staff)
    if (!made) return { ...done, waits: true, envelope: null, code: null, link: null }
    const { envelopeId, code, link } = made
    return { ...done, waits: false, envelope: await one(rewards, envelopeId), code, link }
  })
  listeners.console.serve(giftLiability, async ({ body }) => {
    const totalMinor = rewards.totalOf(body)
    return { ...done, ...rewards.liability('gift_create', body.market, totalMinor) }
  })
  listeners.console.serve(stopGift, async ({ params, staff }) => {
    await rewards.stop(params.id, staff.operatorId)
    return { status: 'success', envelope: await one(rewards, params.id) }
  })
  serveBonuses(listeners, rewards)
  serveFreeRounds(listeners, rewards)
  serveChecks(listeners.console, rewards)
  listeners.console.serve(refusedClaims, async () => ({ ...done, claims: await rewards.refusedClaims() }))
}

function serveBonuses(
  listeners: { portal: Listener; console: Listener },
  { bonuses, rules, referrals, liability }: Rewards,
) {
  const { serve } = listeners.portal
  serve(contract.bonusOffers, async ({ query, session }) => ({
    ...done,
    offers: await bonuses.offers(session?.market ?? query.market ?? 'NA'),
  }))
  serve(contract.bonuses, async ({ session }) => ({ ...done, ...(await bonuses.read(session)) }))
  serve(contract.claimBonus, async ({ session, params, ip }) => {
    const bonus = await bonuses.claim(session, params.id, ip)
    return { ...done, msg: 'You claimed the bonus. It stays locked until you meet its wagering requirement.', bonus }
  })
  serve(contract.cancelBonus, async ({ session, params }) => {
    const bonus = await bonuses.cancel(session, params.id)
    const msg =
      bonus.state === 'completed' ? 'Its wagering was done: the bonus is cash now.' : 'The bonus is given back.'
    return { ...done, msg, bonus }
  })
  serve(referral, async ({ session }) => ({ ...done, ...(await referrals.read(session)) }))
  serve(claimReferral, async ({ session }) => {
    const result = await referrals.claim(session.playerId, session.currency)
    return { ...done, msg: result.paid === 0 ? 'Nothing is due yet.' : 'It was added to your balance.', ...result }
  })

  const ruleOf = async (ruleId: string) => {
    const [rule] = await rules.list(ruleId)
    if (!rule) throw new Refusal('not_found')
    return { ...done, rule }
  }
  listeners.console.serve(staffBonusRules, async () => ({ ...done, rules: await rules.list() }))
  listeners.console.serve(createBonusRule, async ({ body, staff }) => {
    const ruleId = await rules.create(body, staff)
    if (ruleId === undefined) return { ...done, waits: true, rule: null }
    return { ...(await ruleOf(ruleId)), waits: false }
  })
  listeners.console.serve(bonusLiability, async ({ body }) => {
    const { players, totalMinor } = await rules.liabilityOf(body)
    return { ...done, players, ...liability('bonus_create', body.market, totalMinor) }
  })
  listeners.console.serve(stopBonusRule, async ({ params, staff }) => {
    await rules.stop(params.id, staff.operatorId)
    return ruleOf(params.id)
  })
}

function serveChecks({ serve }: Listener, { checks }: Rewards) {
  serve(staffRewardChecks, async ({ query }) => ({ ...done, checks: await checks.list(query.state) }))
  serve(giveReward, async ({ params, body, staff }) => {
    await checks.decide(params.id, 'given', staff.operatorId, body.reason)
    return done
  })
  serve(refuseReward, async ({ params, body, staff }) => {
    await checks.decide(params.id, 'refused', staff.operatorId, body.reason)
    return done
  })
}

async function one(rewards: Rewards, id: string) {
  const [envelope] = await rewards.list(id)
  if (!envelope) throw new Refusal('not_found')
  return envelope
}
