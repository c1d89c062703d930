import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { RewardParts } from './parts.ts'

/** Letters and digits that are not confused when read aloud. */
const alphabet = '23456789ACDEFGHJKMNPQRTUVWXYZ'

const codeLength = 8

/** Gives a new player their own code, and records their referrer, in the registration's transaction. */
export async function welcomePlayer(
  { platform: { random } }: RewardParts,
  tx: Tx,
  player: { id: string; market: Market; referral_code: string | null; created_at: Date },
) {
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
  // An unknown code, the player's own or one of another market does not prevent a registration.
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
}
