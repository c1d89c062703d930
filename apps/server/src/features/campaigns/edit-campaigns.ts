import type { Campaign, changeCampaign as contractOfChange, createCampaign } from '@dhow/contract/campaigns'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { BodyOf } from '@dhow/contract/operation'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { CampaignParts } from './parts.ts'
import { lockCampaign, readCampaign } from './read-campaigns.ts'

const minorOf = (amount: string | null): bigint | null => {
  if (amount === null) return null
  const minor = parseAmount(amount)
  if (minor === undefined || minor === 0n) throw new Refusal('amount_invalid')
  return minor
}

type Draft = BodyOf<typeof createCampaign>

/**
 * Columns of a draft; budget and cap may still be missing. @throws Refusal `not_found`, `amount_invalid`,
 * `invalid_fields`
 */
async function columnsOf({ rewards }: CampaignParts, db: Db, draft: Draft) {
  const {
    name,
    segment: segmentId,
    kind,
    amount,
    budget,
    players_at_most,
    texts,
    trigger,
    repeats,
    wait_minutes,
  } = draft
  const segment = await db
    .selectFrom('campaigns.segment')
    .select('market')
    .where('id', '=', segmentId)
    .executeTakeFirst()
  if (!segment) throw new Refusal('not_found')
  const isMoney = kind !== 'message'
  const rounds = kind === 'free_rounds' ? (draft.free_rounds ?? null) : null
  if (isMoney ? amount === null : texts === null) throw new Refusal('invalid_fields')
  if (kind === 'free_rounds' && rounds === null) throw new Refusal('invalid_fields')
  if (rounds && amount !== null) await rewards.freeRounds.check(db, { ...rounds, max_win: amount }, segment.market)
  const event = trigger === 'event' ? draft.event : null
  const days = trigger === 'schedule' || event === 'idle' ? draft.days : null
  return {
    ...{ name, kind, players_at_most, segment_id: segmentId, market: segment.market, state: 'draft' as const },
    amount_minor: isMoney ? minorOf(amount) : null,
    budget_minor: isMoney ? minorOf(budget) : null,
    free_rounds: rounds && JSON.stringify({ ...rounds, stake: formatDecimal(minorOf(rounds.stake) ?? 0n) }),
    texts: JSON.stringify(isMoney ? {} : texts),
    ...{ trigger, wait_minutes, event, days },
    // A player reached by hand or by joining a segment enters once.
    repeats: repeats && (trigger === 'schedule' || trigger === 'event'),
  }
}

/** Writes a draft. @throws Refusal `not_found`, `amount_invalid`, `invalid_fields` */
export async function addCampaign(parts: CampaignParts, draft: Draft, by: StaffSession): Promise<Campaign> {
  const { db, id, clock } = parts.platform
  const row = {
    id: id('cmp'),
    ...(await columnsOf(parts, db.kysely, draft)),
    ...{ rules: null, starts_at: null, envelope_id: null, ended_at: null },
    ...{ pass_at: null, pass_player: null, pass_turn: null, passed_at: null, passed_turn: null },
    created_by: by.operatorId,
    created_at: clock.now(),
  }
  await db.transaction(async (tx) => {
    await tx.insertInto('campaigns.campaign').values(row).execute()
    const { kind, amount, budget, players_at_most, trigger, wait_minutes } = draft
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'campaign.create',
      subject: row.id,
      text: `Wrote the campaign "${draft.name}"`,
      before: null,
      after: { kind, amount, budget, players_at_most, trigger, wait_minutes },
    })
  })
  return readCampaign(parts, row.id)
}

/**
 * Rewrites a draft. One that waits for a second person becomes a draft again: that person would confirm something else.
 * @throws Refusal `not_found`, `amount_invalid`, `invalid_fields`, `campaign_state_changed`, `campaign_changed`
 */
export async function changeCampaign(
  parts: CampaignParts,
  campaignId: string,
  { version, ...draft }: BodyOf<typeof contractOfChange>,
  by: StaffSession,
): Promise<Campaign> {
  const before = await readCampaign(parts, campaignId)
  await parts.platform.db.transaction(async (tx) => {
    const row = await lockCampaign(tx, campaignId)
    if (row.state !== 'draft' && row.state !== 'waiting') throw new Refusal('campaign_state_changed')
    if (row.version !== version) throw new Refusal('campaign_changed')
    await tx
      .updateTable('campaigns.campaign')
      .set({ ...(await columnsOf(parts, tx, draft)), version: version + 1 })
      .where('id', '=', campaignId)
      .execute()
    const { name, segment, kind, amount, budget, players_at_most, texts, trigger, event, days, repeats } = before
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'campaign.change',
      subject: campaignId,
      text: `Changed the draft of the campaign "${draft.name}"`,
      before: {
        ...{ name, segment: segment.id, kind, amount, budget, players_at_most, texts },
        ...{ trigger, event, days, repeats, wait_minutes: before.wait_minutes },
      },
      after: draft,
    })
  })
  return readCampaign(parts, campaignId)
}
