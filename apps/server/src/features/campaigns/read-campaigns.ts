import type { Campaign } from '@dhow/contract/campaigns'
import { formatDecimal } from '@dhow/contract/money'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { pageOf, type CursorPage } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import type { CampaignParts } from './parts.ts'
import type { CampaignTable } from './tables.ts'

export type CampaignRow = Selectable<CampaignTable>

/** @throws Refusal `not_found` */
export async function findCampaign(db: Db, campaignId: string): Promise<CampaignRow> {
  const row = await db.selectFrom('campaigns.campaign').selectAll().where('id', '=', campaignId).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The same, which nobody else changes until the transaction ends. @throws Refusal `not_found` */
export async function lockCampaign(tx: Tx, campaignId: string): Promise<CampaignRow> {
  const row = await tx
    .selectFrom('campaigns.campaign')
    .selectAll()
    .where('id', '=', campaignId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Every campaign with its counts, newest first, or the one of this id. */
export async function listCampaigns({ platform: { db } }: CampaignParts, campaignId?: string): Promise<Campaign[]> {
  let query = db.kysely.selectFrom('campaigns.campaign').selectAll().orderBy('id', 'desc').limit(500)
  if (campaignId !== undefined) query = query.where('id', '=', campaignId)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db.kysely
    .selectFrom('campaigns.reached')
    .select((eb) => ['campaign_id', 'outcome', eb.fn.countAll<bigint>().as('players')])
    .where('campaign_id', 'in', ids)
    .groupBy(['campaign_id', 'outcome'])
    .execute()
  const segments = await db.kysely.selectFrom('campaigns.segment').select(['id', 'name']).execute()
  const people = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  return rows.map((row) => {
    const own = counts.filter(({ campaign_id: of }) => of === row.id)
    const given = own.find(({ outcome }) => outcome === 'given')?.players ?? 0n
    const decimal = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
    return {
      id: row.id,
      name: row.name,
      segment: required(
        segments.find(({ id }) => id === row.segment_id),
        'segment of the campaign',
      ),
      market: row.market,
      currency: markets[row.market].currency,
      kind: row.kind,
      amount: decimal(row.amount_minor),
      budget: decimal(row.budget_minor),
      players_at_most: row.players_at_most,
      texts: row.texts.en ? { ...row.texts, en: row.texts.en } : null,
      state: row.state,
      starts_at: row.starts_at?.toISOString() ?? null,
      counts: Object.fromEntries(own.map(({ outcome, players }) => [outcome, Number(players)])),
      spent: formatDecimal(given * (row.amount_minor ?? 0n)),
      version: row.version,
      created_by: people.find(({ id }) => id === row.created_by)?.name ?? row.created_by,
    }
  })
}

/** @throws Refusal `not_found` */
export async function readCampaign(parts: CampaignParts, campaignId: string): Promise<Campaign> {
  const [campaign] = await listCampaigns(parts, campaignId)
  if (!campaign) throw new Refusal('not_found')
  return campaign
}

/**
 * Campaigns that came to a player, for the file of their own data: what they were given or sent, or why not. A check of rewards stays out: it
 * reads as refused.
 */
export async function campaignsOfPlayer(
  { platform: { db } }: CampaignParts,
  playerId: string,
  { limit, cursor }: CursorPage,
) {
  let query = db.kysely
    .selectFrom('campaigns.reached as reached')
    .innerJoin('campaigns.campaign as campaign', 'campaign.id', 'reached.campaign_id')
    .select(['campaign.id', 'campaign.kind', 'campaign.amount_minor', 'reached.outcome', 'reached.at'])
    .where('reached.player_id', '=', playerId)
    .orderBy('campaign.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('campaign.id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  const data = rows.map(({ id, kind, amount_minor, outcome, at }) => ({
    id,
    kind,
    amount: amount_minor === null ? null : formatDecimal(amount_minor),
    outcome: outcome === 'flagged' ? 'refused' : outcome,
    at: at.toISOString(),
  }))
  return { data, next_cursor: nextCursor }
}
