import type { DhowFreeRounds, DhowRules } from '@dhow/contract/gateway'
import { createHash, randomBytes } from 'node:crypto'
import type { Query } from '../platform/db.ts'
import { isCurrency } from '../rounds/stakes.ts'
import type { Wallet, Wallets } from '../wallet/wallet.ts'

/**
 * A seat is a player's session at the studio: created from a launch token, found again by the resume secret that only the page has. The secret is
 * stored hashed.
 */
export interface Seat {
  id: string
  walletSession: string
  player: string
  name: string
  currency: string
  demo: boolean
}

export type Seated =
  | {
      seat: Seat
      resume: string
      balance: bigint
      rules?: DhowRules | undefined
      freeRounds?: DhowFreeRounds | undefined
    }
  | 'session_unknown'
  | 'wallet_unknown'

/** Seat for a page's hello: by resume secret, else a new one by launch token or for a visitor with play money. */
export async function seatFor(
  db: Query,
  wallets: Wallets,
  { token, resume, demo }: { token?: string | undefined; resume?: string | undefined; demo?: string | undefined },
): Promise<Seated> {
  if (resume !== undefined) {
    const found = await resumeSeat(db, wallets, resume)
    if (found !== 'session_unknown' || token === undefined) return found
  }
  if (token !== undefined) return createSeat(db, wallets.of(false), token)
  if (demo !== undefined && isCurrency(demo)) return createDemoSeat(db, wallets.of(true), demo)
  return 'session_unknown'
}

/** Exchanges a launch token for a seat. */
async function createSeat(db: Query, wallet: Wallet, token: string): Promise<Seated> {
  const answer = await wallet.authenticate(token)
  if (answer === 'unknown') return 'wallet_unknown'
  if (!('player' in answer)) return 'session_unknown'
  const { session, id, name, currency, balance, rules, freeRounds } = answer.player
  const seat = { id: newId(), walletSession: session, player: id, name, currency, demo: false }
  return { seat, resume: await keep(db, seat), balance, rules, freeRounds }
}

/** A seat for a visitor with play money. */
async function createDemoSeat(db: Query, wallet: Wallet, currency: string): Promise<Seated> {
  const id = newId()
  const seat = { id, walletSession: id, player: `demo:${id}`, name: 'Visitor', currency, demo: true }
  const resume = await keep(db, seat)
  const answer = await wallet.balance(id)
  return { seat, resume, balance: answer.isDecided ? (answer.balance ?? 0n) : 0n }
}

/** Finds the seat of a returning page, with the wallet's current balance. */
async function resumeSeat(db: Query, wallets: Wallets, resume: string): Promise<Seated> {
  const seat = await findSeat(db, resume)
  if (!seat) return 'session_unknown'
  const answer = await wallets.of(seat.demo).balance(seat.walletSession)
  if (!answer.isDecided) return 'wallet_unknown'
  if (answer.code !== 'ok' || answer.balance === null) return 'session_unknown'
  return { seat, resume, balance: answer.balance, rules: answer.rules, freeRounds: answer.freeRounds }
}

/** Finds a seat by resume secret. */
export async function findSeat(db: Query, resume: string): Promise<Seat | undefined> {
  const rows = await db.query<Seat>(
    `select id, wallet_session as "walletSession", player, name, currency, demo from seats where resume_hash = $1`,
    [hashOf(resume)],
  )
  return rows[0]
}

async function keep(db: Query, seat: Seat): Promise<string> {
  const resume = randomBytes(24).toString('base64url')
  await db.query(
    `insert into seats (id, resume_hash, wallet_session, player, name, currency, demo)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [seat.id, hashOf(resume), seat.walletSession, seat.player, seat.name, seat.currency, seat.demo],
  )
  return resume
}

const newId = (): string => `seat_${randomBytes(9).toString('hex')}`
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
