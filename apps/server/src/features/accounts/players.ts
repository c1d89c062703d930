import type { Player } from '@dhow/contract/accounts'
import { formatDecimal } from '@dhow/contract/money'
import type { Bus } from '../../platform/bus.ts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { avatarAddress } from './avatar-address.ts'
import { tagKey } from './player-tags.ts'
import type { PlayerRow } from './tables.ts'

export interface PlayersPage {
  limit: number
  beforeId?: string | undefined
  /** Only players with this tag. */
  tag?: string | undefined
}

export function findPlayer(db: Db, playerId: string): Promise<PlayerRow | undefined> {
  return db.selectFrom('accounts.player').selectAll().where('id', '=', playerId).executeTakeFirst()
}

/** Several players in one round trip. */
export function findPlayers(db: Db, playerIds: string[]): Promise<PlayerRow[]> {
  return db.selectFrom('accounts.player').selectAll().where('id', 'in', playerIds).execute()
}

/** Changes a player, and makes every process drop its cached data of the player after the commit. */
export async function changePlayer(bus: Bus, tx: Tx, playerId: string, change: Partial<PlayerRow>): Promise<void> {
  const changed = await tx.updateTable('accounts.player').set(change).where('id', '=', playerId).executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal('not_found')
  afterCommit(tx, () => bus.publish('player-changed', { playerId }))
}

/** Locks a player until the transaction ends, so that changes are serialised. @throws Refusal `not_found` */
export async function lockPlayer(tx: Tx, playerId: string): Promise<PlayerRow> {
  const row = await tx
    .selectFrom('accounts.player')
    .selectAll()
    .where('id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

export function findByMobile(db: Db, mobile: string): Promise<PlayerRow | undefined> {
  return db.selectFrom('accounts.player').selectAll().where('mobile', '=', mobile).executeTakeFirst()
}

export async function nameIsTaken(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts.player')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['player_name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  return row !== undefined
}

/** Players by name, mobile or deposit code, and by tag, newest first; all without either. */
export async function searchPlayers(db: Db, words: string | undefined, page: PlayersPage): Promise<PlayerRow[]> {
  let query = db.selectFrom('accounts.player').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.beforeId !== undefined) query = query.where('id', '<', page.beforeId)
  const { tag } = page
  if (tag !== undefined)
    query = query.where('id', 'in', (eb) =>
      eb.selectFrom('accounts.player_tag').select('player_id').where('tag', '=', tagKey(tag)),
    )
  if (words) {
    const like = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) =>
      eb.or([
        eb('player_name', 'ilike', like),
        eb('mobile', 'like', like),
        eb('deposit_code', '=', words.toUpperCase()),
        eb('id', '=', words),
      ]),
    )
  }
  return query.execute()
}

/** A player as the player sees it. */
export function playerReply(
  row: PlayerRow,
  balance: { cashMinor: bigint; heldMinor: bigint; bonusMinor?: bigint },
): Player {
  return {
    id: row.id,
    player_name: row.player_name,
    mobile: row.mobile,
    market: row.market,
    currency: row.currency,
    chips: formatDecimal(balance.cashMinor),
    held: formatDecimal(balance.heldMinor),
    ...(balance.bonusMinor === undefined ? {} : { bonus: formatDecimal(balance.bonusMinor) }),
    avatar: avatarAddress(row.avatar),
    tier: row.tier,
    created_at: row.created_at.toISOString(),
    last_login_at: row.last_login_at?.toISOString() ?? null,
  }
}
