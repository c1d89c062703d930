import type { changeSegment, createSegment, Segment } from '@dhow/contract/segments'
import type { BodyOf } from '@dhow/contract/operation'
import { brokenConstraint } from '@dhow/platform/error-code'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { matchPlayers, type MatchQuery } from './match-players.ts'
import type { CampaignParts } from './parts.ts'
import type { SegmentRow } from './tables.ts'

type Read = Omit<SegmentRow, 'rules'> & { rules: Segment['rules'] }

const reply = ({ id, name, market, rules, version, updated_at }: Read): Segment => ({
  ...{ id, name, market, rules, version },
  updated_at: updated_at.toISOString(),
})

export async function listSegments({ platform: { db } }: CampaignParts): Promise<Segment[]> {
  const rows = await db.kysely.selectFrom('campaigns.segment').selectAll().orderBy('name').limit(1_000).execute()
  return rows.map(reply)
}

/** @throws Refusal `segment_everybody` if the rules match every player and the caller did not confirm it */
export async function refuseUnrestrictedSegment(
  parts: CampaignParts,
  sought: MatchQuery,
  isMeant: boolean,
): Promise<void> {
  const { everybody, matched } = await matchPlayers(parts, sought)
  if (everybody && !isMeant) throw new Refusal('segment_everybody', { data: { matched } })
}

/** @throws Refusal `segment_exists`, `segment_everybody`, `segment_rule_wrong` */
export async function addSegment(
  parts: CampaignParts,
  { name, market, rules, everybody }: BodyOf<typeof createSegment>,
  by: StaffSession,
): Promise<Segment> {
  const { db, id, clock } = parts.platform
  await refuseUnrestrictedSegment(parts, { market, rules }, everybody)
  const row = { id: id('seg'), name, market, version: 1, created_by: by.operatorId, updated_at: clock.now() }
  await db
    .transaction(async (tx) => {
      await tx
        .insertInto('campaigns.segment')
        .values({ ...row, rules: JSON.stringify(rules) })
        .execute()
      await note(parts, tx, by, { action: 'segment.create', subject: row.id, name, before: null, after: rules })
    })
    .catch(refuseName)
  return reply({ ...row, rules })
}

/** @throws Refusal `not_found`, `segment_changed`, `segment_exists`, `segment_everybody`, `segment_rule_wrong` */
export async function editSegment(
  parts: CampaignParts,
  segmentId: string,
  { name, rules, version, everybody }: BodyOf<typeof changeSegment>,
  by: StaffSession,
): Promise<Segment> {
  const { db, clock } = parts.platform
  const before = await db.kysely
    .selectFrom('campaigns.segment')
    .selectAll()
    .where('id', '=', segmentId)
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found')
  await refuseUnrestrictedSegment(parts, { market: before.market, rules }, everybody)
  const next = { name, version: version + 1, updated_at: clock.now() }
  await db
    .transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('campaigns.segment')
        .set({ ...next, rules: JSON.stringify(rules) })
        .where('id', '=', segmentId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Refusal('segment_changed')
      const change = { action: 'segment.change', subject: segmentId, name, before: before.rules, after: rules }
      await note(parts, tx, by, change)
    })
    .catch(refuseName)
  return reply({ ...before, ...next, rules })
}

function refuseName(error: unknown): never {
  if (brokenConstraint(error) === 'segment_name') throw new Refusal('segment_exists')
  throw error
}

const note = (
  { staff }: CampaignParts,
  tx: Tx,
  by: StaffSession,
  { name, ...entry }: { action: string; subject: string; name: string; before: unknown; after: unknown },
) => staff.audit(tx, { ...entry, operatorId: by.operatorId, text: `Wrote the segment "${name}"` })
