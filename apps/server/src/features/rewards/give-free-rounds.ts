import { formatDecimal } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { amountValue, factOf } from '../approvals/index.ts'
import { grantFreeRounds, supportsFreeRounds, type FreeRoundGrant, type NewFreeRounds } from '../gateway/index.ts'
import { markets } from '../portal/index.ts'
import { isBarred, readTerms, type FreeRoundTerms } from './free-round-terms.ts'
import type { RewardParts } from './parts.ts'

const dayMs = 86_400_000

export interface FreeRoundGift extends FreeRoundTerms {
  player: string
  valid_days: number
  reason: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    free_rounds: { grantId: string; gift: FreeRoundGift }
  }
}

/** Registers the confirmation of free rounds by a second person. */
export function registerFreeRounds(parts: RewardParts) {
  parts.approvals.changes.register('free_rounds', {
    title: operatorText('money_action', { action: 'gift_create' }),
    needs: 'gifts.make',
    async apply(tx, by, { grantId, gift }, { proposedBy }) {
      const asked = await readGift(parts, tx, gift)
      await parts.approvals.decide(tx, by, { ...raiseOf(grantId, asked), first: proposedBy })
      await give(parts, tx, grantId, asked, proposedBy)
    },
  })
}

/**
 * Grants free rounds, or proposes them if their largest win needs a second person; returns the grant's id if granted.
 * @throws Refusal `not_found`, `amount_invalid`, `free_rounds_unsupported`, `free_rounds_terms`, `free_rounds_barred`,
 * `change_waits`
 */
export function giveFreeRounds(parts: RewardParts, gift: FreeRoundGift, by: StaffSession): Promise<string | undefined> {
  const { db, id } = parts.platform
  const grantId = id('frg')
  return db.transaction(async (tx) => {
    const asked = await readGift(parts, tx, gift)
    if (await isBarred(tx, gift.player, parts.platform.clock.now())) throw new Refusal('free_rounds_barred')
    const isNow = await parts.approvals.doOrPropose(tx, by, raiseOf(grantId, asked), {
      kind: 'free_rounds',
      change: { grantId, gift },
      reason: gift.reason,
      facts: [
        factOf('fact_title', asked.game.name),
        factOf('fact_rounds', String(gift.rounds)),
        factOf('fact_stake', amountValue(asked.stakeMinor, asked.currency)),
        factOf('fact_largest_win', amountValue(asked.maxWinMinor, asked.currency)),
      ],
    })
    if (isNow) await give(parts, tx, grantId, asked, by.operatorId)
    return isNow ? grantId : undefined
  })
}

/**
 * Largest payout of free rounds and the house's stakes, in minor units, without granting. @throws Refusal as
 * `giveFreeRounds`, of the terms
 */
export async function assessFreeRounds(parts: RewardParts, asked: FreeRoundTerms & { player: string }) {
  const { db, clock } = parts.platform
  const { market, maxWinMinor, stakeMinor, rounds } = await readGift(parts, db.kysely, asked)
  const barred = await isBarred(db.kysely, asked.player, clock.now())
  return { market, maxWinMinor, stakedMinor: stakeMinor * BigInt(rounds), barred }
}

async function readGift<Gift extends FreeRoundTerms & { player: string }>(
  parts: RewardParts,
  reader: Parameters<typeof readTerms>[0],
  gift: Gift,
) {
  const player = await parts.playerOf(gift.player, reader)
  if (!player) throw new Refusal('not_found')
  const { market } = player
  return { ...(await readTerms(reader, gift, market)), gift, market, currency: markets[market].currency }
}
type AskedGift = Awaited<ReturnType<typeof readGift<FreeRoundGift>>>

/** Free rounds raise the money that they may pay: the same action as a gift envelope of that sum. */
const raiseOf = (subject: string, { market, maxWinMinor, gift }: AskedGift) => ({
  action: 'gift_create' as const,
  ...{ subject, market, amountMinor: maxWinMinor, playerId: gift.player },
})

async function give(parts: RewardParts, tx: Tx, id: string, asked: AskedGift, by: string) {
  const { gift, game, currency, rounds, stakeMinor, maxWinMinor } = asked
  const now = parts.platform.clock.now()
  if (await isBarred(tx, gift.player, now)) throw new Refusal('free_rounds_barred')
  await addFreeRounds(parts, tx, {
    ...{ id, currency, rounds, player_id: gift.player, provider_code: game.provider_code, game_id: game.id },
    ...{ stake_minor: stakeMinor, max_win_minor: maxWinMinor, expires_at: validUntil(now, gift.valid_days) },
    ...{ source: 'operator', campaign_id: null, reason: gift.reason, granted_by: by, granted_at: now },
    at_provider: supportsFreeRounds(game.adapter) ? 'asked' : null,
  })
  await parts.audit(tx, {
    operatorId: by,
    action: 'free-rounds.give',
    subject: id,
    text: `Gave ${rounds} free rounds of ${game.name}: ${gift.reason}`,
    before: null,
    after: { ...gift },
  })
}

/**
 * Grants a campaign's free rounds to a player; false if the player has them. The caller has checked budget and player.
 * @throws Refusal `free_rounds_unsupported`, `free_rounds_terms` if the game has changed
 */
export async function giveByCampaign(
  parts: RewardParts,
  tx: Tx,
  gift: { campaignId: string; playerId: string; market: Market; terms: FreeRoundTerms; validDays: number; by: string },
): Promise<boolean> {
  const { game, rounds, stakeMinor, maxWinMinor } = await readTerms(tx, gift.terms, gift.market)
  const now = parts.platform.clock.now()
  return addFreeRounds(parts, tx, {
    ...{ id: parts.platform.id('frg'), rounds, player_id: gift.playerId, currency: markets[gift.market].currency },
    ...{ provider_code: game.provider_code, game_id: game.id, stake_minor: stakeMinor, max_win_minor: maxWinMinor },
    ...{ expires_at: validUntil(now, gift.validDays), source: 'campaign', campaign_id: gift.campaignId },
    ...{
      reason: null,
      granted_by: gift.by,
      granted_at: now,
      at_provider: supportsFreeRounds(game.adapter) ? 'asked' : null,
    },
  })
}

/** Expiry of free rounds that are valid for a number of days. */
const validUntil = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/**
 * Adds a grant, and notifies the player unless a provider must create it first; false if the campaign has already
 * granted some.
 */
async function addFreeRounds(parts: RewardParts, tx: Tx, grant: NewFreeRounds): Promise<boolean> {
  if (!(await grantFreeRounds(tx, grant))) return false
  if (grant.at_provider === null) await notifyFreeRounds(parts, tx, grant)
  return true
}

/** Notifies a player of usable free rounds. */
export async function notifyFreeRounds(
  parts: RewardParts,
  tx: Tx,
  grant: NewFreeRounds | FreeRoundGrant,
): Promise<void> {
  const { id, player_id: playerId, rounds, stake_minor: stakeMinor, currency, expires_at: until } = grant
  await parts.messages.send(tx, {
    key: `free-rounds:${id}:given`,
    playerId,
    kind: 'free_rounds_given',
    params: {
      ...{ game: await gameNameFor(parts, tx, grant), rounds: String(rounds), until: until.toISOString() },
      ...{ amount: formatDecimal(stakeMinor), currency },
    },
    about: null,
  })
  const { live } = parts.platform
  afterCommit(tx, () => live.publish(playerId, { type: 'notice', text: textOf('free_rounds_given', {}) }))
}

/** A game's name in the player's language. */
export async function gameNameFor(
  parts: RewardParts,
  tx: Tx,
  { player_id: playerId, game_id: gameId }: { player_id: string; game_id: string },
): Promise<string> {
  const language = await parts.languageOf(tx, playerId)
  const { name, names } = await tx
    .selectFrom('catalog.games')
    .select(['name', 'names'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return (language === 'en' ? undefined : names[language]) ?? name
}
