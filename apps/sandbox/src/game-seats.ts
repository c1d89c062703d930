import { randomBytes, randomInt } from 'node:crypto'
import type { Answer, Seat } from '@dhow/provider-kit/dialect'
import type { Wallet } from '@dhow/provider-kit/wallet'
import type { FreeBets } from './free-bets.ts'
import { later } from './replies.ts'

interface OpenSeat {
  /** Undefined for a demo. */
  wallet: Wallet | undefined
  seat: Seat
  /** Play money of a demo, in minor units. */
  balance: bigint
}

/** Reply to a game's page: balance as decimal text, and a sentence. */
interface PageReply {
  seat?: string
  balance?: string
  currency?: string
  /** The lantern that was lit. */
  lit?: number
  word?: string
}

const maxSeats = 5_000
const demoMinor = 100_000n
const tries = 10
const pauseMs = 400
const lanterns = 3

/** Seats of the invented games and their rounds, on their provider's wallet or with play money. */
export function openGameSeats(redeemTicket: (ticket: string) => string | undefined, freeBets: FreeBets) {
  const seats = new Map<string, OpenSeat>()
  const keep = (open: OpenSeat): string => {
    const id = randomBytes(18).toString('base64url')
    if (seats.size >= maxSeats) seats.clear()
    seats.set(id, open)
    return id
  }

  async function authenticate(wallet: Wallet, token: string, given: Seat): Promise<{ seat: Seat; answer: Answer }> {
    const { dialect, send } = wallet
    if (dialect.exchanges) {
      const session = randomBytes(18).toString('base64url')
      const answer = await send(dialect.open(token, session, given))
      const { player = given.player, currency = given.currency } = answer
      return { seat: { ...given, player, currency, session: answer.session ?? session }, answer }
    }
    const seat = { ...given, session: token }
    return { seat, answer: await send(dialect.balance(seat)) }
  }

  return {
    openDemo(seat: Seat): PageReply {
      const id = keep({ wallet: undefined, seat, balance: demoMinor })
      return { seat: id, balance: decimal(demoMinor), currency: 'play money' }
    },

    async open(wallet: Wallet, token: string, given: Seat): Promise<PageReply> {
      // SOFTSWISS calls contain only the player id, so only our ticket can prove it; in other protocols the portal checks its token.
      const player = wallet.dialect.name === 'softswiss' ? redeemTicket(token) : given.player
      if (player === undefined) return notOpened('this address was used before')
      const { seat, answer } = await authenticate(wallet, token, { ...given, player })
      if (answer.word !== 'ok' || answer.balance === undefined) return notOpened(answer.word)
      return { seat: keep({ wallet, seat, balance: 0n }), balance: decimal(answer.balance), currency: seat.currency }
    },

    has: (id: string): boolean => seats.has(id),

    /** Plays a round on one of the lanterns; undefined for an unknown seat. */
    async play(id: string, pick: number, own: bigint): Promise<PageReply | undefined> {
      const open = seats.get(id)
      if (!open) return undefined
      // Free bets are used before the player's own stake.
      const free = open.wallet && freeBets.of(open.seat.player, open.seat.game)
      const stake = free && open.wallet ? BigInt(free.value) / open.wallet.dialect.perMinor : own
      const lit = randomInt(lanterns)
      const payout = lit === pick ? (stake * 285n) / 100n : 0n
      const prefix = free ? `Free round, ${free.left - 1} left. ` : ''
      const word = prefix + (payout > 0n ? `Lit! ${decimal(payout)} comes back.` : 'This one is dark.')
      if (!open.wallet) {
        if (open.balance < stake)
          return { word: 'There is not enough play money left.', balance: decimal(open.balance) }
        open.balance += payout - stake
        return { lit, word, balance: decimal(open.balance), currency: 'play money' }
      }
      if (free?.keep) {
        const kept = await free.keep(open.seat, payout)
        if (!kept?.balance) return { lit, word }
        return { lit, word, balance: decimal(kept.balance), currency: open.seat.currency }
      }
      const answer = await settle(open.wallet, { seat: open.seat, stake, payout, reward: free?.uuid })
      if (free && answer.word === 'ok') free.left--
      const balance =
        answer.balance === undefined ? {} : { balance: decimal(answer.balance), currency: open.seat.currency }
      if (answer.word !== 'ok') return { word: refusals[answer.word] ?? 'The stake was not accepted.', ...balance }
      return { lit, word, ...balance }
    },
  }
}

/** Debits the stake and pays the win. Rolls back a stake without an answer; repeats a win until answered. */
async function settle(
  { dialect, send }: Wallet,
  { seat, stake, payout, reward }: { seat: Seat; stake: bigint; payout: bigint; reward: string | undefined },
): Promise<Answer> {
  const id = randomBytes(12).toString('hex')
  const [bet, win, round] = [`b-${id}`, `w-${id}`, `r-${id}`]
  const units = (minor: bigint) => minor * dialect.perMinor
  const answer = await send(
    dialect.bet({ seat, tx: bet, round, units: units(stake), ...(reward === undefined ? {} : { reward }) }),
  )
  if (answer.word === 'unknown') {
    await untilAnswered(() => send(dialect.rollback({ seat, tx: `x-${id}`, ref: bet, round })))
    return { ...answer, balance: undefined }
  }
  if (answer.word !== 'ok') return answer
  return untilAnswered(() => send(dialect.win({ seat, tx: win, ref: bet, round, units: units(payout), ends: true })))
}

/** Repeats a call until the portal answers it, or a few times. */
export async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send()
  for (let count = 1; answer.word === 'unknown' && count < tries; count++) {
    await later(pauseMs * count)
    answer = await send()
  }
  return answer
}

const notOpened = (reason: string): PageReply => ({ word: `The game could not be opened: ${reason}.` })

const refusals: Partial<Record<Answer['word'], string>> = {
  funds: 'There is not enough money for this stake.',
  session: 'This session has ended. Open the game again.',
  'not allowed': 'Stakes are not accepted at the moment.',
  unknown: 'The portal did not answer; the stake was given back.',
}

const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
