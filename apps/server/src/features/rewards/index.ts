import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { every } from '../../platform/every.ts'
import { markets } from '../portal/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Limits } from '../limits/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { openBonuses } from './bonuses.ts'
import { openBonusRules } from './bonus-rules.ts'
import { openReferrals } from './referrals.ts'
import { openRewardChecks } from './reward-checks.ts'
import { hashOf, openGiftMaking } from './create-gift.ts'
import { giftState } from './rules.ts'
import {
  anyEnvelope,
  findByHash,
  findShareOf,
  hasShare,
  listEnvelopes,
  lockClaimOf,
  stopEnvelope,
  takeShare,
} from './store.ts'

/** Dependencies of rewards on lower features. */
export interface RewardParts {
  wallet: Wallet
  approvals: Approvals
  limits: Limits
  /** Credits a gift to the player's cash, once for each key. */
  credit(tx: Tx, gift: { key: string; playerId: string; amountMinor: bigint; currency: Currency }): Promise<unknown>
  playerOf(playerId: string): Promise<{ mobile: string; market: Market; createdAt: Date } | undefined>
  /** How many other players' payments came from the same payer as this player's. */
  samePayers(reader: Db, playerId: string): Promise<number>
  /** The mobile as the market's rules write it; undefined where it is none. */
  normalMobile(text: string, market: Market): string | undefined
  audit(
    tx: Tx,
    entry: {
      operatorId: string | null
      action: string
      subject: string
      text: string
      before: unknown
      after: unknown
    },
  ): Promise<void>
}

export { rewardInvariants } from './invariants.ts'

export type Rewards = ReturnType<typeof openRewards>

/** Gift envelopes, bonuses and referral: made by operators, funded by the house. */
export function openRewards(platform: Platform, parts: RewardParts) {
  const { db, clock, live } = platform
  const checks = openRewardChecks(platform, parts)
  const bonuses = openBonuses(platform, { ...parts, checks })
  const rules = openBonusRules(platform, parts)
  const referrals = openReferrals(platform, { ...parts, checks })
  const gifts = openGiftMaking(platform, parts)
  const stopBonuses = every(platform, 'bonuses', 5_000, () => bonuses.settleDue())
  const stopReferrals = every(platform, 'referrals', 60_000, () => referrals.payDue())

  return {
    bonuses,
    checks,
    rules,
    referrals,

    /**
     * Offer of a gift code: its currency, and its amount where that is fixed.
     * @throws Refusal `gift_invalid`, the same for every reason
     */
    async validate(code: string, playerId: string | undefined) {
      const envelope = await claimable(code)
      if (!(await hasShare(db.kysely, envelope.id, playerId))) throw new Refusal('gift_invalid')
      if (playerId !== undefined) {
        const player = await parts.playerOf(playerId)
        if (player?.market !== envelope.market) throw new Refusal('gift_invalid')
      }
      const fixed = envelope.kind === 'fixed' && playerId !== undefined
      return { currency: envelope.currency, amountMinor: fixed ? envelope.pot_minor / BigInt(envelope.claims) : null }
    },

    /**
     * Gives the player the next share; a repeat by the same player answers the share that was given.
     * @throws Refusal `gift_invalid`
     */
    async claim(code: string, playerId: string, mobile: string | undefined) {
      const player = await parts.playerOf(playerId)
      if (!player) throw new Refusal('gift_invalid')
      if (mobile !== undefined && parts.normalMobile(mobile, player.market) !== player.mobile)
        throw new Refusal('gift_invalid')
      const known = await findByHash(db.kysely, hashOf(code))
      const mine = known && (await findShareOf(db.kysely, known.id, playerId))
      if (mine) return { amountMinor: mine.amount_minor, currency: known.currency }
      const envelope = await claimable(code)
      const ageHours = (clock.now().getTime() - player.createdAt.getTime()) / 3_600_000
      if (envelope.market !== player.market || ageHours < envelope.min_account_age_hours)
        throw new Refusal('gift_invalid')
      return db.transaction(async (tx) => {
        // One claim of a player at a time: a second one would hold a share back from others only to fail, and be told less than the first.
        await lockClaimOf(tx, envelope.id, playerId)
        const taken = await findShareOf(tx, envelope.id, playerId)
        if (taken) return { amountMinor: taken.amount_minor, currency: envelope.currency }
        const share = await takeShare(tx, envelope.id, playerId, clock.now())
        if (!share) throw new Refusal('gift_invalid')
        await parts.credit(tx, {
          key: `gift:${envelope.id}:${share.number}`,
          playerId,
          amountMinor: share.amount_minor,
          currency: envelope.currency,
        })
        afterCommit(tx, () => live.publish(playerId, { type: 'notice', text: textOf('gift_claimed', {}) }))
        return { amountMinor: share.amount_minor, currency: envelope.currency }
      })
    },

    /** Every envelope with what was claimed of it, or the one of this id. */
    async list(envelopeId?: string) {
      const rows = await listEnvelopes(db.kysely, envelopeId)
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        market: row.market,
        currency: row.currency,
        kind: row.kind,
        pot: formatDecimal(row.pot_minor),
        claims: row.claims,
        claimed: Number(row.claimed),
        claimed_amount: formatDecimal(BigInt(row.claimed_minor)),
        expires_at: row.expires_at.toISOString(),
        min_account_age_hours: row.min_account_age_hours,
        state: giftState(row, Number(row.claimed), clock.now()),
        created_by: row.created_by,
        created_at: row.created_at.toISOString(),
      }))
    },

    ...gifts,

    /** A total beside the amount from which on a second person decides. */
    liability(act: 'gift_create' | 'bonus_create', market: Market, totalMinor: bigint) {
      const threshold = parts.approvals.thresholdOf(act, market)
      return {
        currency: markets[market].currency,
        total: formatDecimal(totalMinor),
        second_person_from: formatDecimal(threshold),
        waits: totalMinor >= threshold,
      }
    },

    /** Stops an envelope. @throws Refusal `not_found` */
    async stop(envelopeId: string, operatorId: string) {
      await db.transaction(async (tx) => {
        if (!(await stopEnvelope(tx, envelopeId, clock.now()))) throw new Refusal('not_found')
        await parts.audit(tx, {
          operatorId,
          action: 'gift.stop',
          subject: envelopeId,
          text: 'Stopped the gift envelope',
          before: null,
          after: null,
        })
      })
    },

    /** The sandbox's bonus rules and first envelopes, one a market, with codes that the supervisor printed. */
    async seed(codes: Partial<Record<Market, string>>) {
      await rules.seed()
      if (await anyEnvelope(db.kysely)) return
      for (const market of ['NA', 'IN'] as const) {
        const code = codes[market]
        if (code === undefined) continue
        const gift = {
          title: 'Welcome aboard',
          market,
          kind: 'fixed',
          amount: '50.00',
          claims: 10,
          expires_in_hours: 8_760,
        } as const
        await gifts.seedGift(gift, code).catch((error: unknown) => {
          // Another server started at the same moment and was first.
          if ((error as { constraint?: string }).constraint !== 'gift_envelope_code_hash_key') throw error
        })
      }
    },

    async close() {
      await Promise.all([stopBonuses(), stopReferrals()])
    },
  }

  async function claimable(code: string) {
    const envelope = await findByHash(db.kysely, hashOf(code))
    if (!envelope || envelope.stopped_at || envelope.expires_at <= clock.now()) throw new Refusal('gift_invalid')
    return envelope
  }
}
