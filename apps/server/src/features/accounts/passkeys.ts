import type { RegisteredCredential } from '@dhow/contract/passkey-shapes'
import { errorCode } from '@dhow/platform/error-code'
import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { openPasskeySite } from '../../platform/passkeys.ts'
import { Refusal } from '../../platform/refusal.ts'
import { makeChallenge, takeChallenge } from './passkey-challenges.ts'
import type { Shared } from './parts.ts'
import { lockPlayer } from './players.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

const maxPasskeys = 10

type PasskeyEvent = Tables['accounts.passkey_event']

export interface Own {
  playerId: string
  sessionId: string
}

/** A player's passkeys: adding and removing one needs the password and notifies the player; its name may change. */
export function openPasskeys(shared: Shared) {
  const reads = { list: listPasskeys, events: listEvents }
  return bind(shared, { ...reads, begin: beginPasskey, add: addPasskey, rename: renamePasskey, remove: removePasskey })
}

/** Stores an event of a passkey, which may be deleted afterwards. */
function noteEvent(
  { platform }: Pick<Shared, 'platform'>,
  tx: Tx,
  { id, playerId }: { id: string; playerId: string },
  { kind, name, former = null }: Pick<PasskeyEvent, 'kind' | 'name'> & { former?: string | null },
) {
  const row = { id: platform.id('pke'), player_id: playerId, passkey_id: id, kind, name, former_name: former }
  return tx
    .insertInto('accounts.passkey_event')
    .values({ ...row, at: platform.clock.now() })
    .execute()
}

/** Events of the player's passkeys (added, renamed, removed), oldest first. */
async function listEvents({ platform: { db } }: Shared, playerId: string) {
  const rows = await db.kysely
    .selectFrom('accounts.passkey_event')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ passkey_id, kind, name, former_name, at }) => ({
    ...{ passkey_id, kind, name, former_name, at: at.toISOString() },
  }))
}

/** The portal as relying party; its passkeys must be discoverable without a user name. */
export const siteOf = ({ platform, parts: { portal } }: Shared) =>
  openPasskeySite(platform, {
    origin: platform.config.origins.portal,
    name: portal.settings().names.portal,
    residentKey: 'required',
  })

const listPlayerPasskeys = (reader: Db, playerId: string) =>
  reader.selectFrom('accounts.player_passkey').selectAll().where('player_id', '=', playerId).orderBy('id').execute()

const passkeyReply = (row: { id: string; name: string; created_at: Date; last_used_at: Date | null }) => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const listPasskeys = async ({ platform: { db } }: Shared, playerId: string) =>
  (await listPlayerPasskeys(db.kysely, playerId)).map(passkeyReply)

/** @throws Refusal `credentials_wrong`, `sign_in_locked`, `player_passkeys_full` */
async function beginPasskey(shared: Shared, { playerId, sessionId }: Own, password: string) {
  const { player_name: name } = await verifyOwnPassword(shared, playerId, password)
  const known = await listPlayerPasskeys(shared.platform.db.kysely, playerId)
  if (known.length >= maxPasskeys) throw new Refusal('player_passkeys_full')
  return siteOf(shared).creation({ id: playerId, name }, makeChallenge(shared, { use: 'add', sessionId }), known)
}

/** @throws Refusal `player_passkey_wrong`, `player_passkey_taken`, `player_passkeys_full` */
async function addPasskey(
  shared: Shared,
  { playerId, sessionId }: Own,
  { name, credential }: { name: string; credential: RegisteredCredential },
) {
  const { platform, parts } = shared
  const challenge = await takeChallenge(shared, { use: 'add', sessionId }, credential)
  const made = challenge === undefined ? undefined : await siteOf(shared).madeBy(playerId, challenge, credential)
  if (!made) throw new Refusal('player_passkey_wrong')
  const kept = { created_at: platform.clock.now(), last_used_at: null }
  const row = { id: platform.id('pky'), player_id: playerId, ...made, name, ...kept }
  await platform.db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    if ((await listPlayerPasskeys(tx, playerId)).length >= maxPasskeys) throw new Refusal('player_passkeys_full')
    await tx
      .insertInto('accounts.player_passkey')
      .values(row)
      .execute()
      .catch((error: unknown) => {
        if (errorCode(error) === '23505') throw new Refusal('player_passkey_taken')
        throw error
      })
    await noteEvent(shared, tx, { id: row.id, playerId }, { kind: 'added', name })
    await parts.notify(tx, { key: `${row.id}:added`, playerId, kind: 'passkey_added', params: { name }, about: null })
  })
  return passkeyReply(row)
}

/**
 * Renames a passkey. A name grants nothing, so no password is needed; the former name stays in the timeline. @throws
 * Refusal `not_found`
 */
async function renamePasskey(shared: Shared, { playerId }: Own, passkeyId: string, name: string) {
  return shared.platform.db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    const row = (await listPlayerPasskeys(tx, playerId)).find(({ id }) => id === passkeyId)
    if (!row) throw new Refusal('not_found')
    if (row.name === name) return passkeyReply(row)
    await tx.updateTable('accounts.player_passkey').set({ name }).where('id', '=', row.id).execute()
    await noteEvent(shared, tx, { id: row.id, playerId }, { kind: 'renamed', name, former: row.name })
    return passkeyReply({ ...row, name })
  })
}

/** @throws Refusal `not_found`, `credentials_wrong`, `sign_in_locked` */
async function removePasskey(shared: Shared, { playerId }: Own, passkeyId: string, password: string) {
  await verifyOwnPassword(shared, playerId, password)
  await shared.platform.db.transaction(async (tx) => {
    if ((await removePasskeys(shared, tx, playerId, passkeyId)) === 0) throw new Refusal('not_found')
  })
}

/** Removes one or all passkeys of a player, and notifies them of each; returns how many. */
export async function removePasskeys(
  shared: Pick<Shared, 'parts' | 'platform'>,
  tx: Tx,
  playerId: string,
  only?: string,
) {
  let query = tx.deleteFrom('accounts.player_passkey').where('player_id', '=', playerId)
  if (only !== undefined) query = query.where('id', '=', only)
  const removed = await query.returning(['id', 'name']).execute()
  for (const { id, name } of removed) {
    await noteEvent(shared, tx, { id, playerId }, { kind: 'removed', name })
    await shared.parts.notify(tx, {
      key: `${id}:removed`,
      playerId,
      kind: 'passkey_removed',
      params: { name },
      about: null,
    })
  }
  return removed.length
}
