import { fieldsOf } from '@dhow/contract/records'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SteadyClock } from '@dhow/platform/clock'
import { parseJson } from '../http/server.ts'
import { findSeat, seatFor, type Seat } from '../live/seats.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Wallets } from '../wallet/wallet.ts'
import { openAllowance } from './allowance.ts'
import { openAutomaticBets, type AutomaticBets } from './automatic-bets.ts'
import type { InstantEngine } from './engine.ts'
import { freeRoundsView, readFreeBet } from './free-rounds.ts'
import { gameOf } from './games.ts'
import { isWhole } from './rules.ts'

/**
 * API of the one-player games: POST with JSON, one path for each call. The seat's secret is in a header, which other sites cannot make a browser send.
 * A decided answer is a 200 with its code.
 */
export interface InstantApiParts {
  db: Db
  clock: SteadyClock
  engine: InstantEngine
  wallets: Wallets
  isOwnOrigin(origin: string, host: string): boolean
  /** Calls a second for each network address. */
  perAddress: number
}

const perSeat = 20
const rememberedSeats = 20_000

interface Reply {
  status: number
  value: object
}
const refuse = (status: number, code: string): Reply => ({ status, value: { code } })
const malformed = refuse(400, 'malformed')
const actionId = /^[A-Za-z0-9_-]{8,40}$/
const seedText = /^[\x21-\x7e]{1,64}$/

interface Call {
  Params: { call: string }
}

/** Adds the routes `/api/instant/NAME`. */
export function serveInstantGames(server: FastifyInstance, parts: InstantApiParts): void {
  const { db, clock } = parts
  const addresses = openAllowance(clock, parts.perAddress)
  const seatCalls = openAllowance(clock, perSeat)
  const seats = new Map<string, Seat>()
  const automatic = openAutomaticBets(parts)
  const calls = openCalls(parts, automatic)

  async function seatOf({ headers }: FastifyRequest): Promise<Seat | undefined> {
    const resume = /^Bearer ([\w-]{1,80})$/.exec(headers.authorization ?? '')?.[1]
    if (resume === undefined) return undefined
    const known = seats.get(resume)
    if (known) return known
    const seat = await findSeat(db, resume)
    if (seat) {
      if (seats.size >= rememberedSeats) seats.clear()
      seats.set(resume, seat)
    }
    return seat
  }

  async function answer(request: FastifyRequest<Call>): Promise<Reply> {
    const { call } = request.params
    const value = parseJson(request.body)
    if (value === undefined) return malformed
    const body = fieldsOf(value)
    if (call === 'hello') return hello(parts, automatic, body)
    const handler = Object.hasOwn(calls, call) ? calls[call] : undefined
    if (!handler) return refuse(404, 'not_found')
    const seat = await seatOf(request)
    if (!seat) return refuse(401, 'session_unknown')
    if (!seatCalls.allows(seat.id)) return refuse(429, 'too_many')
    return handler(seat, body)
  }

  server.post<Call>('/api/instant/:call(^\\w{1,20}$)', {
    // Before the body is read.
    onRequest(request, reply, done) {
      const { origin, host } = request.headers
      if (origin !== undefined && !parts.isOwnOrigin(origin, host ?? '')) reply.code(403).send({ code: 'origin' })
      else if (!addresses.allows(request.socket.remoteAddress ?? '')) reply.code(429).send({ code: 'too_many' })
      else done()
    },
    async handler(request, reply) {
      const { status, value } = await answer(request)
      return reply.code(status).send(value)
    },
  })
  server.get('/api/instant/:call(^\\w{1,20}$)', (_request, reply) => reply.code(405).send({ code: 'method' }))
}

/** Calls of a seated player by name. */
function openCalls(parts: InstantApiParts, automatic: AutomaticBets) {
  const { engine, wallets } = parts
  const calls: Record<string, (seat: Seat, body: Record<string, unknown>) => Promise<Reply>> = {
    async state(seat, { game }) {
      if (!isGame(game)) return malformed
      const answer = await wallets.of(seat.demo).balance(seat.walletSession)
      const seeds = await engine.seeds(seat, game)
      const rounds = await engine.rounds(seat, game)
      const balance = answer.isDecided && answer.balance !== null ? { balance: Number(answer.balance) } : {}
      const freeRounds = freeRoundsView(answer.isDecided ? answer.freeRounds : undefined)
      return ok({ code: 'ok', seeds, rounds, ...balance, ...(answer.isDecided ? { freeRounds } : {}) })
    },
    async bet(seat, { id, game, stake, options, grant, automatic: isAutomatic = false }) {
      const rules = isGame(game) ? gameOf(game) : undefined
      const read = rules?.readOptions(options)
      if (!rules || !read || typeof id !== 'string' || !actionId.test(id) || !isWhole(stake, 1, 100_000_000))
        return malformed
      if (typeof isAutomatic !== 'boolean' || !isShort(grant) || (isAutomatic && grant !== undefined)) return malformed
      const free = grant === undefined ? undefined : await readFreeBet(parts, seat, { id, grant, stake })
      if (free === 'wallet_unknown') return refuse(503, free)
      if (free === 'free_rounds_over') return ok({ code: free })
      const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
      if (!range || (!free && (stake < range.min || stake > range.max))) return ok({ code: 'stake_out_of_range' })
      const refusal = isAutomatic ? await automatic.refusal(seat, rules, id) : undefined
      // Not decided: the page repeats it.
      if (refusal === 'wallet_unknown') return refuse(503, refusal)
      if (refusal) return ok({ code: refusal })
      return ok(
        await engine.bet(seat, { id, game: rules.slug, stake: BigInt(stake), options: read, free, isAutomatic }),
      )
    },
    async action(seat, { id, game, round, step, action }) {
      const read = action === 'cash_out' ? action : isGame(game) ? gameOf(game)?.readAction(action) : undefined
      if (!read || typeof id !== 'string' || !actionId.test(id)) return malformed
      if (typeof round !== 'string' || round.length > 80 || !isWhole(step, 0, 1000)) return malformed
      return ok(await engine.applyAction(seat, { id, round, step, action: read }))
    },
    async rotate(seat, { game, commitment, clientSeed }) {
      if (!isGame(game) || typeof commitment !== 'string' || !/^[0-9a-f]{64}$/.test(commitment)) return malformed
      if (typeof clientSeed !== 'string' || !seedText.test(clientSeed)) return ok({ code: 'client_seed_invalid' })
      const answer = await engine.rotate(seat, game, { commitment, clientSeed })
      // Not decided: the page repeats it.
      return answer.code === 'log_unknown' ? refuse(503, answer.code) : ok(answer)
    },
  }
  return calls
}

/** Seats the player by launch token, by resume secret, or as a visitor with play money. */
async function hello(
  { db, wallets, engine }: InstantApiParts,
  automatic: AutomaticBets,
  body: Record<string, unknown>,
): Promise<Reply> {
  const { game } = body
  const [token, resume, demo] = [body['token'], body['resume'], body['demo']]
  if (!isGame(game) || !isShort(token) || !isShort(resume) || !isShort(demo)) return malformed
  const seated = await seatFor(db, wallets, { token, resume, demo })
  if (seated === 'session_unknown') return refuse(401, seated)
  if (seated === 'wallet_unknown') return refuse(503, seated)
  const { seat, balance, rules, freeRounds } = seated
  if (!isCurrency(seat.currency)) return refuse(401, 'session_unknown')
  return ok({
    resume: seated.resume,
    name: seat.name,
    currency: seat.currency,
    demo: seat.demo,
    balance: Number(balance),
    stakes: stakeRanges[seat.currency],
    autoplayMs: automatic.note(seat, game, rules),
    freeRounds: freeRoundsView(freeRounds),
    seeds: await engine.seeds(seat, game),
    rounds: await engine.rounds(seat, game),
  })
}

const ok = (value: object): Reply => ({ status: 200, value })
const isGame = (slug: unknown): slug is string => typeof slug === 'string' && gameOf(slug) !== undefined
const isShort = (text: unknown): text is string | undefined =>
  text === undefined || (typeof text === 'string' && text.length >= 1 && text.length <= 80)
