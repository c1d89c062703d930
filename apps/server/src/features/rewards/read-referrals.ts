import { formatDecimal } from '@dhow/contract/money'
import type { PlayerSession } from '../../platform/http/call.ts'
import { termsReply } from './bonus-terms.ts'
import type { RewardParts } from './parts.ts'
import { postingsOf } from './postings-of.ts'
import { stateOfCheck } from './check-reward.ts'
import { wageringTerms } from './wagering.ts'
import { referralRuleOf, progressOf } from './referral-progress.ts'

const friendsShown = 100

export async function readReferrals(parts: RewardParts, { playerId, currency, market }: PlayerSession) {
  const {
    platform: { db, config },
  } = parts
  const { code } = await db.kysely
    .selectFrom('rewards.referral_code')
    .select('code')
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  const rule = await referralRuleOf(parts, db.kysely, market)
  const rows = await db.kysely
    .selectFrom('rewards.referral')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'rewards.referral.referred_id')
    .selectAll('rewards.referral')
    .select('accounts.player_card.player_name')
    .where('rewards.referral.referrer_id', '=', playerId)
    .orderBy('rewards.referral.joined_at', 'desc')
    .execute()
  const shown = rows.slice(0, friendsShown)
  const keyOf = (referredId: string) => `referral:${referredId}`
  const postings = await postingsOf(
    db.kysely,
    shown.filter((row) => row.state === 'paid').map((row) => keyOf(row.referred_id)),
  )
  const friends = []
  for (const row of shown) {
    const state =
      row.state !== 'waiting'
        ? row.state
        : (await stateOfCheck(db.kysely, playerId, `friend:${row.referred_id}`)) === 'waiting'
          ? ('being_checked' as const)
          : rule
            ? await progressOf(parts, db.kysely, rule, row.referred_id)
            : 'registered'
    friends.push({
      player: `${row.player_name.slice(0, 2)}•••`,
      state,
      joined_at: row.joined_at.toISOString(),
      amount: row.amount_minor === null ? null : formatDecimal(row.amount_minor),
      posting: postings.get(keyOf(row.referred_id)) ?? null,
    })
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  const due = friends.filter((friend) => friend.state === 'due').length
  const earnedMinor = rows.reduce((sum, row) => sum + (row.amount_minor ?? 0n), 0n)
  return {
    currency,
    code,
    link: `${config.origins.portal}/register?ref=${code}`,
    terms: rule ? termsReply(rule, await wageringTerms(db.kysely)) : null,
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
}
