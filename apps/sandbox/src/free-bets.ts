import { randomUUID } from 'node:crypto'
import type { Answer, Seat } from '@dhow/provider-kit/dialect'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { ProviderKeys } from './provider-keys.ts'

interface Provider {
  code: string
  dialect: string
}

/** A player's free bets in one game; their value is in the protocol's units. */
export interface Reward {
  uuid: string
  user: string
  game: string
  value: number
  left: number
  endsMs: number
  /** Keeps a round's win in minor units, if the protocol reports only their sum; with the last one, answers with the wallet. */
  keep?(seat: Seat, payout: bigint): Promise<Answer | undefined>
}

/** Free bets that players have. */
export interface FreeBets {
  /** The free bets that a player's next round in a game uses. */
  of(user: string, game: string): Reward | undefined
}

const maxRewards = 5_000
/** Largest value of a free bet, equal to the largest stake: 100.00. */
const largestValue = 10_000_000
const maxBets = 1_000

const word = z.string().check(z.maxLength(200))
const listOfPrepaids = z.object({ game_code: word })
const newReward = z.object({
  ...{ user: word, prepaid_uuid: word, game_code: word, currency: word, reference: word, end_time: z.iso.datetime() },
  bet_count: z.int().check(z.minimum(1), z.maximum(maxBets)),
  bet_value: z.int().check(z.minimum(1)),
})
const endOfReward = z.object({ reward_uuid: word })

/** The Freebets API of Hub88 providers, called by an operator. One prepaid for each game and currency, with open count and value. */
export function serveFreeBets(
  server: FastifyInstance,
  providers: readonly Provider[],
  parts: { keys: ProviderKeys; now: () => Date; hasGame(provider: string, game: string): boolean },
): FreeBets {
  const { keys, now, hasGame } = parts
  /** By the operator's reference, so that a repeated call creates no second one. */
  const rewards = new Map<string, Reward>()

  for (const provider of providers.filter(({ dialect }) => dialect === 'hub88')) {
    const isSigned = ({ body, headers }: FastifyRequest) =>
      keys.isOfPortal(provider, JSON.stringify(body), headers['x-hub88-signature'])
    const forbidden = (reply: FastifyReply) => reply.code(403).send({ error: 'RS_ERROR_INVALID_SIGNATURE' })
    const wrong = (reply: FastifyReply) => reply.code(400).send({ error: 'RS_ERROR_WRONG_SYNTAX' })
    const base = `/providers/${provider.code}/freebet`

    server.post(`${base}/prepaids/list`, (request, reply) => {
      if (!isSigned(request)) return forbidden(reply)
      const { data: asked } = listOfPrepaids.safeParse(request.body)
      if (!asked || !hasGame(provider.code, asked.game_code)) return wrong(reply)
      const open = { game_code: asked.game_code, bet_count: null, bet_value: null }
      return reply.send(
        ['NAD', 'INR'].map((currency) => ({ prepaid_uuid: `${asked.game_code}-${currency}`, currency, ...open })),
      )
    })

    server.post(`${base}/rewards/create`, (request, reply) => {
      if (!isSigned(request)) return forbidden(reply)
      const { data: asked } = newReward.safeParse(request.body)
      if (!asked || !hasGame(provider.code, asked.game_code) || asked.bet_value > largestValue) return wrong(reply)
      if (rewards.size >= maxRewards) rewards.clear()
      const made = rewards.get(asked.reference) ?? {
        ...{ uuid: randomUUID(), user: asked.user, game: asked.game_code, value: asked.bet_value },
        ...{ left: asked.bet_count, endsMs: Date.parse(asked.end_time) },
      }
      rewards.set(asked.reference, made)
      return reply.send({ reward_uuid: made.uuid, status: 'FRS_ACTIVE', user: made.user, game_code: made.game })
    })

    server.post(`${base}/rewards/cancel`, (request, reply) => {
      if (!isSigned(request)) return forbidden(reply)
      const { data: asked } = endOfReward.safeParse(request.body)
      const reward = [...rewards.values()].find(({ uuid }) => uuid === asked?.reward_uuid)
      if (!reward) return wrong(reply)
      reward.left = 0
      return reply.send({ reward_uuid: reward.uuid, status: 'FRS_CANCELLED' })
    })
  }

  return {
    of: (user, game) =>
      [...rewards.values()].find(
        (one) => one.user === user && one.game === game && one.left > 0 && one.endsMs > now().getTime(),
      ),
  }
}
