import { createSign } from 'node:crypto'
import * as z from 'zod/mini'
import type { GivenRounds, ProviderCalls } from '../adapter.ts'
import { unitsOf } from './amounts.ts'
import { parseJson } from './signatures.ts'

/**
 * Free rounds at Hub88, by its Freebets API: a reward is created from a prepaid, a template with a number and value of
 * bets that are fixed or open. Bets of a reward are sent to the wallet with `is_free` and its `reward_uuid`.
 */

/** Hundred-thousandths of a unit in a hundredth. */
const perMinor = 1_000n

const uuid = z.string().check(z.minLength(1), z.maxLength(80))
const prepaids = z.array(
  z.object({
    prepaid_uuid: uuid,
    game_code: z.string(),
    currency: z.string(),
    bet_count: z.nullable(z.number()),
    bet_value: z.nullable(z.number()),
  }),
)

/** Calls the provider. Throws unless its answer is conclusive. */
async function ask({ launchUrl, clientId, post, signingKey }: ProviderCalls, path: string, fields: object) {
  if (!signingKey) throw new Error('the portal has no signing key for this provider')
  const body = JSON.stringify({ operator_id: clientId, ...fields })
  const signature = createSign('RSA-SHA256').update(body).sign(signingKey, 'base64')
  const { status, text } = await post(`${launchUrl}/freebet/${path}`, { 'x-hub88-signature': signature }, body)
  if (status >= 500 || status === 403 || status === 429)
    throw new Error(`the request about free rounds failed: status ${status}`)
  return { isOk: status === 200, json: parseJson(Buffer.from(text)) }
}

/** Creates a reward under our grant's id. Refused if no prepaid of the game allows it. */
export async function giveReward(rounds: GivenRounds): Promise<{ ref: string } | 'refused'> {
  const { playerId, game, currency, grantId, from, until } = rounds
  const bet_value = unitsOf(rounds.stakeMinor, perMinor)
  const bet_count = rounds.rounds
  const listed = await ask(rounds, 'prepaids/list', { game_code: game })
  const known = prepaids.safeParse(listed.json)
  if (!listed.isOk || !known.success) return 'refused'
  const fits = (fixed: number | null, wanted: number) => fixed === null || fixed === wanted
  const prepaid = known.data.find(
    (one) =>
      one.game_code === game &&
      one.currency === currency &&
      fits(one.bet_count, bet_count) &&
      fits(one.bet_value, bet_value),
  )
  if (!prepaid) return 'refused'
  const made = await ask(rounds, 'rewards/create', {
    ...{ user: playerId, prepaid_uuid: prepaid.prepaid_uuid, game_code: game, currency, bet_count, bet_value },
    ...{ start_time: from.toISOString(), end_time: until.toISOString(), reference: grantId },
  })
  const reward = z.object({ reward_uuid: uuid }).safeParse(made.json)
  return made.isOk && reward.success ? { ref: reward.data.reward_uuid } : 'refused'
}

/** Ends a reward. A used or expired one needs nothing. */
export async function cancelReward({ ref, ...calls }: ProviderCalls & { ref: string }): Promise<void> {
  await ask(calls, 'rewards/cancel', { reward_uuid: ref })
}
