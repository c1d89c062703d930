import type { Campaign } from '@dhow/contract/campaigns'
import { formatDecimal } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { SegmentRules } from '@dhow/contract/segments'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { amountValue, factOf } from '../approvals/index.ts'
import { markets } from '../portal/index.ts'
import { refuseUnrestrictedSegment } from './edit-segments.ts'
import { endOpenEntries } from './end-open-entries.ts'
import { gapsOf } from './gaps.ts'
import { matchPlayers } from './match-players.ts'
import type { CampaignParts } from './parts.ts'
import { findCampaign, lockCampaign, readCampaign, type CampaignRow } from './read-campaigns.ts'

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    /** Version at the time of the proposal; undefined in changes proposed by older servers. */
    campaign: { campaignId: string; at: string | null; version?: number }
  }
}

export function registerStart(parts: CampaignParts) {
  const { approvals } = parts
  approvals.changes.register('campaign', {
    title: operatorText('money_action', { action: 'gift_create' }),
    needs: 'campaigns.start',
    async apply(tx, by, { campaignId, at, version }, { proposedBy }) {
      const row = await lockCampaign(tx, campaignId)
      if (row.state !== 'waiting' || (version ?? row.version) !== row.version) throw new Refusal('detail_changed')
      await approvals.decide(tx, by, { ...raiseOf(row), first: proposedBy })
      await goLive(parts, tx, row, at, by)
    },
  })
}

/** A campaign's budget raises money: the same action as a gift envelope of that sum. */
const raiseOf = (row: CampaignRow) => ({
  action: 'gift_create' as const,
  subject: row.id,
  market: row.market,
  amountMinor: row.budget_minor ?? 0n,
})

/** @throws Refusal with the code of the first thing that the draft lacks */
function refuseUnfinished(row: CampaignRow) {
  const [gap] = gapsOf(row)
  if (gap) throw new Refusal(gap)
}

async function rulesOf(db: Db, { segment_id: segmentId }: CampaignRow): Promise<SegmentRules> {
  const { rules } = await db
    .selectFrom('campaigns.segment')
    .select('rules')
    .where('id', '=', segmentId)
    .executeTakeFirstOrThrow()
  return rules
}

/**
 * Players whom a draft would reach now, and the cost, without sending. @throws Refusal `not_found`,
 * `segment_rule_wrong`
 */
export async function dryRun(parts: CampaignParts, campaignId: string) {
  const { db } = parts.platform
  const row = await findCampaign(db.kysely, campaignId)
  const rules = row.rules ?? (await rulesOf(db.kysely, row))
  const { market, kind } = row
  const found = await matchPlayers(parts, { market, rules, kind })
  const { matched, everybody, unreachable, reachable, players } = found
  const reached = Math.min(reachable, row.players_at_most ?? reachable)
  return {
    ...{ matched, everybody, unreachable, reached, players },
    cost: formatDecimal(BigInt(reached) * (row.amount_minor ?? 0n)),
  }
}

/**
 * Starts a complete draft, or proposes it if its budget needs a second person.
 * @throws Refusal `not_found`, the draft's gap (`campaignGaps`), `campaign_state_changed`, `campaign_changed`,
 * `segment_everybody`, `change_waits`
 */
export async function start(
  parts: CampaignParts,
  campaignId: string,
  { at, everybody }: { at: string | null; everybody: boolean },
  by: StaffSession,
): Promise<{ waits: boolean; campaign: Campaign }> {
  const { db } = parts.platform
  const found = await findCampaign(db.kysely, campaignId)
  refuseUnfinished(found)
  const { market, kind } = found
  const rules = await rulesOf(db.kysely, found)
  // An event selects the players: then a segment of everybody is no risk.
  await refuseUnrestrictedSegment(parts, { market, kind, rules }, everybody || found.trigger === 'event')
  const waits = await db.transaction(async (tx) => {
    const row = await lockCampaign(tx, campaignId)
    if (row.state !== 'draft' && row.state !== 'waiting') throw new Refusal('campaign_state_changed')
    // Budget and segment were checked before the lock.
    if (row.version !== found.version) throw new Refusal('campaign_changed')
    const isNow =
      row.kind === 'message' ||
      (await parts.approvals.doOrPropose(tx, by, raiseOf(row), {
        kind: 'campaign',
        change: { campaignId, at, version: row.version },
        reason: row.name,
        facts: factsOf(row),
      }))
    if (isNow) await goLive(parts, tx, row, at, by)
    else await tx.updateTable('campaigns.campaign').set({ state: 'waiting' }).where('id', '=', row.id).execute()
    return !isNow
  })
  return { waits, campaign: await readCampaign(parts, campaignId) }
}

const factsOf = (row: CampaignRow) => [
  factOf('fact_title', row.name),
  factOf('fact_most_each', amountValue(row.amount_minor ?? 0n, markets[row.market].currency)),
  factOf('fact_players', String(row.players_at_most ?? 0)),
]

/** Starts the campaign with the current rules, and with an envelope of its own if it gives shares. */
async function goLive(
  { platform: { clock }, rewards, staff }: CampaignParts,
  tx: Tx,
  row: CampaignRow,
  at: string | null,
  by: StaffSession,
) {
  const now = clock.now()
  const asked = at === null ? now : new Date(at)
  const claims = required(row.players_at_most, 'cap of the campaign')
  const envelopeId =
    row.kind === 'gift'
      ? await rewards.makeEnvelope(tx, {
          title: row.name,
          market: row.market,
          eachMinor: required(row.amount_minor, 'amount of the campaign'),
          claims,
          by: by.operatorId,
        })
      : null
  await tx
    .updateTable('campaigns.campaign')
    .set({
      state: 'running',
      rules: JSON.stringify(await rulesOf(tx, row)),
      starts_at: asked < now ? now : asked,
      envelope_id: envelopeId,
    })
    .where('id', '=', row.id)
    .execute()
  await staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'campaign.start',
    subject: row.id,
    text: `Started the campaign "${row.name}"`,
    before: null,
    after: { at, players_at_most: claims, envelope: envelopeId },
  })
}

/** Pauses a running campaign, or resumes a paused one. @throws Refusal `not_found`, `campaign_state_changed` */
export const pause = (parts: CampaignParts, campaignId: string, paused: boolean, by: StaffSession) =>
  move(parts, campaignId, by, { from: [paused ? 'running' : 'paused'], to: paused ? 'paused' : 'running' })

/**
 * Ends a campaign for good, also one that was never live, so that nobody can confirm it. @throws Refusal `not_found`,
 * `campaign_state_changed`
 */
export const end = (parts: CampaignParts, campaignId: string, by: StaffSession) =>
  move(parts, campaignId, by, { from: ['draft', 'waiting', 'running', 'paused'], to: 'ended' })

async function move(
  parts: CampaignParts,
  campaignId: string,
  by: StaffSession,
  { from, to }: { from: CampaignRow['state'][]; to: CampaignRow['state'] },
): Promise<Campaign> {
  const {
    platform: { db, clock },
    rewards,
    staff,
  } = parts
  await db.transaction(async (tx) => {
    const row = await lockCampaign(tx, campaignId)
    if (!from.includes(row.state)) throw new Refusal('campaign_state_changed')
    const isOver = to === 'ended'
    await tx
      .updateTable('campaigns.campaign')
      .set({ state: to, ...(isOver ? { ended_at: clock.now() } : {}) })
      .where('id', '=', row.id)
      .execute()
    if (isOver) await endOpenEntries(tx, row.id, clock.now())
    if (isOver && row.envelope_id !== null) await rewards.closeEnvelope(tx, row.envelope_id)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: `campaign.${to}`,
      subject: row.id,
      text: `Moved the campaign "${row.name}" from ${row.state} to ${to}`,
      before: { state: row.state },
      after: { state: to },
    })
  })
  return readCampaign(parts, campaignId)
}
