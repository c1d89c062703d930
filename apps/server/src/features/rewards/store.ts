import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { GiftEnvelopeTable } from './tables.ts'

export async function insertEnvelope(tx: Tx, envelope: GiftEnvelopeTable, sharesMinor: readonly bigint[]) {
  await tx.insertInto('rewards.gift_envelope').values(envelope).execute()
  for (let from = 0; from < sharesMinor.length; from += 1_000) {
    const rows = sharesMinor.slice(from, from + 1_000).map((amount_minor, index) => ({
      envelope_id: envelope.id,
      number: from + index + 1,
      amount_minor,
      player_id: null,
      claimed_at: null,
    }))
    await tx.insertInto('rewards.gift_share').values(rows).execute()
  }
}

export function findByHash(db: Db, codeHash: Buffer) {
  return db.selectFrom('rewards.gift_envelope').selectAll().where('code_hash', '=', codeHash).executeTakeFirst()
}

/** Whether a share is left, or the player has one. */
export async function hasShare(db: Db, envelopeId: string, playerId: string | undefined): Promise<boolean> {
  const share = await db
    .selectFrom('rewards.gift_share')
    .select('number')
    .where('envelope_id', '=', envelopeId)
    .where((eb) =>
      eb.or([eb('player_id', 'is', null), ...(playerId === undefined ? [] : [eb('player_id', '=', playerId)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return share !== undefined
}

export function findShareOf(db: Db, envelopeId: string, playerId: string) {
  return db
    .selectFrom('rewards.gift_share')
    .selectAll()
    .where('envelope_id', '=', envelopeId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}

/** Makes other claims of this player to this envelope wait until the transaction ends, on any process. */
export async function lockClaimOf(tx: Tx, envelopeId: string, playerId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift:${envelopeId}:${playerId}`}, 0))`.execute(tx)
}

/**
 * Claims the next free share for the player; undefined if none is left. Concurrent claims each get another share (`skip
 * locked`), so that they do not wait for each other.
 */
export async function claimShare(tx: Tx, envelopeId: string, playerId: string, now: Date) {
  return tx
    .updateTable('rewards.gift_share')
    .set({ player_id: playerId, claimed_at: now })
    .where('envelope_id', '=', envelopeId)
    .where('number', '=', (free) =>
      free
        .selectFrom('rewards.gift_share as share')
        .select('share.number')
        .where('share.envelope_id', '=', envelopeId)
        .where('share.player_id', 'is', null)
        .orderBy('share.number')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['number', 'amount_minor'])
    .executeTakeFirst()
}

/** Claims a given share for a player, or returns it if they have claimed it; undefined if it is somebody else's. */
export function claimShareAt(tx: Tx, envelopeId: string, number: number, playerId: string, now: Date) {
  return tx
    .updateTable('rewards.gift_share')
    .set((eb) => ({ player_id: playerId, claimed_at: eb.fn.coalesce('claimed_at', eb.val(now)) }))
    .where('envelope_id', '=', envelopeId)
    .where('number', '=', number)
    .where((eb) => eb.or([eb('player_id', 'is', null), eb('player_id', '=', playerId)]))
    .returning('amount_minor')
    .executeTakeFirst()
}

export async function stopEnvelope(tx: Tx, id: string, now: Date): Promise<boolean> {
  const result = await tx
    .updateTable('rewards.gift_envelope')
    .set((eb) => ({ stopped_at: eb.fn.coalesce('stopped_at', eb.val(now)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gifts claimed by a player, oldest first. */
export function claimedGifts(db: Db, playerId: string) {
  return db
    .selectFrom('rewards.gift_share as share')
    .innerJoin('rewards.gift_envelope as envelope', 'envelope.id', 'share.envelope_id')
    .select(['envelope.title', 'envelope.currency', 'share.amount_minor', 'share.claimed_at'])
    .where('share.player_id', '=', playerId)
    .orderBy('share.claimed_at')
    .execute()
}

/** Envelopes with their claims, newest first. */
export function listEnvelopes(db: Db, id?: string) {
  return db
    .selectFrom('rewards.gift_envelope as envelope')
    .leftJoin('rewards.gift_share as share', (join) =>
      join.onRef('share.envelope_id', '=', 'envelope.id').on('share.player_id', 'is not', null),
    )
    .selectAll('envelope')
    .select((eb) => [
      eb.fn.count<bigint>('share.number').as('claimed'),
      eb.fn.coalesce(eb.fn.sum<string>('share.amount_minor'), eb.val('0')).as('claimed_minor'),
    ])
    .where((eb) => (id === undefined ? eb.lit(true) : eb('envelope.id', '=', id)))
    .groupBy('envelope.id')
    .orderBy('envelope.created_at', 'desc')
    .limit(500)
    .execute()
}

export async function anyEnvelope(db: Db): Promise<boolean> {
  return (await db.selectFrom('rewards.gift_envelope').select('id').limit(1).executeTakeFirst()) !== undefined
}
