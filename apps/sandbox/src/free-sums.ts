import type { Seat } from '@dhow/provider-kit/dialect'
import type { Wallet } from '@dhow/provider-kit/wallet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { FreeBets, Reward } from './free-bets.ts'
import { untilAnswered } from './game-seats.ts'
import type { ProviderKeys } from './provider-keys.ts'
import { leaveUnanswered } from './replies.ts'

/**
 * Free rounds of the protocols whose provider plays them by itself and reports one sum: free spins of SOFTSWISS, free
 * bets of Spribe. The portal issues them under its own id.
 */

interface Provider {
  code: string
  dialect: string
}

/** Free rounds under the portal's id. */
interface Issue extends Reward {
  won: bigint
  /** Of the last round that was played. */
  seat?: Seat
  /** No further round, and the sum was reported. */
  isOver: boolean
}

interface Asked {
  id: string
  user: string
  game: string
  count: number
  /** In the protocol's units. */
  value: number
  ends: string
}

interface Protocol {
  isSigned(keys: ProviderKeys, provider: Provider, request: FastifyRequest): boolean
  issuePath: string
  cancelPath: string
  /** The request in common words; undefined if it has another form. */
  read(body: unknown): Asked | undefined
  idOf(body: unknown): string | undefined
  /** Answers of the protocol. */
  done(reply: FastifyReply, issue: Issue): FastifyReply
  forbidden(reply: FastifyReply): FastifyReply
  refused(reply: FastifyReply, why: 'malformed' | 'term' | 'known' | 'unknown'): FastifyReply
}

const maxIssues = 5_000
const maxRounds = 1_000
/** The largest value of a free bet in minor units: 100.00. */
const largestMinor = 10_000
const monthMs = 31 * 86_400_000

const word = z.string().check(z.minLength(1), z.maxLength(200))
const number = z.int().check(z.minimum(1), z.maximum(maxRounds))

const issued = z.object({
  ...{ issue_id: word, currency: word, valid_until: z.iso.datetime(), user: z.object({ id: word }) },
  ...{ games: z.array(word).check(z.length(1)), freespins_quantity: number, bet_level: z.literal(1) },
})
const cancelled = z.object({ issue_id: word })
const softswissCodes = { malformed: 400, term: 603, known: 605, unknown: 610 }

const softswiss: Protocol = {
  isSigned: (keys, provider, { body, headers }) =>
    keys.isOfPortal(provider, JSON.stringify(body), headers['x-request-sign']),
  issuePath: 'freespins/issue',
  cancelPath: 'freespins/cancel',
  read(body) {
    const { data } = issued.safeParse(body)
    if (!data) return undefined
    const [game = ''] = data.games
    // The first level is the least stake of the invented games: 1.00.
    return {
      id: data.issue_id,
      user: data.user.id,
      game,
      count: data.freespins_quantity,
      value: 100,
      ends: data.valid_until,
    }
  },
  idOf: (body) => cancelled.safeParse(body).data?.issue_id,
  done: (reply) => reply.send({}),
  forbidden: (reply) => reply.code(403).send({ code: 403, message: 'Forbidden' }),
  refused: (reply, why) => reply.code(400).send({ code: softswissCodes[why], message: why }),
}

const added = z.object({
  ...{ operator_key: word, operator_freebet_id: word, op_player_id: word, game: word, currency: word, end_date: word },
  ...{ free_bets: number, bet_value: z.int().check(z.minimum(1), z.maximum(largestMinor * 10)) },
})
const ended = z.object({ operator_freebet_id: word })
const spribeCodes = { malformed: 400, term: 400, known: 902, unknown: 901 }

const spribe: Protocol = {
  isSigned: (keys, provider, { body, headers, url }) =>
    keys.isOfPortal(
      provider,
      `${String(headers['x-spribe-client-ts'])}${url}${JSON.stringify(body)}`,
      headers['x-spribe-client-signature'],
    ),
  issuePath: 'freebets/add',
  cancelPath: 'freebets/cancel',
  read(body) {
    const { data } = added.safeParse(body)
    if (!data) return undefined
    const {
      operator_freebet_id: id,
      op_player_id: user,
      game,
      free_bets: count,
      bet_value: value,
      end_date: ends,
    } = data
    return { id, user, game, count, value, ends }
  },
  idOf: (body) => ended.safeParse(body).data?.operator_freebet_id,
  done: (reply, { uuid, left }) =>
    reply.send({
      code: 200,
      message: 'OK',
      operator_freebet_id: uuid,
      provider_freebet_id: uuid,
      free_bets_left: left,
    }),
  forbidden: (reply) => reply.send({ code: 413, message: 'Invalid Client-Signature' }),
  refused: (reply, why) => reply.send({ code: spribeCodes[why], message: why }),
}

const protocols: Record<string, Protocol> = { softswiss, spribe }
const behaviours = z.object({ behaviour: z.enum(['good', 'lost', 'broken', 'refused']) })

interface Parts {
  keys: ProviderKeys
  now: () => Date
  hasGame(provider: string, game: string): boolean
  silenceMs: number
  walletOf(provider: Provider): Wallet
}

export function serveFreeSums(server: FastifyInstance, providers: readonly Provider[], parts: Parts): FreeBets {
  const { keys, now, hasGame, silenceMs } = parts
  const issues = new Map<string, Issue>()

  for (const provider of providers) {
    const protocol = protocols[provider.dialect]
    if (!protocol) continue
    const base = `/providers/${provider.code}`
    let behaviour = 'good'

    // `lost` does what is asked, and the answer gets lost; `broken` and `refused` do nothing.
    server.post(`${base}/free-rounds/behaviour`, (request, reply) => {
      const { data } = behaviours.safeParse(request.body)
      if (!data) return reply.code(400).send({ error: 'good, lost, broken or refused' })
      ;({ behaviour } = data)
      return reply.send({ behaviour })
    })

    server.post(`${base}/${protocol.issuePath}`, (request, reply) => {
      if (!protocol.isSigned(keys, provider, request)) return protocol.forbidden(reply)
      if (behaviour === 'broken') return reply.code(500).send({ code: 500, message: 'Unknown error' })
      const asked = protocol.read(request.body)
      if (!asked || behaviour === 'refused' || !hasGame(provider.code, asked.game))
        return protocol.refused(reply, 'malformed')
      const endsMs = Date.parse(asked.ends)
      if (!(endsMs > now().getTime() && endsMs <= now().getTime() + monthMs)) return protocol.refused(reply, 'term')
      const known = issues.get(asked.id)
      // SOFTSWISS does not issue an id twice; Spribe answers as before.
      if (known)
        return provider.dialect === 'softswiss' ? protocol.refused(reply, 'known') : protocol.done(reply, known)
      if (issues.size >= maxIssues) issues.clear()
      const issue = issueOf(asked, endsMs, parts.walletOf(provider))
      issues.set(asked.id, issue)
      return behaviour === 'lost' ? leaveUnanswered(reply, silenceMs) : protocol.done(reply, issue)
    })

    server.post(`${base}/${protocol.cancelPath}`, async (request, reply) => {
      if (!protocol.isSigned(keys, provider, request)) return protocol.forbidden(reply)
      if (behaviour === 'broken') return reply.code(500).send({ code: 500, message: 'Unknown error' })
      const issue = issues.get(protocol.idOf(request.body) ?? '')
      if (!issue) return protocol.refused(reply, 'unknown')
      if (issue.isOver) return protocol.refused(reply, 'known')
      await report(issue, parts.walletOf(provider), 'canceled')
      return behaviour === 'lost' ? leaveUnanswered(reply, silenceMs) : protocol.done(reply, issue)
    })
  }

  return {
    of: (user, game) =>
      [...issues.values()].find(
        (one) => one.user === user && one.game === game && one.left > 0 && !one.isOver && one.endsMs > now().getTime(),
      ),
  }
}

function issueOf({ id, user, game, count, value }: Asked, endsMs: number, wallet: Wallet): Issue {
  const issue: Issue = {
    ...{ uuid: id, user, game, value, left: count, endsMs, won: 0n, isOver: false },
    async keep(seat, payout) {
      issue.seat = seat
      issue.left--
      issue.won += payout
      return issue.left === 0 ? report(issue, wallet, 'played') : undefined
    },
  }
  return issue
}

/** Ends an issue; if some of it was played, reports all its wins until the portal answers. */
async function report(issue: Issue, { dialect, send }: Wallet, status: 'played' | 'canceled') {
  issue.isOver = true
  const { seat, uuid: grant, won } = issue
  const sum = seat && dialect.freeSum?.({ seat, tx: `free-${grant}`, grant, units: won * dialect.perMinor, status })
  return sum && untilAnswered(() => send(sum))
}
