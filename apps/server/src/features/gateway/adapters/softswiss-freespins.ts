import { createHmac } from 'node:crypto'
import type { DhowCode } from '@dhow/contract/gateway'
import * as z from 'zod/mini'
import { required } from '../../../platform/required.ts'
import type { GivenRounds, ProviderCalls, ProviderReply, WalletPort } from '../adapter.ts'
import { parseJson } from './signatures.ts'

/**
 * Free spins of the SOFTSWISS family: issued under our grant's id. The provider plays them by itself, and reports their
 * wins in one sum when they are played, cancelled or expired.
 */

/** The family names stakes by the game's levels; the first is its least stake. */
const lowestLevel = 1
/** The issue is known in another state: our earlier request arrived, and only its answer was lost. */
const alreadyIssued = 605

/** Calls the provider. Throws unless its answer is conclusive. */
async function ask({ launchUrl, clientId, post, signingKey }: ProviderCalls, path: string, fields: object) {
  const body = JSON.stringify({ casino_id: clientId, ...fields })
  const sign = createHmac('sha256', signingKey ?? '')
    .update(body)
    .digest('hex')
  const { status, text } = await post(`${launchUrl}/freespins/${path}`, { 'x-request-sign': sign }, body)
  if (status >= 500 || status === 403 || status === 429)
    throw new Error(`the request about free spins failed: status ${status}`)
  const failed = z.object({ code: z.number() }).safeParse(parseJson(Buffer.from(text)))
  return { isOk: status === 200, code: failed.success ? failed.data.code : undefined }
}

/** Issues free spins under our grant's id. Refused if the provider has none in this game or for so long. */
export async function issueFreespins(rounds: GivenRounds): Promise<{ ref: string } | 'refused'> {
  const { grantId, playerId, game, currency, until } = rounds
  const { isOk, code } = await ask(rounds, 'issue', {
    ...{ issue_id: grantId, currency, games: [game], freespins_quantity: rounds.rounds, bet_level: lowestLevel },
    ...{ valid_until: until.toISOString(), user: { id: playerId } },
  })
  return isOk || code === alreadyIssued ? { ref: grantId } : 'refused'
}

/** Ends an issue. A played or expired one needs nothing. */
export async function cancelFreespins({ ref, ...calls }: ProviderCalls & { ref: string }): Promise<void> {
  await ask(calls, 'cancel', { issue_id: ref })
}

/** The provider's report of an issue: how it ended, and all its wins. */
export const freespinsBody = z.object({
  issue_id: z.string().check(z.minLength(1), z.maxLength(80)),
  status: z.string().check(z.minLength(1), z.maxLength(40)),
  total_amount: z.optional(z.number()),
})

interface Replies {
  refuse(code: Exclude<DhowCode, 'ok'>): ProviderReply
  answer(balanceMinor: bigint): ProviderReply
  parseMinor(amount: unknown): bigint | undefined
}

/** Pays the sum of an issue once. One that was not played and won nothing changes nothing. */
export async function sumFreespins(
  { issue_id: grantId, status, total_amount = 0 }: z.output<typeof freespinsBody>,
  port: WalletPort,
  { refuse, answer, parseMinor }: Replies,
): Promise<ProviderReply> {
  port.about.txId = `freespins:${grantId}`
  const grant = await port.grantById(grantId)
  if (!grant) return refuse('free_rounds_over')
  port.about.playerId = grant.playerId
  const session = await port.sessionOf(grant.playerId)
  if (!session) return refuse('session_unknown')
  const amountMinor = parseMinor(total_amount)
  if (amountMinor === undefined) return refuse('amount_invalid')
  if (status !== 'played' && amountMinor === 0n) return answer(await port.balance(session))
  const [applied] = await port.apply([
    {
      ...{ kind: 'win', session, txId: `freespins:${grantId}`, roundId: `free:${grantId}`, gameId: grant.gameId },
      ...{ currency: session.currency, amountMinor, grantId },
    },
  ])
  const { code, balanceMinor } = required(applied, 'the answer to a sum of free spins')
  return code === 'ok' ? answer(balanceMinor) : refuse(code)
}
