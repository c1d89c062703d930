import type { Campaign } from '@dhow/contract/campaigns'
import { formatDecimal } from '@dhow/contract/money'
import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { pageOf, type CursorPage } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { sumCampaignFreeRounds } from '../gateway/index.ts'
import { markets } from '../portal/index.ts'
import type { CampaignParts } from './parts.ts'
import { gapsOf } from './gaps.ts'
import type { CampaignTable, Outcome } from './tables.ts'

export type CampaignRow = Selectable<CampaignTable>

/** @throws Refusal `not_found` */
export async function findCampaign(db: Db, campaignId: string): Promise<CampaignRow> {
  const row = await db.selectFrom('campaigns.campaign').selectAll().where('id', '=', campaignId).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** Reads and locks a campaign until the transaction ends. @throws Refusal `not_found` */
export async function lockCampaign(tx: Tx, campaignId: string): Promise<CampaignRow> {
  const row = await tx
    .selectFrom('campaigns.campaign')
    .selectAll()
    .where('id', '=', campaignId)
    // Entries may be inserted meanwhile.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** All campaigns with their counts, newest first, or the one with this id. */
export async function listCampaigns({ platform: { db } }: CampaignParts, campaignId?: string): Promise<Campaign[]> {
  let query = db.kysely.selectFrom('campaigns.campaign').selectAll().orderBy('id', 'desc').limit(500)
  if (campaignId !== undefined) query = query.where('id', '=', campaignId)
  const rows = await query.execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db.kysely
    .selectFrom('campaigns.entry')
    .select((eb) => ['campaign_id', 'outcome', eb.fn.countAll<bigint>().as('players')])
    .where('campaign_id', 'in', ids)
    .groupBy(['campaign_id', 'outcome'])
    .execute()
  const segments = await db.kysely.selectFrom('campaigns.segment').select(['id', 'name']).execute()
  const people = await db.kysely.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const played = await sumCampaignFreeRounds(db.kysely, ids)
  const won = new Map(played.map((one) => [one.campaign_id, BigInt(one.won)]))
  return rows.map((row) => {
    const own = counts.filter(({ campaign_id: campaignId }) => campaignId === row.id)
    const of = (outcome: Outcome | null) => own.find((one) => one.outcome === outcome)?.players ?? 0n
    const entered = own.reduce((sum, { players }) => sum + Number(players), 0)
    const [given, waiting, sent] = [of('given'), Number(of(null)), Number(of('sent'))]
    const reached = Number(given) + sent
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
      free_rounds: row.free_rounds,
      budget: decimal(row.budget_minor),
      players_at_most: row.players_at_most,
      texts: row.texts.en ? { ...row.texts, en: row.texts.en } : null,
      state: row.state,
      starts_at: row.starts_at?.toISOString() ?? null,
      ...{
        trigger: row.trigger,
        event: row.event,
        days: row.days,
        repeats: row.repeats,
        wait_minutes: row.wait_minutes,
      },
      gaps: gapsOf(row),
      counts: Object.fromEntries(
        own.flatMap(({ outcome, players }) => (outcome === null ? [] : [[outcome, Number(players)]])),
      ),
      steps: { entered, waiting, reached, held: entered - waiting - reached, claimed: Number(given) },
      spent: formatDecimal(row.kind === 'free_rounds' ? (won.get(row.id) ?? 0n) : given * (row.amount_minor ?? 0n)),
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
 * Campaigns of a player for the data export: gifts and messages, or why not. A reward check is not named: it appears as
 * refused.
 */
export async function campaignsOfPlayer(
  { platform: { db } }: CampaignParts,
  playerId: string,
  { limit, cursor }: CursorPage,
) {
  // A player may enter a campaign repeatedly, by several events.
  const place = sql<string>`campaign.id || ' ' || entry.once_key`
  let query = db.kysely
    .selectFrom('campaigns.entry as entry')
    .innerJoin('campaigns.campaign as campaign', 'campaign.id', 'entry.campaign_id')
    .select(['campaign.id as campaign_id', 'campaign.kind', 'campaign.amount_minor'])
    .select(['entry.entered_at', 'entry.outcome', 'entry.at', place.as('id')])
    .where('entry.player_id', '=', playerId)
    .orderBy(place, 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where(place, '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  const data = rows.map(({ campaign_id: id, kind, amount_minor, entered_at, outcome, at }) => ({
    id,
    kind,
    amount: amount_minor === null ? null : formatDecimal(amount_minor),
    entered_at: entered_at.toISOString(),
    outcome: outcome === 'flagged' ? 'refused' : (outcome ?? 'waiting'),
    at: at?.toISOString() ?? null,
  }))
  return { data, next_cursor: nextCursor }
}
