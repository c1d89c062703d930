import type { ClaimRules } from '@dhow/contract/claim-rules'
import { textOf } from '@dhow/contract/player-texts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { prefixOf, scaleIn } from '../../platform/prefix.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deviceOf } from './bonus-store.ts'
import type { RewardParts } from './parts.ts'
import type { ClaimRuleRow } from './tables.ts'

const hourMs = 3_600_000

export interface Claimant {
  playerId: string
  sessionId: string
  ip: string
}

/** Writes the claim rules of a new reward. */
export async function insertClaimRules(tx: Tx, rewardId: string, rules: ClaimRules | undefined): Promise<void> {
  if (!rules) return
  await tx
    .insertInto('rewards.claim_rule')
    .values({ reward_id: rewardId, ...rules })
    .execute()
}

export const claimRulesReply = ({
  tier,
  per_network,
  per_device,
  window_hours,
  excludes,
}: ClaimRuleRow): ClaimRules => ({
  ...{ tier, per_network, per_device, window_hours, excludes },
})

/** Claim rules of rewards that have any. */
export async function readClaimRules(db: Db): Promise<Map<string, ClaimRules>> {
  const rows = await db.selectFrom('rewards.claim_rule').selectAll().execute()
  return new Map(rows.map((row) => [row.reward_id, claimRulesReply(row)]))
}

/**
 * Counts a claim against the rules of its reward, in the transaction that gives it. @throws Refusal `claim_refused`,
 * whose text names the rule
 */
export async function enterClaim(parts: RewardParts, tx: Tx, rewardId: string, claimant: Claimant): Promise<void> {
  const rule = await tx
    .selectFrom('rewards.claim_rule')
    .selectAll()
    .where('reward_id', '=', rewardId)
    .executeTakeFirst()
  await refuseExcluded(tx, rewardId, rule, claimant.playerId)
  if (!rule) return
  await refuseTier(parts, tx, rule, claimant.playerId)
  if (rule.per_network !== null || rule.per_device !== null) await count(parts, tx, rule, claimant)
}

async function refuseTier({ playerOf }: RewardParts, tx: Tx, { tier }: ClaimRuleRow, playerId: string) {
  const own = (await playerOf(playerId, tx))?.tier
  if (tier === null || own === tier || own === 'person_verified') return
  throw refused(textOf(tier === 'mobile_verified' ? 'claim_needs_mobile' : 'claim_needs_identity', {}))
}

const refused = (text: ReturnType<typeof textOf>) => new Refusal('claim_refused', { text })

/** Exclusion applies both ways, whichever of two rewards names the other. */
async function refuseExcluded(tx: Tx, rewardId: string, rule: ClaimRuleRow | undefined, playerId: string) {
  const { rows } = await sql<{ title: string }>`
    with other as (
      select unnest(${rule?.excludes ?? []}::text[]) as id
      union select reward_id from rewards.claim_rule where excludes @> array[${rewardId}]
    )
    select envelope.title from rewards.gift_share share join rewards.gift_envelope envelope on envelope.id = share.envelope_id
    where share.player_id = ${playerId} and share.envelope_id in (select id from other)
    union all
    select bonus_rule.title from rewards.bonus bonus join rewards.bonus_rule bonus_rule on bonus_rule.id = bonus.rule_id
    where bonus.player_id = ${playerId} and bonus.rule_id in (select id from other)
    limit 1`.execute(tx)
  const [claimed] = rows
  if (claimed) throw refused(textOf('claim_excluded', { title: claimed.title }))
}

/** Recent claims by network and device; a shared network has a higher limit. */
async function count({ platform: { clock, id }, portal }: RewardParts, tx: Tx, rule: ClaimRuleRow, claimant: Claimant) {
  const { per_network: perNetwork, per_device: perDevice, window_hours: hours, reward_id: rewardId } = rule
  const [network, deviceId, now] = [prefixOf(claimant.ip), await deviceOf(tx, claimant.sessionId), clock.now()]
  // Serialise claims of this reward, or two could both be the last.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claim:${rewardId}`}, 0))`.execute(tx)
  const since = new Date(now.getTime() - hours * hourMs)
  const claims = tx
    .selectFrom('rewards.claim')
    .select((eb) => eb.fn.countAll<bigint>().as('claims'))
    .where('reward_id', '=', rewardId)
    .where('at', '>', since)
  const most = perNetwork === null ? null : perNetwork * scaleIn(portal.settings().guessing.networks, claimant.ip)
  if (most !== null && (await claims.where('network', '=', network).executeTakeFirstOrThrow()).claims >= BigInt(most))
    throw refused(textOf('claim_network_full', { claims: String(most), hours: String(hours) }))
  if (perDevice !== null && deviceId !== null) {
    const ofDevice = await claims.where('device_id', '=', deviceId).executeTakeFirstOrThrow()
    if (ofDevice.claims >= BigInt(perDevice))
      throw refused(textOf('claim_device_full', { claims: String(perDevice), hours: String(hours) }))
  }
  const row = {
    id: id('clm'),
    reward_id: rewardId,
    player_id: claimant.playerId,
    network,
    device_id: deviceId,
    at: now,
  }
  await tx.insertInto('rewards.claim').values(row).execute()
}

/** Runs a claim, and records for operators why its rules refused it. */
export async function noteRefused<Result>(
  { platform: { db, clock } }: RewardParts,
  { rewardId, playerId }: { rewardId: string; playerId: string },
  claim: () => Promise<Result>,
): Promise<Result> {
  try {
    return await claim()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'claim_refused' && error.text) {
      const { code, params } = error.text
      const at = clock.now()
      await db.kysely
        .insertInto('rewards.refused_claim')
        .values({ reward_id: rewardId, player_id: playerId, code, params: JSON.stringify(params), at })
        .onConflict((conflict) =>
          conflict.columns(['reward_id', 'player_id', 'code']).doUpdateSet((eb) => ({
            at,
            params: JSON.stringify(params),
            tries: eb('rewards.refused_claim.tries', '+', 1),
          })),
        )
        .execute()
    }
    throw error
  }
}

/** Deletes claims outside all windows, with their networks. */
export async function forgetOldClaims({ platform: { db, clock } }: RewardParts): Promise<void> {
  const before = new Date(clock.now().getTime() - 366 * 24 * hourMs)
  await db.kysely.deleteFrom('rewards.claim').where('at', '<', before).execute()
}
