import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { GivenRounds, ProviderCalls } from '../adapter.ts'
import { unitsOf } from './amounts.ts'
import { parseJson } from './signatures.ts'

/**
 * Free bets of the Spribe family: added under our grant's id. The provider plays them by itself, and reports their wins
 * by a deposit with the action `freebet`, for which there was no withdrawal.
 */

/** Thousandths of a unit in a hundredth. */
const perMinor = 10n
/** There is no such free bet, or it is over. */
const over = [901, 902]
/** Wrong credentials say nothing about the request. */
const notHeard = [401, 413]
const isUnknown = (code: number) => notHeard.includes(code) || (code >= 500 && !over.includes(code))

/** Calls the provider, beside its launch address. Throws unless its answer is conclusive. */
async function ask({ launchUrl, clientId, post, signingKey, now }: ProviderCalls, path: string, fields: object) {
  const url = new URL(`freebets/${path}`, launchUrl)
  const body = JSON.stringify({ operator_key: clientId, ...fields })
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const signature = createHmac('sha256', signingKey ?? '')
    .update(seconds + url.pathname + body)
    .digest('hex')
  const headers = { 'x-spribe-client-ts': seconds, 'x-spribe-client-signature': signature }
  const { status, text } = await post(url.href, headers, body)
  const answer = z.object({ code: z.number() }).safeParse(parseJson(Buffer.from(text)))
  if (status !== 200 || !answer.success || isUnknown(answer.data.code))
    throw new Error(`the request about free bets failed: status ${status}`)
  return answer.data.code
}

/** Adds free bets under our grant's id; the same id is added once. Refused if the game or the stake has none. */
export async function addFreebets(rounds: GivenRounds): Promise<{ ref: string } | 'refused'> {
  const { grantId, playerId, game, currency, stakeMinor, from, until } = rounds
  const code = await ask(rounds, 'add', {
    ...{ operator_freebet_id: grantId, op_player_id: playerId, game, currency, free_bets: rounds.rounds },
    ...{ bet_value: unitsOf(stakeMinor, perMinor), start_time: timeOf(from), end_date: timeOf(until) },
  })
  return code === 200 ? { ref: grantId } : 'refused'
}

/** Ends free bets. Used or expired ones need nothing. */
export async function cancelFreebets({ ref, ...calls }: ProviderCalls & { ref: string }): Promise<void> {
  await ask(calls, 'cancel', { operator_freebet_id: ref })
}

/** `2026-11-28 18:00:00.000+00:00`, as the family writes times. */
const timeOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '+00:00')
