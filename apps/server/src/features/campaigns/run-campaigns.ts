import type { SegmentRules } from '@dhow/contract/segments'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { endOpenEntries } from './end-open-entries.ts'
import { fits } from './fields.ts'
import { languageFor } from './language-for.ts'
import type { Unreachable } from './match-players.ts'
import type { CampaignParts } from './parts.ts'
import { passNext } from './pass.ts'
import { lockCampaign, type CampaignRow } from './read-campaigns.ts'
import { refreshFacts } from './refresh-facts.ts'
import type { EntryRow, Outcome } from './tables.ts'

/** Entries per transaction, which locks their players' wallets. */
const atOnce = 25
/** Markers of harm are sums of days; in a long run they are read again this often. */
const riskReadEachMs = 60_000

/**
 * Enters players into running campaigns, and reaches those whose wait is over; a campaign at its cap or without further
 * players is done.
 */
export async function runDue(parts: CampaignParts): Promise<void> {
  const { db, clock } = parts.platform
  const due = await db.kysely
    .selectFrom('campaigns.campaign')
    .select(['id', 'market'])
    .where('state', '=', 'running')
    .where('starts_at', '<=', clock.now())
    .orderBy('starts_at')
    .execute()
  if (due.length > 0) await refreshFacts(parts, db.kysely)
  const atRisk = openAtRisk(parts)
  for (const { id, market } of due) {
    for (let isMore = true; isMore;) {
      isMore = await passNext(parts, id)
      while (await sendNextBatch(parts, id, (await isDue(parts, id)) ? await atRisk(market) : undefined));
    }
    await db.transaction((tx) => finishIfOver(parts, tx, id))
  }
}

/** Players at risk of a market, read again while a long run goes on. */
function openAtRisk({ platform: { clock }, playersAtRisk }: CampaignParts) {
  const read = new Map<Market, { atMs: number; players: ReadonlySet<string> }>()
  return async (market: Market): Promise<ReadonlySet<string>> => {
    const before = read.get(market)
    if (before && clock.monotonicMs() - before.atMs < riskReadEachMs) return before.players
    const players = new Set(await playersAtRisk(market))
    read.set(market, { atMs: clock.monotonicMs(), players })
    return players
  }
}

/** Whether an entry's wait is over; only then are the markers of harm read. */
async function isDue({ platform: { db, clock } }: CampaignParts, campaignId: string): Promise<boolean> {
  const found = await db.kysely
    .selectFrom('campaigns.entry')
    .select('player_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'done')
    .where('due_at', '<=', clock.now())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Reaches some more entries; false if none is due or the campaign stopped. */
async function sendNextBatch(
  parts: CampaignParts,
  campaignId: string,
  atRisk: ReadonlySet<string> | undefined,
): Promise<boolean> {
  const { db, clock } = parts.platform
  let failing: EntryRow | undefined
  try {
    return await db.transaction((tx) => reachSome(parts, tx, { campaignId, atRisk }, (entry) => (failing = entry)))
  } catch (error) {
    // The ledger refuses a credit above a wallet's limit; record it on the entry and continue with the others.
    if (!(error instanceof Refusal) || !failing) throw error
    const refused = failing
    await db.transaction((tx) => endEntries(tx, [{ entry: refused, outcome: 'refused' }], clock.now()))
    return true
  }
}

type Due = EntryRow & { fits: boolean; played_again: boolean; unreachable: Unreachable | null }

async function reachSome(
  parts: CampaignParts,
  tx: Tx,
  { campaignId, atRisk }: { campaignId: string; atRisk: ReadonlySet<string> | undefined },
  begin: (entry: EntryRow) => void,
) {
  const now = parts.platform.clock.now()
  const row = await lockCampaign(tx, campaignId)
  if (row.state !== 'running') return false
  const left = required(row.players_at_most, 'cap of the campaign') - row.reached_players
  if (left <= 0) {
    await finish(parts, tx, row)
    return false
  }
  const due = await dueEntries(parts, tx, row, Math.min(atOnce, left))
  // Due only since it was asked.
  if (atRisk === undefined) return due.length > 0
  const ended: { entry: EntryRow; outcome: Outcome }[] = []
  for (const entry of due) {
    if (entry.state === 'entered' && row.wait_minutes > 0 && entry.fits) {
      await wait(tx, entry, row.wait_minutes)
      continue
    }
    begin(entry)
    ended.push({ entry, outcome: outcomeBefore(row, entry, atRisk) ?? (await reach(parts, tx, row, entry)) })
  }
  await endEntries(tx, ended, now)
  const reached = ended.filter(({ outcome }) => outcome === 'given' || outcome === 'sent').length
  if (reached > 0)
    await tx
      .updateTable('campaigns.campaign')
      .set((eb) => ({ reached_players: eb('reached_players', '+', reached) }))
      .where('id', '=', campaignId)
      .execute()
  return due.length > 0
}

/**
 * Entries whose wait is over, by player, in the order of wallet locks, with anything that kept the player from being
 * reached at any time since they entered.
 */
async function dueEntries(parts: CampaignParts, tx: Tx, row: CampaignRow, atMost: number): Promise<Due[]> {
  const now = parts.platform.clock.now()
  const rules = required(row.rules, 'rules of a running campaign')
  const rows = await tx
    .with('due', (made) =>
      made
        .selectFrom('campaigns.entry')
        .selectAll()
        .where('campaign_id', '=', row.id)
        .where('state', '<>', 'done')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(atMost),
    )
    .selectFrom('due')
    .leftJoin('campaigns.player_fact as fact', 'fact.player_id', 'due.player_id')
    .selectAll('due')
    .select([
      sql<boolean>`coalesce(date_trunc('milliseconds', fact.last_played_at) > due.event_at, false)`.as('played_again'),
      sql<Unreachable | null>`case
        when exists (select from limits.player_restriction restriction
          where restriction.player_id = due.player_id and restriction.from_at <= ${now} and restriction.until_at > due.entered_at) then 'restricted'
        when exists (select from rewards.flagged_players flagged where flagged.player_id = due.player_id) then 'flagged'
        when (select is_test from accounts.player_card player where player.id = due.player_id) then 'test_player'
        when ${row.kind === 'message'}
          and not exists (select from accounts.offer_consents consent where consent.player_id = due.player_id) then 'no_consent'
        end`.as('unreachable'),
    ])
    .orderBy('due.player_id')
    .orderBy('due.once_key')
    .execute()
  const unread = rows.filter(({ state }) => state === 'entered').map(({ player_id: playerId }) => playerId)
  const fitting = unread.length === 0 ? [] : await filterMatching(parts, tx, rules, unread)
  return rows.map((entry) => ({ ...entry, fits: entry.state !== 'entered' || fitting.includes(entry.player_id) }))
}

/** Updates the facts to everything that this transaction sees, including the event that entered the player. */
async function filterMatching(
  parts: CampaignParts,
  tx: Tx,
  rules: SegmentRules,
  playerIds: string[],
): Promise<string[]> {
  await refreshFacts(parts, tx)
  const now = parts.platform.clock.now()
  const rows = await tx
    .selectFrom('campaigns.player_fact')
    .select('player_id')
    .where('player_id', 'in', playerIds)
    .where((eb) => fits(eb, rules, now))
    .execute()
  return rows.map(({ player_id: playerId }) => playerId)
}

function outcomeBefore({ trigger, event }: CampaignRow, entry: Due, atRisk: ReadonlySet<string>): Outcome | null {
  if (!entry.fits) return 'conditions'
  if (trigger === 'event' && event === 'idle' && entry.played_again) return 'played_again'
  return entry.unreachable ?? (atRisk.has(entry.player_id) ? 'flagged' : null)
}

const wait = (tx: Tx, entry: EntryRow, minutes: number) =>
  tx
    .updateTable('campaigns.entry')
    .set({ state: 'waiting', due_at: new Date(entry.entered_at.getTime() + minutes * 60_000) })
    .where('campaign_id', '=', entry.campaign_id)
    .where('player_id', '=', entry.player_id)
    .where('once_key', '=', entry.once_key)
    .where('state', '=', 'entered')
    .execute()

async function endEntries(tx: Tx, ended: { entry: EntryRow; outcome: Outcome }[], at: Date) {
  const [first] = ended
  if (!first) return
  const list = (of: (one: (typeof ended)[number]) => string) => sql`${ended.map(of)}::text[]`
  await sql`
    update campaigns.entry set state = 'done', outcome = ended.outcome, at = ${at}
    from unnest(${list(({ entry }) => entry.player_id)}, ${list(({ entry }) => entry.once_key)}, ${list(({ outcome }) => outcome)})
      as ended (player_id, once_key, outcome)
    where entry.campaign_id = ${first.entry.campaign_id} and entry.player_id = ended.player_id and entry.once_key = ended.once_key
      and entry.state <> 'done'`.execute(tx)
}

async function reach(parts: CampaignParts, tx: Tx, row: CampaignRow, entry: EntryRow): Promise<Outcome> {
  const { player_id: playerId, once_key: onceKey } = entry
  if (row.kind === 'gift') {
    const envelopeId = required(row.envelope_id, 'envelope of the campaign')
    return (await parts.rewards.giveShare(tx, envelopeId, playerId)) ? 'given' : 'refused'
  }
  if (row.kind === 'free_rounds') {
    const terms = required(row.free_rounds, 'free rounds of the campaign')
    const given = await parts.rewards.freeRounds.giveByCampaign(tx, {
      ...{ campaignId: row.id, playerId, market: row.market, by: row.created_by, validDays: terms.valid_days },
      terms: { ...terms, max_win: formatDecimal(required(row.amount_minor, 'largest win of the campaign')) },
    })
    return given ? 'given' : 'refused'
  }
  const { preferences } = await parts.accounts.preferences.read(playerId, tx)
  const { title, text } = languageFor(row.texts, preferences.language)
  await parts.messages.send(tx, {
    key: `campaign:${row.id}:${playerId}${onceKey === '' ? '' : `:${onceKey}`}`,
    playerId,
    kind: 'campaign',
    params: { title, text },
    about: null,
  })
  return 'sent'
}

/** A campaign by hand is done when all have entered and nobody waits; others accept players until they are ended. */
async function finishIfOver(parts: CampaignParts, tx: Tx, campaignId: string) {
  const row = await lockCampaign(tx, campaignId)
  if (row.state !== 'running' || row.trigger !== 'hand' || row.passed_at === null) return
  const open = await tx
    .selectFrom('campaigns.entry')
    .select('player_id')
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'done')
    .limit(1)
    .executeTakeFirst()
  if (!open) await finish(parts, tx, row)
}

async function finish({ platform: { clock }, rewards }: CampaignParts, tx: Tx, row: CampaignRow) {
  await tx
    .updateTable('campaigns.campaign')
    .set({ state: 'done', ended_at: clock.now() })
    .where('id', '=', row.id)
    .execute()
  await endOpenEntries(tx, row.id, clock.now())
  if (row.envelope_id !== null) await rewards.closeEnvelope(tx, row.envelope_id)
}
