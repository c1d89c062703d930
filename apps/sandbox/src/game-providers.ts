import { randomBytes, randomInt } from 'node:crypto'
import type { Answer, Seat } from '@dhow/provider-kit/dialect'
import { dialects } from '@dhow/provider-kit/dialects'
import { openWallet, type Wallet } from '@dhow/provider-kit/wallet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { gamePage, gameScript, gameStyle } from './game-page.ts'
import { serveGameLaunches } from './game-launches.ts'
import { inventedGames, type InventedGame } from './invented-games.ts'
import { openProviderKeys } from './provider-keys.ts'
import { later } from './waits.ts'

/** The providers that stand here; each speaks another protocol with the portal. */
const providers: { code: string; dialect: string; games: InventedGame[] }[] = [
  { code: 'spribe', dialect: 'spribe', games: inventedGames(24, 11, ['spribe', 'crash']) },
  { code: 'turbo', dialect: 'softswiss', games: inventedGames(48, 31, ['turbo']) },
  { code: 'lagoon', dialect: 'dhow', games: inventedGames(5_000, 0) },
  { code: 'reef', dialect: 'hub88', games: inventedGames(36, 53) },
]
type Provider = (typeof providers)[number]

interface Table {
  wallet: Wallet | undefined
  seat: Seat
  /** Of a demo, in hundredths. */
  balance: bigint
}

const pageSize = 1_000
const seatsAtMost = 5_000
const demoBalance = 100_000n
const tries = 10
const pauseMs = 400
const windowMs = 300_000

const seated = z.object({
  game: z.string().check(z.maxLength(80)),
  token: z.nullable(z.string().check(z.maxLength(200))),
  user: z.nullable(z.string().check(z.maxLength(80))),
  currency: z.nullable(z.string().check(z.maxLength(3))),
  demo: z.boolean(),
})
const played = z.object({
  seat: z.string().check(z.maxLength(80)),
  stake: z.string().check(z.regex(/^\d{1,3}(\.\d{1,2})?$/)),
  pick: z.int().check(z.minimum(0), z.maximum(2)),
})

/** Providers with thousands of invented games: they list them, open them, and play them over their own protocol. */
export function serveGameProviders(server: FastifyInstance, config: Config, now: () => Date) {
  const tables = new Map<string, Table>()
  const find = (code: string) => providers.find((provider) => provider.code === code)
  const gameOf = (provider: Provider, code: string): InventedGame | undefined =>
    provider.games.find((game) => game.code === code)
  const keys = openProviderKeys(config.key)
  const walletOf = (provider: Provider) =>
    openWallet({
      url: `${config.portalUrl}/api/v1/dhow/gateway/${provider.dialect}${provider.dialect === 'dhow' ? '' : `/${provider.code}`}`,
      dialect: dialects[provider.dialect]!,
      key: keys.own(provider),
      provider: provider.code,
      now: () => now().getTime(),
      timeoutMs: 4_000,
    })

  server.get('/providers/game.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(gameStyle))
  server.get('/providers/game.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(gameScript))

  /** The list of games, in pages; asked for with the signature that the portal puts on it. */
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

  function isSigned(provider: Provider, { headers, url }: FastifyRequest): boolean {
    const timestamp = String(headers['x-timestamp'])
    return (
      keys.isOfPortal(provider, `${timestamp}.${url}`, headers['x-signature']) &&
      (config.key === '' || Math.abs(now().getTime() - Number(timestamp)) <= windowMs)
    )
  }

  const { takeTicket } = serveGameLaunches(server, providers, {
    keys,
    origin: config.origin,
    hasGame: (code, game) => gameOf(find(code)!, game) !== undefined,
  })

  server.get<{ Params: { code: string; game: string } }>('/providers/:code/play/:game', (request, reply) => {
    const provider = find(request.params.code)
    const game = provider && gameOf(provider, request.params.game)
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
    const read = seated.safeParse(request.body)
    if (!provider || !read.success || !gameOf(provider, read.data.game)) return refused(reply)
    const { game, token, demo, currency } = read.data
    const id = randomBytes(18).toString('base64url')
    if (tables.size >= seatsAtMost) tables.clear()
    if (demo) {
      tables.set(id, { wallet: undefined, seat: seatOf('', '', currency ?? 'NAD', game), balance: demoBalance })
      return { seat: id, balance: decimal(demoBalance), currency: 'play money' }
    }
    const wallet = walletOf(provider)
    const opened = await open(wallet, token ?? '', read.data.user ?? '', currency ?? 'NAD', game)
    if ('word' in opened) return { word: `The game could not be opened: ${opened.word}.` }
    tables.set(id, { wallet, seat: opened.seat, balance: 0n })
    return { seat: id, balance: decimal(opened.balance), currency: opened.seat.currency }
  })

  const seatOf = (player: string, session: string, currency: string, game: string): Seat => ({
    player,
    session,
    currency,
    game,
  })

  async function open(
    wallet: Wallet,
    token: string,
    user: string,
    currency: string,
    game: string,
  ): Promise<{ seat: Seat; balance: bigint } | { word: string }> {
    const { dialect, send } = wallet
    let seat = seatOf(user, token, currency, game)
    let said: Answer
    if (dialect.exchanges) {
      const session = randomBytes(18).toString('base64url')
      said = await send(dialect.open(token, session, { game, currency }))
      seat = {
        ...seat,
        player: said.player ?? user,
        session: said.session ?? session,
        currency: said.currency ?? currency,
      }
    } else {
      // SOFTSWISS calls name the player and nothing more, so only our own ticket may say who that is; elsewhere the portal checks its token.
      const player = dialect.name === 'softswiss' ? takeTicket(token) : user
      if (player === undefined) return { word: 'this address was used before' }
      seat = { ...seat, player }
      said = await send(dialect.balance(seat))
    }
    if (said.word !== 'ok' || said.balance === undefined) return { word: said.word }
    return { seat, balance: said.balance }
  }

  server.post<{ Params: { code: string } }>('/providers/:code/rounds', async (request, reply) => {
    const read = played.safeParse(request.body)
    if (!read.success) return { word: 'A stake is an amount such as 1.00, at most 100.00.' }
    const table = tables.get(read.data.seat)
    if (!table) return refused(reply)
    const [whole = '', fraction = ''] = read.data.stake.split('.')
    const stake = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
    if (stake < 100n || stake > 10_000n) return { word: 'The stake is from 1.00 to 100.00.' }
    const lit = randomInt(3)
    const payout = lit === read.data.pick ? (stake * 285n) / 100n : 0n
    const won = payout > 0n ? `Lit! ${decimal(payout)} comes back.` : 'This one is dark.'
    if (!table.wallet) {
      if (table.balance < stake)
        return { word: 'There is not enough play money left.', balance: decimal(table.balance) }
      table.balance += payout - stake
      return { lit, word: won, balance: decimal(table.balance), currency: 'play money' }
    }
    const said = await play(table.wallet, table.seat, stake, payout)
    const balance = said.balance === undefined ? {} : { balance: decimal(said.balance), currency: table.seat.currency }
    if (said.word !== 'ok') return { word: refusals[said.word] ?? 'The stake was not taken.', ...balance }
    return { lit, word: won, ...balance }
  })

  /** A stake whose answer never came is rolled back, and a win is said until it is heard. */
  async function play(wallet: Wallet, seat: Seat, stake: bigint, payout: bigint): Promise<Answer> {
    const { dialect, send } = wallet
    const id = randomBytes(12).toString('hex')
    const [bet, win, round] = [`b-${id}`, `w-${id}`, `r-${id}`]
    const units = (minor: bigint) => minor * dialect.perMinor
    const taken = await send(dialect.bet({ seat, tx: bet, round, units: units(stake) }))
    if (taken.word === 'unknown') {
      await untilHeard(() => send(dialect.rollback({ seat, tx: `x-${id}`, ref: bet, round })))
      return { ...taken, balance: undefined }
    }
    if (taken.word !== 'ok') return taken
    return untilHeard(() => send(dialect.win({ seat, tx: win, ref: bet, round, units: units(payout), ends: true })))
  }

  async function untilHeard(say: () => Promise<Answer>): Promise<Answer> {
    let said = await say()
    for (let count = 1; said.word === 'unknown' && count < tries; count++) {
      await later(pauseMs * count)
      said = await say()
    }
    return said
  }

  const refused = (reply: FastifyReply) => reply.code(404).send({ word: 'This seat is gone. Open the game again.' })
}

const refusals: Partial<Record<Answer['word'], string>> = {
  funds: 'There is not enough money for this stake.',
  session: 'This session has ended. Open the game again.',
  'not allowed': 'Stakes are not taken at the moment.',
  unknown: 'The portal did not answer; the stake was given back.',
}

const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
