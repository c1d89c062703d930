import { dialects } from '@dhow/provider-kit/dialects'
import { openWallet } from '@dhow/provider-kit/wallet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { serveFreeBets } from './free-bets.ts'
import { serveFreeSums } from './free-sums.ts'
import { serveGameLaunches } from './game-launches.ts'
import { gamePage, gameScript, gameStyle } from './game-page.ts'
import { openGameSeats } from './game-seats.ts'
import { inventedGames, type InventedGame } from './invented-games.ts'
import { openProviderKeys } from './provider-keys.ts'

/** The sandbox's providers, each with another wallet protocol. */
const providers: { code: string; dialect: string; games: InventedGame[] }[] = [
  { code: 'spribe', dialect: 'spribe', games: inventedGames(24, 11, ['spribe', 'crash']) },
  { code: 'turbo', dialect: 'softswiss', games: inventedGames(48, 31, ['turbo']) },
  { code: 'lagoon', dialect: 'dhow', games: inventedGames(5_000, 0) },
  { code: 'reef', dialect: 'hub88', games: inventedGames(36, 53) },
]
type Provider = (typeof providers)[number]

const pageSize = 1_000
const windowMs = 300_000

const seatRequest = z.object({
  game: z.string().check(z.maxLength(80)),
  token: z.nullable(z.string().check(z.maxLength(200))),
  user: z.nullable(z.string().check(z.maxLength(80))),
  currency: z.nullable(z.string().check(z.maxLength(3))),
  demo: z.boolean(),
})
const roundRequest = z.object({
  seat: z.string().check(z.maxLength(80)),
  stake: z.string().check(z.regex(/^\d{1,3}(\.\d{1,2})?$/)),
  pick: z.int().check(z.minimum(0), z.maximum(2)),
})

const find = (code: string) => providers.find((provider) => provider.code === code)
const gameOf = (provider: Provider | undefined, code: string): InventedGame | undefined =>
  provider?.games.find((game) => game.code === code)

/** Providers with thousands of invented games: list, launch, and play over their protocols. */
export function serveGameProviders(server: FastifyInstance, config: Config, now: () => Date) {
  const keys = openProviderKeys(config.key)
  serveGameList(server, config, now, (provider, signed, signature) => keys.isOfPortal(provider, signed, signature))
  const hasGame = (code: string, game: string) => gameOf(find(code), game) !== undefined
  const { redeemTicket } = serveGameLaunches(server, providers, { keys, origin: config.origin, hasGame })
  const walletOf = ({ dialect: name, code: provider }: Provider) => {
    const dialect = dialects[name]
    if (!dialect) throw new Error(`there is no protocol ${name}`)
    const url = `${config.portalUrl}/api/v1/dhow/gateway/${name}${name === 'dhow' ? '' : `/${provider}`}`
    const key = keys.own({ code: provider, dialect: name })
    return openWallet({ url, dialect, key, provider, now: () => now().getTime(), timeoutMs: 4_000 })
  }
  const kept = [
    serveFreeBets(server, providers, { keys, now, hasGame }),
    serveFreeSums(server, providers, { keys, now, hasGame, silenceMs: config.silenceMs, walletOf }),
  ]
  const freeBetsOf = (user: string, game: string) =>
    kept.map((one) => one.of(user, game)).find((one) => one !== undefined)
  const seats = openGameSeats(redeemTicket, { of: freeBetsOf })
  const seatGone = (reply: FastifyReply) => reply.code(404).send({ word: 'This seat is gone. Open the game again.' })

  server.get('/providers/game.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(gameStyle))
  server.get('/providers/game.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(gameScript))

  server.get<{ Params: { code: string; game: string } }>('/providers/:code/play/:game', (request, reply) => {
    const game = gameOf(find(request.params.code), request.params.game)
    if (!game) return reply.code(404).send({ error: 'there is no such game' })
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${config.portalOrigins.join(' ')}`,
      )
      .send(gamePage(game.name))
  })

  server.post<{ Params: { code: string } }>('/providers/:code/seats', async (request, reply) => {
    const provider = find(request.params.code)
    const read = seatRequest.safeParse(request.body)
    if (!provider || !read.success || !gameOf(provider, read.data.game)) return seatGone(reply)
    const { game, token, demo, user, currency } = read.data
    const seat = { player: demo ? '' : (user ?? ''), session: '', currency: currency ?? 'NAD', game }
    return demo ? seats.openDemo(seat) : seats.open(walletOf(provider), token ?? '', seat)
  })

  server.post<{ Params: { code: string } }>('/providers/:code/rounds', async (request, reply) => {
    const read = roundRequest.safeParse(request.body)
    if (!read.success) return { word: 'A stake is an amount such as 1.00, at most 100.00.' }
    const { seat, pick } = read.data
    if (!seats.has(seat)) return seatGone(reply)
    const [whole = '', fraction = ''] = read.data.stake.split('.')
    const stake = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
    if (stake < 100n || stake > 10_000n) return { word: 'The stake is from 1.00 to 100.00.' }
    return (await seats.play(seat, pick, stake)) ?? seatGone(reply)
  })
}

/** List of games in pages, for requests signed by the portal. */
function serveGameList(
  server: FastifyInstance,
  config: Config,
  now: () => Date,
  isOfPortal: (provider: Provider, signed: string, signature: unknown) => boolean,
) {
  const isSigned = (provider: Provider, { headers, url }: FastifyRequest): boolean => {
    const timestamp = String(headers['x-timestamp'])
    return (
      isOfPortal(provider, `${timestamp}.${url}`, headers['x-signature']) &&
      (config.key === '' || Math.abs(now().getTime() - Number(timestamp)) <= windowMs)
    )
  }
  server.get<{ Params: { code: string }; Querystring: { cursor?: string } }>(
    '/providers/:code/games',
    (request, reply) => {
      const provider = find(request.params.code)
      if (!provider) return reply.code(404).send({ error: 'there is no such provider' })
      if (!isSigned(provider, request)) return reply.code(401).send({ error: 'the signature is missing or wrong' })
      const from = Number(request.query.cursor ?? '0') || 0
      const next = from + pageSize < provider.games.length ? String(from + pageSize) : null
      return reply.send({ games: provider.games.slice(from, from + pageSize), next })
    },
  )
}
