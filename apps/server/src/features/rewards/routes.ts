import { formatDecimal } from '@dhow/contract/money'
import { claimGift, createGift, staffGifts, stopGift, validateGift } from '@dhow/contract/rewards'
import type { Door } from '../../platform/http/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Rewards } from './index.ts'

export function serveRewards(doors: { portal: Door; console: Door }, rewards: Rewards) {
  doors.portal.serve(validateGift, async ({ query, session }) => {
    const { currency, amountMinor } = await rewards.validate(query.id, session?.playerId)
    return {
      status: 'success',
      message: 'This gift can be claimed.',
      currency,
      amount: amountMinor === null ? null : formatDecimal(amountMinor),
    }
  })
  doors.portal.serve(claimGift, async ({ body, session }) => {
    const { amountMinor, currency } = await rewards.claim(body.code, session.playerId, body.mobile)
    return {
      status: 'success',
      message: 'Gift claimed successfully',
      amount: formatDecimal(amountMinor),
      currency,
      error: null,
    }
  })
  doors.console.serve(staffGifts, async () => ({ status: 'success', envelopes: await rewards.list() }))
  doors.console.serve(createGift, async ({ body, staff }) => {
    const { envelopeId, code, link } = await rewards.create(body, staff.operatorId)
    return { status: 'success', envelope: await one(rewards, envelopeId), code, link }
  })
  doors.console.serve(stopGift, async ({ params, staff }) => {
    await rewards.stop(params.id, staff.operatorId)
    return { status: 'success', envelope: await one(rewards, params.id) }
  })
}

async function one(rewards: Rewards, id: string) {
  const [envelope] = await rewards.list(id)
  if (!envelope) throw new Refusal('not_found')
  return envelope
}
