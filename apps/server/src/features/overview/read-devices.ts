import type { ReplyOf } from '@dhow/contract/operation'
import type { playerDevices } from '@dhow/contract/players'
import { Refusal } from '../../platform/refusal.ts'
import type { OverviewParts } from './parts.ts'

/** Devices of a player's sessions, and whether they are blocked. @throws Refusal `not_found` */
export async function readDevices(
  { platform: { db }, accounts, blocklists }: OverviewParts,
  playerId: string,
): Promise<Omit<ReplyOf<typeof playerDevices>, 'status'>> {
  if (!(await accounts.findPlayer(playerId))) throw new Refusal('not_found')
  const devices = await accounts.sessions.devices(db.kysely, playerId)
  const blocked = await blocklists.find(
    db.kysely,
    devices.map(({ key }) => ({ kind: 'device', value: key })),
  )
  const untilOf = new Map(blocked.map(({ asked, until }) => [asked.value, until]))
  return {
    devices: devices.map(({ key, label, since, lastSeen, lastSession, openSessions }) => ({
      session_id: lastSession,
      label,
      first_seen: since.toISOString(),
      last_seen: lastSeen.toISOString(),
      open_sessions: openSessions,
      blocked: untilOf.has(key) ? { until: untilOf.get(key)?.toISOString() ?? null } : null,
    })),
  }
}
