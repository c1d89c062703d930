import type { Currency } from '@dhow/contract/money'
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { isFreeRoundGame } from '../catalog/index.ts'
import { adapters } from './adapters/index.ts'
import type { GameSession } from './sessions.ts'
import type { FreeRoundGrantRow } from './tables.ts'

export type FreeRoundGrant = Selectable<FreeRoundGrantRow>

/** A grant that bets may use now. Amounts are minor units. */
export interface UsableGrant {
  grantId: string
  left: number
  stakeMinor: bigint
  /** Remaining payout of its rounds. */
  maxWinMinor: bigint
  expiresAt: Date
}

/**
 * True if rounds of a game can be granted: its protocol supports grants, and either the provider manages them or the
 * game uses the wallet's.
 */
export const hasFreeRounds = (game: { provider_code: string; slug: string }, adapter: string): boolean =>
  adapters[adapter]?.hasFreeRounds === true && (supportsFreeRounds(adapter) || isFreeRoundGame(game))

/**
 * True if the provider manages free rounds: they can be played, and the player is notified, once it has created them.
 */
export const supportsFreeRounds = (adapter: string): boolean => adapters[adapter]?.freeRounds !== undefined

/**
 * Limits of a free round's stake in a game, in minor units; undefined if the provider takes only its least stake and
 * states none.
 */
export function freeStakeLimits(game: {
  adapter: string
  min_stake_minor: bigint | null
  max_stake_minor: bigint | null
}): { leastMinor: bigint | null; mostMinor: bigint | null } | undefined {
  const { min_stake_minor: leastMinor, max_stake_minor: mostMinor } = game
  if (adapters[game.adapter]?.freeRounds?.hasLowestStakeOnly !== true) return { leastMinor, mostMinor }
  return leastMinor === null ? undefined : { leastMinor, mostMinor: leastMinor }
}

/** The player's usable grant in the session's game that ends first; undefined if there is none. */
export async function usableGrant(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { playerId, gameId }: GameSession,
): Promise<UsableGrant | undefined> {
  const row = await db.kysely
    .selectFrom('gateway.free_round_grant')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('game_id', '=', gameId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .whereRef('used', '<', 'rounds')
    .whereRef('won_minor', '<', 'max_win_minor')
    .orderBy('expires_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return (
    row && {
      grantId: row.id,
      left: row.rounds - row.used,
      stakeMinor: row.stake_minor,
      maxWinMinor: row.max_win_minor - row.won_minor,
      expiresAt: row.expires_at,
    }
  )
}

export type NewFreeRounds = Pick<
  FreeRoundGrant,
  | 'id'
  | 'player_id'
  | 'provider_code'
  | 'game_id'
  | 'rounds'
  | 'stake_minor'
  | 'max_win_minor'
  | 'expires_at'
  | 'source'
  | 'campaign_id'
  | 'reason'
  | 'granted_by'
  | 'granted_at'
  | 'at_provider'
> & { currency: Currency }

/**
 * Grants free rounds to a player; false if the campaign has already done so. The caller has checked budget and player.
 */
export async function grantFreeRounds(tx: Tx, grant: NewFreeRounds): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gateway.free_round_grant')
    .values({ ...grant, ended_at: null, ended_as: null, reminded_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stops a grant: open rounds are completed, no further one begins. False if it had ended. */
export async function stopFreeRounds(tx: Tx, grantId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gateway.free_round_grant')
    .set({ ended_at: at, ended_as: 'stopped' })
    .where('id', '=', grantId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Stops all grants of a player whose account closes, as an operator would. */
export async function stopFreeRoundsOf(tx: Tx, playerId: string, at: Date): Promise<void> {
  await tx
    .updateTable('gateway.free_round_grant')
    .set({ ended_at: at, ended_as: 'stopped' })
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Stakes of a player's open free rounds in minor units; under the wallet's lock none is added. */
export async function openFreeStakes(reader: Db, playerId: string): Promise<bigint> {
  const { open } = await reader
    .selectFrom('gateway.free_round_grant')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('open_minor'), sql<string>`0`).as('open'))
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return BigInt(open)
}

/** Ends expired grants; returns how many. */
export async function expireFreeRounds(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('gateway.free_round_grant')
    .set({ ended_at: now, ended_as: 'expired' })
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Claims some grants that end before an instant and have rounds left, for a reminder, and marks them as reminded. */
export async function takeEndingFreeRounds(
  tx: Tx,
  { now, before, most }: { now: Date; before: Date; most: number },
): Promise<FreeRoundGrant[]> {
  const due = await tx
    .selectFrom('gateway.free_round_grant')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', before)
    .where('reminded_at', 'is', null)
    .whereRef('used', '<', 'rounds')
    .whereRef('won_minor', '<', 'max_win_minor')
    .orderBy('expires_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length > 0)
    await tx
      .updateTable('gateway.free_round_grant')
      .set({ reminded_at: now })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
  return due
}

export type FreeRoundState = 'active' | 'used' | 'paid_out' | 'expired' | 'stopped'

/** State of a grant: used up, paid its largest win, ended, or usable. */
export function freeRoundState(grant: FreeRoundGrant, now: Date): FreeRoundState {
  if (grant.used >= grant.rounds) return 'used'
  if (grant.won_minor >= grant.max_win_minor) return 'paid_out'
  if (grant.ended_as !== null) return grant.ended_as
  return grant.expires_at <= now ? 'expired' : 'active'
}

/** Grants with their games and players, newest first: of a player, of a campaign, one, or all before an id. */
export function listFreeRounds(
  db: Db,
  of: {
    playerId?: string | undefined
    isOwn?: boolean
    grantId?: string | undefined
    before?: string | undefined
    most: number
  },
) {
  let query = db
    .selectFrom('gateway.free_round_grant as grant')
    .innerJoin('catalog.games as game', 'game.id', 'grant.game_id')
    .innerJoin('accounts.player_card as player', 'player.id', 'grant.player_id')
    .leftJoin('staff.operator_card as operator', 'operator.id', 'grant.granted_by')
    .selectAll('grant')
    .select(['game.slug', 'game.name as game_name', 'game.names', 'player.player_name', 'operator.name as operator'])
    .orderBy('grant.id', 'desc')
    .limit(of.most)
  if (of.playerId !== undefined) query = query.where('grant.player_id', '=', of.playerId)
  // Do not show grants that the provider has not created.
  if (of.isOwn)
    query = query.where((eb) => eb.or([eb('grant.at_provider', 'is', null), eb('grant.provider_ref', 'is not', null)]))
  if (of.grantId !== undefined) query = query.where('grant.id', '=', of.grantId)
  if (of.before !== undefined) query = query.where('grant.id', '<', of.before)
  return query.execute()
}

/** Sums of each campaign's grants: number, and payouts in minor units. */
export async function sumCampaignFreeRounds(db: Db, campaignIds: readonly string[]) {
  if (campaignIds.length === 0) return []
  return db
    .selectFrom('gateway.free_round_grant')
    .select(['campaign_id', (eb) => eb.fn.countAll<bigint>().as('grants')])
    .select((eb) => eb.fn.sum<string>('won_minor').as('won'))
    .where('campaign_id', 'in', campaignIds)
    .groupBy('campaign_id')
    .execute()
}
