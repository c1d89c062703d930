import { required } from '../../platform/required.ts'
import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RewardParts } from './parts.ts'
import { checkReward } from './check-reward.ts'
import { referralRuleOf, progressOf } from './referral-progress.ts'

const atOnce = 200

/** Why two accounts probably belong to one person: a shared device or payout account. */
async function findRelation(tx: Tx, referrerId: string, referredId: string): Promise<string | undefined> {
  const { rows } = await sql<{ device: boolean; account: boolean }>`
    select
      exists (select from accounts.sessions mine join accounts.sessions theirs on theirs.device_id = mine.device_id
              where mine.player_id = ${referrerId} and theirs.player_id = ${referredId}) as device,
      exists (select from withdrawals.payees mine join withdrawals.payees theirs on theirs.number_mac = mine.number_mac and theirs.kind = mine.kind
              where mine.player_id = ${referrerId} and theirs.player_id = ${referredId}) as account`.execute(tx)
  const { device, account } = required(rows[0], 'what the two players share')
  if (device) return 'same_device'
  return account ? 'same_payout_account' : undefined
}

/**
 * Pays for one new player, or returns why it never will; undefined if it is too early or already done. The row is
 * locked, so that two servers and a claim pay once; the posting's key ensures it too.
 */
async function payReferral(
  parts: RewardParts,
  tx: Tx,
  referredId: string,
  skipLocked: boolean,
): Promise<bigint | undefined> {
  const {
    platform: { clock, live },
    wallet,
    limits,
    messages,
  } = parts
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
  const rule = await referralRuleOf(parts, tx, referrer.market)
  if (!rule || (await progressOf(parts, tx, rule, referredId)) !== 'due') return undefined
  const now = clock.now()
  const reason = (await limits.restriction(row.referrer_id, 'referral', tx))
    ? 'inactive'
    : await findRelation(tx, row.referrer_id, referredId)
  if (reason) {
    await tx
      .updateTable('rewards.referral')
      .set({ state: 'refused', reason, ended_at: now })
      .where('referred_id', '=', referredId)
      .execute()
    return undefined
  }
  const checked = await checkReward(parts, tx, {
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
  const params = { amount: formatDecimal(rule.max_minor), currency: referrer.currency }
  const key = `referral:${referredId}`
  await messages.send(tx, { key, playerId: row.referrer_id, kind: 'referral_paid', params, about: null })
  const text = textOf('referral_paid', params)
  afterCommit(tx, () => live.publish(row.referrer_id, { type: 'notice', text }))
  return rule.max_minor
}

/** Pays a player for all due referrals. A repeat pays nothing. @throws Refusal of the ledger */
export async function claimReferrals(parts: RewardParts, playerId: string, currency: Currency) {
  const {
    platform: { db },
  } = parts
  const waiting = await db.kysely
    .selectFrom('rewards.referral')
    .select('referred_id')
    .where('referrer_id', '=', playerId)
    .where('state', '=', 'waiting')
    .limit(atOnce)
    .execute()
  let [paid, sumMinor] = [0, 0n]
  for (const { referred_id } of waiting) {
    const amountMinor = await db.transaction((tx) => payReferral(parts, tx, referred_id, false))
    if (amountMinor === undefined) continue
    paid++
    sumMinor += amountMinor
  }
  return { paid, amount: formatDecimal(sumMinor), currency }
}

/** Pays all due referrals, as a job; several servers share the work. Returns how many were paid. */
export async function payDueReferrals(parts: RewardParts): Promise<number> {
  const {
    platform: { db, log },
  } = parts
  // Check only players who have deposited: most inactive ones cost one index look-up.
  const { rows } = await sql<{ referred_id: string }>`
        select referred_id from rewards.referral where state = 'waiting' and exists (
          select from ledger.transfers transfer where transfer.player_id = referral.referred_id and transfer.credit = 'cash'
            and split_part(transfer.debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense'))
        order by joined_at desc limit 1000`.execute(db.kysely)
  let paid = 0
  for (const { referred_id } of rows) {
    try {
      if ((await db.transaction((tx) => payReferral(parts, tx, referred_id, true))) !== undefined) paid++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.warn({ referredId: referred_id, code: error.code }, 'a referral could not be paid yet')
    }
  }
  return paid
}
