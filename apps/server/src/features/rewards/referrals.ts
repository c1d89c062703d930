import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { paymentsIn, type Limits } from '../limits/index.ts'
import type { Wallet } from '../wallet/index.ts'
import { termsReply } from './bonus-terms.ts'
import { openRules } from './bonus-store.ts'
import type { BonusRuleRow } from './tables.ts'
import type { RewardChecks } from './reward-checks.ts'
import { countedStakes, wageringSentences } from './wagering.ts'

/** Letters and digits that nobody mistakes for one another when they are read out. */
const alphabet = '23456789ACDEFGHJKMNPQRTUVWXYZ'
const codeLength = 8
const friendsShown = 100
const atOnce = 200

type Progress = 'registered' | 'deposited' | 'due'

/**
 * Referral: whoever brings a player is paid once the new player has deposited and played what the rule says. It is a posting of one key for
 * each new player, so nobody is paid twice for one, whoever asks and however often.
 */
export function openReferrals(
  platform: Platform,
  { wallet, limits, checks }: { wallet: Wallet; limits: Limits; checks: RewardChecks },
) {
  const { db, clock, random, config, live, log } = platform

  async function ruleOf(reader: Db, market: Market): Promise<BonusRuleRow | undefined> {
    return (await openRules(reader, market, clock.now())).find((rule) => rule.kind === 'referral')
  }

  /** How far a new player has come towards what the rule asks. */
  async function progressOf(reader: Db, rule: BonusRuleRow, referredId: string): Promise<Progress> {
    const paid = await paymentsIn(reader, referredId)
    const paidMinor = paid.reduce((sum, payment) => sum + payment.amountMinor, 0n)
    if (paidMinor < rule.min_deposit_minor || paidMinor === 0n) return 'registered'
    const { countedMinor } = await countedStakes(reader, referredId, 0n, clock.now())
    return countedMinor >= rule.play_minor ? 'due' : 'deposited'
  }

  /**
   * Pays for one new player, or says why it never will; undefined where it is not time yet or was done before.
   * The row is locked, so two servers and a claim do it once; the posting's key would see to it all the same.
   */
  async function payFor(tx: Tx, referredId: string, skipLocked: boolean): Promise<bigint | undefined> {
    const query = tx
      .selectFrom('rewards.referral')
      .selectAll()
      .where('referred_id', '=', referredId)
      .where('state', '=', 'waiting')
      .forUpdate()
    const row = await (skipLocked ? query.skipLocked() : query).executeTakeFirst()
    if (!row) return undefined
    const referrer = await tx
      .selectFrom('accounts.player_card')
      .select(['market', 'currency'])
      .where('id', '=', row.referrer_id)
      .executeTakeFirstOrThrow()
    const rule = await ruleOf(tx, referrer.market)
    if (!rule || (await progressOf(tx, rule, referredId)) !== 'due') return undefined
    const now = clock.now()
    const reason = (await limits.restriction(row.referrer_id, 'referral', tx))
      ? 'inactive'
      : await whyRelated(tx, row.referrer_id, referredId)
    if (reason) {
      await tx
        .updateTable('rewards.referral')
        .set({ state: 'refused', reason, ended_at: now })
        .where('referred_id', '=', referredId)
        .execute()
      return undefined
    }
    const checked = await checks.check(tx, {
      kind: 'referral',
      playerId: row.referrer_id,
      accountId: referredId,
      referrerId: row.referrer_id,
      subject: `friend:${referredId}`,
      currency: referrer.currency,
      amountMinor: rule.max_minor,
    })
    if (checked !== 'given') return undefined
    await wallet.post(tx, {
      key: `referral:${referredId}`,
      reason: 'referral',
      playerId: row.referrer_id,
      currency: referrer.currency,
      happenedAt: now,
      lines: [
        {
          debit: { house: 'bonus_cost', ref: 'referral' },
          credit: { player: 'cash' },
          amountMinor: rule.max_minor,
        },
      ],
    })
    await tx
      .updateTable('rewards.referral')
      .set({ state: 'paid', rule_id: rule.id, amount_minor: rule.max_minor, ended_at: now })
      .where('referred_id', '=', referredId)
      .execute()
    const text = textOf('referral_paid', { amount: formatDecimal(rule.max_minor), currency: referrer.currency })
    afterCommit(tx, () => live.publish(row.referrer_id, { type: 'notice', text }))
    return rule.max_minor
  }

  return {
    /** Gives a new player a code of their own, and notes who brought them. In the registration's transaction. */
    async welcome(tx: Tx, player: { id: string; market: Market; referral_code: string | null; created_at: Date }) {
      const code = Array.from({ length: codeLength }, () => alphabet[random.int(alphabet.length)]).join('')
      await tx.insertInto('rewards.referral_code').values({ player_id: player.id, code }).execute()
      const typed = player.referral_code?.replace(/[\s-]/g, '').toUpperCase()
      if (!typed) return
      const referrer = await tx
        .selectFrom('rewards.referral_code')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'rewards.referral_code.player_id')
        .select(['accounts.player_card.id', 'accounts.player_card.market'])
        .where('rewards.referral_code.code', '=', typed)
        .where('accounts.player_card.active', '=', true)
        .executeTakeFirst()
      // An unknown code, the player's own or one of another market does not stop a registration.
      if (!referrer || referrer.id === player.id || referrer.market !== player.market) return
      await tx
        .insertInto('rewards.referral')
        .values({
          referred_id: player.id,
          referrer_id: referrer.id,
          joined_at: player.created_at,
          reason: null,
          rule_id: null,
          amount_minor: null,
          ended_at: null,
        })
        .execute()
    },

    async read({ playerId, currency, market }: PlayerSession) {
      const { code } = await db.kysely
        .selectFrom('rewards.referral_code')
        .select('code')
        .where('player_id', '=', playerId)
        .executeTakeFirstOrThrow()
      const rule = await ruleOf(db.kysely, market)
      const rows = await db.kysely
        .selectFrom('rewards.referral')
        .innerJoin('accounts.player_card', 'accounts.player_card.id', 'rewards.referral.referred_id')
        .selectAll('rewards.referral')
        .select('accounts.player_card.player_name')
        .where('rewards.referral.referrer_id', '=', playerId)
        .orderBy('rewards.referral.joined_at', 'desc')
        .execute()
      const friends = []
      for (const row of rows.slice(0, friendsShown)) {
        const state =
          row.state !== 'waiting'
            ? row.state
            : (await checks.stateOf(db.kysely, playerId, `friend:${row.referred_id}`)) === 'waiting'
              ? ('being_checked' as const)
              : rule
                ? await progressOf(db.kysely, rule, row.referred_id)
                : 'registered'
        friends.push({
          player: `${row.player_name.slice(0, 2)}•••`,
          state,
          joined_at: row.joined_at.toISOString(),
          amount: row.amount_minor === null ? null : formatDecimal(row.amount_minor),
        })
      }
      const count = (state: string) => rows.filter((row) => row.state === state).length
      const due = friends.filter((friend) => friend.state === 'due').length
      const earnedMinor = rows.reduce((sum, row) => sum + (row.amount_minor ?? 0n), 0n)
      return {
        currency,
        code,
        link: `${config.origins.portal}/register?ref=${code}`,
        terms: rule ? termsReply(rule, await wageringSentences(db.kysely)) : null,
        counts: {
          invited: rows.length,
          waiting: count('waiting') - due,
          due,
          paid: count('paid'),
          refused: count('refused'),
        },
        earned: formatDecimal(earnedMinor),
        friends,
      }
    },

    /** Pays a player for everybody who is due now. A repeat pays nothing. @throws Refusal of the ledger */
    async claim(playerId: string, currency: Currency) {
      const waiting = await db.kysely
        .selectFrom('rewards.referral')
        .select('referred_id')
        .where('referrer_id', '=', playerId)
        .where('state', '=', 'waiting')
        .limit(atOnce)
        .execute()
      let [paid, sumMinor] = [0, 0n]
      for (const { referred_id } of waiting) {
        const amountMinor = await db.transaction((tx) => payFor(tx, referred_id, false))
        if (amountMinor === undefined) continue
        paid++
        sumMinor += amountMinor
      }
      return { paid, amount: formatDecimal(sumMinor), currency }
    },

    /** Pays for whoever is due, without being asked; several servers share the work. Answers how many were paid. */
    async payDue(): Promise<number> {
      // Only those who have paid in at all are looked at: most who never come back cost one look at an index.
      const { rows } = await sql<{ referred_id: string }>`
        select referred_id from rewards.referral where state = 'waiting' and exists (
          select from ledger.transfers transfer where transfer.player_id = referral.referred_id and transfer.credit = 'cash'
            and split_part(transfer.debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense'))
        order by joined_at desc limit 1000`.execute(db.kysely)
      let paid = 0
      for (const { referred_id } of rows) {
        try {
          if ((await db.transaction((tx) => payFor(tx, referred_id, true))) !== undefined) paid++
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          log.warn({ referredId: referred_id, code: error.code }, 'a referral could not be paid yet')
        }
      }
      return paid
    },
  }
}

/** Why two accounts are most likely one person's: a device or a payout account that both have used. */
async function whyRelated(tx: Tx, referrerId: string, referredId: string): Promise<string | undefined> {
  const { rows } = await sql<{ device: boolean; account: boolean }>`
    select
      exists (select from accounts.sessions mine join accounts.sessions theirs on theirs.device_id = mine.device_id
              where mine.player_id = ${referrerId} and theirs.player_id = ${referredId}) as device,
      exists (select from withdrawals.payees mine join withdrawals.payees theirs on theirs.number_mac = mine.number_mac and theirs.kind = mine.kind
              where mine.player_id = ${referrerId} and theirs.player_id = ${referredId}) as account`.execute(tx)
  if (rows[0]!.device) return 'same_device'
  return rows[0]!.account ? 'same_payout_account' : undefined
}
