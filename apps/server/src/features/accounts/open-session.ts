import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { newToken, tokenHash } from '../../platform/secrets.ts'
import { noteOrigin } from './origins.ts'
import { changePlayer } from './players.ts'
import type { Device } from './sign-in.ts'

export interface OpenedSession {
  token: string
  /** Second part: an HttpOnly cookie; without it the token moves no money out. */
  cookie: string
  sessionId: string
}

/** Opens a session on a device, in the transaction that signs the player in. */
export async function openSession(
  { random, id, clock, bus }: Platform,
  tx: Tx,
  player: { id: string },
  device: Device,
): Promise<OpenedSession> {
  const token = newToken(random)
  const cookie = newToken(random)
  const sessionId = id('ses')
  const now = clock.now()
  await tx
    .insertInto('accounts.player_session')
    .values({
      id: sessionId,
      player_id: player.id,
      token_hash: tokenHash(token),
      cookie_hash: tokenHash(cookie),
      device_id: device.id,
      label: device.label,
      created_at: now,
      last_seen_at: now,
      ended_at: null,
    })
    .execute()
  const session = { id: sessionId, playerId: player.id, deviceId: device.id, at: now }
  if (device.origin) await noteOrigin(tx, session, device.origin)
  await changePlayer(bus, tx, player.id, { last_login_at: now })
  return { token, cookie, sessionId }
}
