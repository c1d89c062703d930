import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ProviderKeys } from './provider-keys.ts'

interface Provider {
  code: string
  dialect: string
}

const maxTickets = 5_000

const word = z.string().check(z.maxLength(200))
const launchOfSoftswiss = z.object({ game: word, currency: word, user: z.optional(z.object({ id: word })) })
const launchOfHub88 = z.object({
  game_code: word,
  currency: word,
  user: z.optional(word),
  token: z.optional(word),
})

/** Game launches of two protocols, in which the portal calls with a signature over the body and gets the game's URL. */
export function serveGameLaunches(
  server: FastifyInstance,
  providers: readonly Provider[],
  parts: { keys: ProviderKeys; origin: string; hasGame(provider: string, game: string): boolean },
) {
  const { keys, origin, hasGame } = parts
  const tickets = new Map<string, string>()

  for (const provider of providers) {
    const base = `/providers/${provider.code}`
    const address = (game: string, query: Record<string, string>) =>
      `${origin}${base}/play/${game}?${new URLSearchParams(query).toString()}`

    if (provider.dialect === 'softswiss')
      for (const path of ['sessions', 'demo'])
        server.post(`${base}/${path}`, (request, reply) => {
          if (!keys.isOfPortal(provider, JSON.stringify(request.body), request.headers['x-request-sign']))
            return reply.code(403).send({ code: 403, message: 'Forbidden' })
          const { data: launch } = launchOfSoftswiss.safeParse(request.body)
          if (!launch || !hasGame(provider.code, launch.game))
            return reply.code(400).send({ code: 400, message: 'Bad request' })
          const { game, currency, user } = launch
          // The protocol has no token, and this URL plays as the player, so it is valid once.
          const who = path === 'demo' || !user ? { demo: '1' } : { token: ticketFor(user.id) }
          const game_url = address(game, { currency, ...who })
          return reply.send({ session_id: 'sandbox', launch_options: { game_url, strategy: 'iframe' } })
        })

    if (provider.dialect === 'hub88')
      server.post(`${base}/game/url`, (request, reply) => {
        if (!keys.isOfPortal(provider, JSON.stringify(request.body), request.headers['x-hub88-signature']))
          return reply.code(403).send({ error: 'RS_ERROR_INVALID_SIGNATURE' })
        const { data: launch } = launchOfHub88.safeParse(request.body)
        if (!launch || !hasGame(provider.code, launch.game_code))
          return reply.code(400).send({ error: 'RS_ERROR_WRONG_SYNTAX' })
        const { game_code, currency, user, token } = launch
        const who = user === undefined || token === undefined ? { demo: '1' } : { user, token }
        return reply.send({ url: address(game_code, { currency, ...who }) })
      })
  }

  function ticketFor(user: string): string {
    const ticket = randomBytes(18).toString('base64url')
    if (tickets.size >= maxTickets) tickets.clear()
    tickets.set(ticket, user)
    return ticket
  }

  return {
    /** Player of a one-time ticket. */
    redeemTicket(ticket: string): string | undefined {
      const user = tickets.get(ticket)
      tickets.delete(ticket)
      return user
    },
  }
}
