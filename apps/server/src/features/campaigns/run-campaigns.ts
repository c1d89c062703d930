import { languageFor } from './language-for.ts'
import type { Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { lookAgain, nextPlayers } from './match-players.ts'
import type { CampaignParts } from './parts.ts'
import { lockCampaign, type CampaignRow } from './read-campaigns.ts'
import type { Outcome } from './tables.ts'

const atOnce = 100

/** Reaches the next players of each campaign that runs; one without further players, or at its cap, is done. */
export async function runDue(parts: CampaignParts): Promise<void> {
  const { db, clock } = parts.platform
  const due = await db.kysely
    .selectFrom('campaigns.campaign')
    .selectAll()
    .where('state', '=', 'running')
    .where('starts_at', '<=', clock.now())
    .orderBy('starts_at')
    .execute()
  for (const row of due) while (await reachNext(parts, row));
}

const soughtOf = ({ market, kind, rules }: CampaignRow) => ({
  ...{ market, kind },
  rules: required(rules, 'rules of a running campaign'),
})

/** Reaches some further players; false where nobody is left or the campaign stopped. */
async function reachNext(parts: CampaignParts, row: CampaignRow): Promise<boolean> {
  const { db, clock } = parts.platform
  const players = await nextPlayers(db.kysely, row.id, soughtOf(row), clock.now(), atOnce)
  if (players.length === 0) {
    await db.transaction((tx) => finish(parts, tx, row.id))
    return false
  }
  for (const { player_id: playerId } of players) if (!(await reachOne(parts, row.id, playerId))) return false
  return true
}

/** Reaches one player, once whoever runs it; false where the campaign does not run any more. */
async function reachOne(parts: CampaignParts, campaignId: string, playerId: string): Promise<boolean> {
  const { db, clock } = parts.platform
  const turn = (work: (tx: Tx, row: CampaignRow) => Promise<Outcome>) =>
    db.transaction(async (tx) => {
      const row = await lockCampaign(tx, campaignId)
      if (row.state !== 'running') return false
      if ((await countReached(tx, campaignId)) >= required(row.players_at_most, 'cap of the campaign')) {
        await finish(parts, tx, campaignId)
        return false
      }
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('campaigns.reached')
        .values({ campaign_id: campaignId, player_id: playerId, outcome: 'refused', at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) return true
      const outcome = await work(tx, row)
      await tx
        .updateTable('campaigns.reached')
        .set({ outcome })
        .where('campaign_id', '=', campaignId)
        .where('player_id', '=', playerId)
        .execute()
      return true
    })
  try {
    return await turn((tx, row) => reach(parts, tx, row, playerId))
  } catch (error) {
    // The ledger refuses a credit past a wallet's limit; the player is noted, and the others go on.
    if (!(error instanceof Refusal)) throw error
    return turn(() => Promise.resolve('refused'))
  }
}

async function reach(parts: CampaignParts, tx: Tx, row: CampaignRow, playerId: string): Promise<Outcome> {
  const stopped = await lookAgain(tx, playerId, soughtOf(row), parts.platform.clock.now())
  if (stopped !== null) return stopped
  if (row.kind === 'gift') {
    const envelopeId = required(row.envelope_id, 'envelope of the campaign')
    return (await parts.rewards.giveShare(tx, envelopeId, playerId)) ? 'given' : 'refused'
  }
  const { preferences } = await parts.accounts.preferences.read(playerId, tx)
  const { title, text } = languageFor(row.texts, preferences.language)
  await parts.messages.send(tx, {
    key: `campaign:${row.id}:${playerId}`,
    playerId,
    kind: 'campaign',
    params: { title, text },
    about: null,
  })
  return 'sent'
}

/** Players who got something; the others take nothing of the cap. */
async function countReached(tx: Tx, campaignId: string): Promise<number> {
  const { players } = await tx
    .selectFrom('campaigns.reached')
    .select((eb) => eb.fn.countAll<bigint>().as('players'))
    .where('campaign_id', '=', campaignId)
    .where('outcome', 'in', ['given', 'sent'])
    .executeTakeFirstOrThrow()
  return Number(players)
}

async function finish({ platform: { clock }, rewards }: CampaignParts, tx: Tx, campaignId: string) {
  const row = await lockCampaign(tx, campaignId)
  if (row.state !== 'running') return
  await tx
    .updateTable('campaigns.campaign')
    .set({ state: 'done', ended_at: clock.now() })
    .where('id', '=', campaignId)
    .execute()
  if (row.envelope_id !== null) await rewards.closeEnvelope(tx, row.envelope_id)
}
