import type { IncomingMessage, ServerResponse } from 'node:http'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import { findSeat, resumeSeat, takeDemoSeat, takeSeat, type Seat, type Seated } from '../live/seats.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { jsonOf, readBody, sendJson } from '../platform/http.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { InstantEngine } from './engine.ts'
import { gameOf } from './games.ts'
import { openAllowance } from './allowance.ts'
import { fieldsOf, isWhole } from './rules.ts'

/**
 * The door of the one-player games: POST with JSON, one path a call. The seat's secret comes in a header, so that no other site can
 * make a browser send it. A decided answer is a 200 with its code.
 */
export interface ListenerParts {
  db: Db
  clock: Clock
  engine: InstantEngine
  dhowWallet: Wallet
  demoWallet: Wallet
  isOwnOrigin(origin: string, host: string): boolean
  /** Calls a second that one network address may make. */
  perAddress: number
}

const bodyBytes = 4096
const perSeat = 20
const rememberedSeats = 20_000

interface Reply {
  status: number
  value: object
}
const refuse = (status: number, code: string): Reply => ({ status, value: { code } })
const malformed = refuse(400, 'malformed')
const actId = /^[A-Za-z0-9_-]{8,40}$/
const seedText = /^[\x21-\x7e]{1,64}$/

export function openListener(parts: ListenerParts) {
  const { db, clock, engine, dhowWallet, demoWallet } = parts
  const addresses = openAllowance(clock, parts.perAddress)
  const seatCalls = openAllowance(clock, perSeat)
  const seats = new Map<string, Seat>()

  const calls: Record<string, (seat: Seat, body: Record<string, unknown>) => Promise<Reply>> = {
    async state(seat, { game }) {
      if (!isGame(game)) return malformed
      const wallet = seat.demo ? demoWallet : dhowWallet
      const [answer, seeds, rounds] = [
        await wallet.balance(seat.walletSession),
        await engine.seeds(seat, game),
        await engine.rounds(seat, game),
      ]
      const balance = answer.isDecided && answer.balance !== null ? { balance: Number(answer.balance) } : {}
      return ok({ code: 'ok', seeds, rounds, ...balance })
    },
    async bet(seat, { id, game, stake, options }) {
      const rules = isGame(game) ? gameOf(game) : undefined
      const read = rules?.readOptions(options)
      if (!rules || !read || typeof id !== 'string' || !actId.test(id) || !isWhole(stake, 1, 100_000_000))
        return malformed
      const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
      if (!range || stake < range.min || stake > range.max) return ok({ code: 'stake_out_of_range' })
      return ok(await engine.bet(seat, { id, game: rules.slug, stake: BigInt(stake), options: read }))
    },
    async action(seat, { id, game, round, step, action }) {
      const read = action === 'cash_out' ? action : isGame(game) ? gameOf(game)?.readAction(action) : undefined
      if (!read || typeof id !== 'string' || !actId.test(id)) return malformed
      if (typeof round !== 'string' || round.length > 80 || !isWhole(step, 0, 1000)) return malformed
      return ok(await engine.applyAction(seat, { id, round, step, action: read }))
    },
    async rotate(seat, { game, commitment, clientSeed }) {
      if (!isGame(game) || typeof commitment !== 'string' || !/^[0-9a-f]{64}$/.test(commitment)) return malformed
      if (typeof clientSeed !== 'string' || !seedText.test(clientSeed)) return ok({ code: 'client_seed_invalid' })
      return ok(await engine.rotate(seat, game, { commitment, clientSeed }))
    },
  }

  async function hello(body: Record<string, unknown>): Promise<Reply> {
    const { game, token, resume, demo } = body
    if (!isGame(game)) return malformed
    for (const text of [token, resume, demo]) {
      if (text !== undefined && (typeof text !== 'string' || text.length < 1 || text.length > 80)) return malformed
    }
    const seated = await seatFor(token as string | undefined, resume as string | undefined, demo as string | undefined)
    if (seated === 'session_unknown') return refuse(401, seated)
    if (seated === 'wallet_unknown') return refuse(503, seated)
    const { seat, balance } = seated
    if (!isCurrency(seat.currency)) return refuse(401, 'session_unknown')
    return ok({
      resume: seated.resume,
      name: seat.name,
      currency: seat.currency,
      demo: seat.demo,
      balance: Number(balance),
      stakes: stakeRanges[seat.currency],
      seeds: await engine.seeds(seat, game),
      rounds: await engine.rounds(seat, game),
    })
  }

  async function seatFor(token?: string, resume?: string, demo?: string): Promise<Seated> {
    if (resume !== undefined) {
      const found = await resumeSeat(db, (seat) => (seat.demo ? demoWallet : dhowWallet), resume)
      if (found !== 'session_unknown' || token === undefined) return found
    }
    if (token !== undefined) return takeSeat(db, dhowWallet, token)
    if (demo !== undefined && isCurrency(demo)) return takeDemoSeat(db, demoWallet, demo)
    return 'session_unknown'
  }

  async function seatOf(request: IncomingMessage): Promise<Seat | undefined> {
    const resume = /^Bearer ([\w-]{1,80})$/.exec(request.headers.authorization ?? '')?.[1]
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

  async function decide(request: IncomingMessage, call: string): Promise<Reply> {
    const { origin, host } = request.headers
    if (request.method !== 'POST') return refuse(405, 'method')
    if (origin !== undefined && !parts.isOwnOrigin(origin, host ?? '')) return refuse(403, 'origin')
    if (!addresses.take(request.socket.remoteAddress ?? '')) return refuse(429, 'too_many')
    const raw = await readBody(request, bodyBytes)
    const value = raw && jsonOf(raw)
    if (value === undefined) return malformed
    const body = fieldsOf(value)
    if (call === 'hello') return hello(body)
    const handler = Object.hasOwn(calls, call) ? calls[call] : undefined
    if (!handler) return refuse(404, 'not_found')
    const seat = await seatOf(request)
    if (!seat) return refuse(401, 'session_unknown')
    if (!seatCalls.take(seat.id)) return refuse(429, 'too_many')
    return handler(seat, body)
  }

  return {
    /** Answers a call by its name, the last part of the path. */
    async answer(request: IncomingMessage, response: ServerResponse, call: string): Promise<void> {
      const { status, value } = await decide(request, call)
      sendJson(request, response, status, value)
    },
  }
}

const ok = (value: object): Reply => ({ status: 200, value })
const isGame = (slug: unknown): slug is string => typeof slug === 'string' && gameOf(slug) !== undefined
