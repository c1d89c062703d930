import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { changePlayer } from './players.ts'
import type { IdentityDecisionRow, PlayerRow } from './tables.ts'

type NewDecision = Omit<IdentityDecisionRow, 'tier_before'>

/** Decisions about players' identity; the commands are in a higher feature, because they send messages. */
export const openIdentity = (bus: Bus) => ({
  decisions: identityDecisions,
  expired: expiredIdentities,
  decide: (tx: Tx, player: PlayerRow, decision: NewDecision) => decideIdentity(bus, tx, player, decision),
})

/** Decisions about a player's identity, newest first. */
function identityDecisions(reader: Db, playerId: string): Promise<IdentityDecisionRow[]> {
  return reader
    .selectFrom('accounts.identity_decision')
    .select(['id', 'player_id', 'outcome', 'document', 'number_end', 'tier_before', 'why', 'reason'])
    .select(['operator_id', 'decided_at', sql<string | null>`expires_on::text`.as('expires_on')])
    .where('player_id', '=', playerId)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute()
}

/** Writes a decision about a locked player, and sets the resulting tier. */
async function decideIdentity(bus: Bus, tx: Tx, player: PlayerRow, decision: NewDecision): Promise<void> {
  const { outcome } = decision
  const isVerified = player.tier === 'person_verified'
  const before = isVerified && outcome !== 'verified' ? await tierBefore(tx, player.id) : undefined
  await tx
    .insertInto('accounts.identity_decision')
    .values({ ...decision, tier_before: outcome === 'verified' ? player.tier : null })
    .execute()
  if (outcome === 'verified') await changePlayer(bus, tx, player.id, { tier: 'person_verified' })
  else if (before !== undefined) await changePlayer(bus, tx, player.id, { tier: before })
}

/** Tier that a verified player returns to. */
async function tierBefore(tx: Tx, playerId: string): Promise<PlayerRow['tier']> {
  const row = await tx
    .selectFrom('accounts.identity_decision')
    .select('tier_before')
    .where('player_id', '=', playerId)
    .where('outcome', '=', 'verified')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return required(row?.tier_before, `tier before the verification of ${playerId}`)
}

/** Verified players of a market whose document, the last that was seen, was valid until a day before this one. */
async function expiredIdentities(
  reader: Db,
  { market, day, atMost }: { market: Market; day: string; atMost: number },
): Promise<string[]> {
  const rows = await reader
    .selectFrom('accounts.identity_decision as decision')
    .innerJoin('accounts.player as player', 'player.id', 'decision.player_id')
    .select('decision.player_id')
    .where('player.tier', '=', 'person_verified')
    .where('player.market', '=', market)
    .where('decision.outcome', '=', 'verified')
    .where(sql<boolean>`decision.expires_on < ${day}::date`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts.identity_decision as later')
            .select('later.id')
            .whereRef('later.player_id', '=', 'decision.player_id')
            .where(sql<boolean>`(later.decided_at, later.id) > (decision.decided_at, decision.id)`),
        ),
      ),
    )
    .limit(atMost)
    .execute()
  return rows.map((row) => row.player_id)
}
