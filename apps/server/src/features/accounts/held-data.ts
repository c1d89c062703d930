import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findPlayer } from './players.ts'

/** A player's account, sessions and their addresses, for the player's data export. It contains no secrets. */
export async function heldData(db: Db, playerId: string) {
  const row = await findPlayer(db, playerId)
  if (!row) throw new Refusal('session_invalid')
  const [sessions, origins, devices, passkeys] = await Promise.all([
    db
      .selectFrom('accounts.player_session')
      .select(['id', 'label', 'created_at', 'last_seen_at', 'ended_at'])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('accounts.player_origin')
      .select(['session_id', 'at', 'address'])
      .where('player_id', '=', playerId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('accounts.known_device')
      .select('created_at as known_since')
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('accounts.player_passkey')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute(),
  ])
  return {
    account: {
      id: row.id,
      player_name: row.player_name,
      mobile: row.mobile,
      market: row.market,
      currency: row.currency,
      tier: row.tier,
      is_active: row.active,
      deposit_code: row.deposit_code,
      terms_version: row.terms_version,
      referred_by_code: row.referral_code,
      created_at: row.created_at,
      last_login_at: row.last_login_at,
      name_changed_at: row.name_changed_at,
    },
    sessions,
    origins,
    known_devices: devices,
    passkeys,
  }
}
