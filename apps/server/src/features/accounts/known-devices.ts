import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { tokenHash } from '../../platform/secrets.ts'
import type { PlayerRow } from './tables.ts'

/** Stored form of a device id. */
export const deviceKey = (deviceId: string | undefined): string | null =>
  deviceId === undefined ? null : tokenHash(deviceId).toString('hex')

/**
 * The player of a number, and whether they have entered a code on a device, in one statement, so that the time does not
 * reveal an account.
 */
export async function findWithDevice(
  reader: Db,
  mobile: string,
  deviceId: string | undefined,
): Promise<{ player: PlayerRow; isKnown: boolean } | undefined> {
  const row = await reader
    .selectFrom('accounts.player')
    .selectAll('accounts.player')
    .select(
      sql<boolean>`exists (select from accounts.known_device where known_device.player_id = player.id
        and known_device.device_hash = ${tokenHash(deviceId ?? '')})`.as('is_known'),
    )
    .where('accounts.player.mobile', '=', mobile)
    .executeTakeFirst()
  if (!row) return undefined
  const { is_known, ...player } = row
  return { player, isKnown: deviceId !== undefined && is_known }
}

/**
 * Whether one of the player's sessions was opened on a device; undefined for a player without sessions, who has just
 * registered.
 */
export async function hasUsedDevice(reader: Db, playerId: string, deviceId: string): Promise<boolean | undefined> {
  const { has_any, has_device } = await reader
    .selectNoFrom((eb) => {
      const mine = eb.selectFrom('accounts.player_session').select('id').where('player_id', '=', playerId)
      return [eb.exists(mine).as('has_any'), eb.exists(mine.where('device_id', '=', deviceId)).as('has_device')]
    })
    .executeTakeFirstOrThrow()
  return has_any ? Boolean(has_device) : undefined
}

const devicesListed = 50

/** Devices of a player's sessions by key, the last used first. */
export async function listDevices(reader: Db, playerId: string) {
  const rows = await reader
    .selectFrom('accounts.player_session')
    .select((eb) => [
      'device_id',
      eb.fn.max('label').as('label'),
      eb.fn.min('created_at').as('since'),
      eb.fn.max('last_seen_at').as('last_seen'),
      eb.fn.max('id').as('last_session'),
      eb.fn.countAll<bigint>().filterWhere('ended_at', 'is', null).as('open_sessions'),
    ])
    .where('player_id', '=', playerId)
    .groupBy('device_id')
    .orderBy('last_seen', 'desc')
    .limit(devicesListed)
    .execute()
  return rows.map(({ device_id, label, since, last_seen, last_session, open_sessions }) => ({
    key: tokenHash(device_id).toString('hex'),
    label,
    since,
    lastSeen: last_seen,
    lastSession: last_session,
    openSessions: Number(open_sessions),
  }))
}

/** Device key of a session; undefined if there is no such session. */
export async function keyOfSession(reader: Db, sessionId: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('accounts.player_session')
    .select('device_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row && tokenHash(row.device_id).toString('hex')
}

/** Remembers that a player entered a code on a device. */
export async function rememberDevice(tx: Db, playerId: string, deviceId: string, at: Date) {
  await tx
    .insertInto('accounts.known_device')
    .values({ player_id: playerId, device_hash: tokenHash(deviceId), created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
