import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import * as contract from '@dhow/contract/sessions'
import { done, type PlayerSession } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Portal } from '../portal/index.ts'
import type { Accounts } from './index.ts'

/** Calls about the sessions of a player's devices. */
export function serveSessions(
  { serve }: Listener,
  accounts: Accounts,
  { portal, platform }: { portal: Portal; platform: Platform },
) {
  serve(contract.verifyToken, async ({ token }) => {
    if (token === undefined) throw new Refusal('session_invalid')
    try {
      const session: PlayerSession = await accounts.sessions.check(token)
      const { player: user } = await accounts.profile(session)
      return { ...done, type: 'valid' as const, msg: 'Valid', user, portal_settings: portal.publicSettings() }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'player_inactive') {
        const text = textOf('player_inactive', {})
        return {
          status: 'error' as const,
          type: 'player_inactive' as const,
          text,
          msg: inEnglish(text),
        }
      }
      throw error
    }
  })
  serve(contract.logout, async ({ session }) => {
    await platform.db.transaction((tx) =>
      accounts.sessions.end(tx, session.playerId, { only: session.sessionId }, 'signed_out'),
    )
    return { ...done, msg: 'You are logged out.' }
  })
  serve(contract.logoutEverywhere, async ({ session }) => {
    const ended = await platform.db.transaction((tx) => accounts.sessions.end(tx, session.playerId, {}, 'everywhere'))
    return { ...done, msg: 'You are logged out everywhere.', ended }
  })
  serve(contract.devices, async ({ session }) => {
    const rows = await accounts.sessions.list(platform.db.kysely, session.playerId)
    const devices = rows.map((row) => ({
      id: row.id,
      label: row.label,
      current: row.id === session.sessionId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }))
    return { ...done, devices }
  })
  serve(contract.signOutDevice, async ({ params, session }) => {
    const ended = await platform.db.transaction((tx) =>
      accounts.sessions.end(tx, session.playerId, { only: params.id }, 'device'),
    )
    if (ended === 0) throw new Refusal('not_found')
    return { ...done, msg: 'That device is logged out.' }
  })
  serve(contract.liveTicket, async ({ session }) => ({
    ...done,
    ticket: await accounts.sessions.ticket(session),
  }))
}
