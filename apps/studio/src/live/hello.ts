import type { Log } from '@dhow/platform/log'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Db } from '../platform/db.ts'
import type { Wallets } from '../wallet/wallet.ts'
import type { Hello, Welcome } from './messages.ts'
import { seatFor, type Seat } from './seats.ts'
import type { Page } from './sockets.ts'

export interface HelloParts {
  db: Db
  log: Log
  wallets: Wallets
}

/** Handles a page's hello: seats it, then runs `seated`. */
export function openHelloHandler({ db, log, wallets }: HelloParts) {
  /** Pages whose hello is being handled. */
  const greeting = new WeakSet<Page>()

  async function seat(page: Page, message: Hello, seated: (seat: Seat) => Promise<void>): Promise<void> {
    const found = await seatFor(db, wallets, message)
    if (typeof found === 'string') return page.leave(found)
    const { seat, resume, balance } = found
    if (!isCurrency(seat.currency)) return page.leave('session_unknown')
    if (!page.takeSeat(seat)) return page.leave('too_many')
    const { name, currency, demo } = seat
    const stakes = stakeRanges[seat.currency]
    page.send({ t: 'welcome', resume, name, currency, demo, balance: Number(balance), stakes } satisfies Welcome)
    await seated(seat)
  }

  return (page: Page, message: Hello, seated: (seat: Seat) => Promise<void>): void => {
    if (page.seat || greeting.has(page)) return page.leave('malformed')
    greeting.add(page)
    seat(page, message, seated).catch((error: unknown) => {
      log.error({ error: String(error) }, 'a page could not join its game')
      page.leave('wallet_unknown')
    })
  }
}

export type HelloHandler = ReturnType<typeof openHelloHandler>
