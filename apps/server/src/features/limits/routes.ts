import * as contract from '@dhow/contract/limits'
import { textOf } from '@dhow/contract/player-texts'
import { done, type PlayerSession } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Limits } from './index.ts'

type LimitText = 'limit_set' | 'limit_pending' | 'limit_kept' | 'limit_raised' | 'break_started' | 'self_excluded'

export function serveLimits(listeners: { portal: Listener; console: Listener }, limits: Limits, accounts: Accounts) {
  const { serve } = listeners.portal
  const reply = async (session: PlayerSession, code: LimitText) => ({
    ...done,
    text: textOf(code, {}),
    ...(await limits.read(session)),
  })

  serve(contract.getLimits, async ({ session }) => ({
    ...done,
    currency: session.currency,
    ...(await limits.read(session)),
  }))
  serve(contract.setLimit, async ({ session, body }) => {
    const { atOnce } = await limits.set(session, body)
    return reply(session, atOnce ? 'limit_set' : 'limit_pending')
  })
  serve(contract.confirmLimit, async ({ session, body }) => {
    await limits.confirm(session, { ...body, keep: body.keep === true })
    return reply(session, body.keep ? 'limit_kept' : 'limit_raised')
  })
  serve(contract.takeTimeOut, async ({ session, body }) => {
    await limits.takeTimeOut(session.playerId, body.days)
    return reply(session, 'break_started')
  })
  serve(contract.excludeSelf, async ({ session, body }) => {
    await limits.excludeSelf(session.playerId, body.months)
    return reply(session, 'self_excluded')
  })
  serveStaffSide(listeners.console, limits, accounts)
}

function serveStaffSide({ serve }: Listener, limits: Limits, accounts: Accounts) {
  const playerOf = async (playerId: string) => {
    const player = await accounts.findPlayer(playerId)
    if (!player) throw new Refusal('not_found')
    return { playerId, currency: player.currency }
  }
  serve(contract.staffPlayerLimits, async ({ params }) => {
    const whose = await playerOf(params.id)
    return { ...done, limits: (await limits.read(whose)).limits, blocks: await limits.blocks(params.id) }
  })
  serve(contract.blockPlay, async ({ params, body, staff }) => {
    await playerOf(params.id)
    await limits.blockByStaff(params.id, staff, body)
    return { ...done, msg: body.blocked ? 'Stakes and deposits are blocked.' : 'The block is lifted.' }
  })
}
