import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { parseMinor, openBooks } from './bank-books.ts'
import { openPayers } from './bank-payers.ts'
import { servePayouts } from './bank-payouts.ts'
import { writeStatement } from './bank-statements.ts'
import type { Config } from './config.ts'

const text = z.string().check(z.maxLength(140))
const transfer = z.object({
  account: z.string().check(z.regex(/^[\w-]{1,40}$/)),
  amount: z.string().check(z.regex(/^[0-9]{1,9}(\.[0-9]{2})?$/)),
  direction: z.optional(z.enum(['in', 'out'])),
  reference: z.optional(text),
  payer: z.optional(text),
  text: z.optional(text),
  day: z.optional(z.iso.date()),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
})
const statementQuery = z.object({
  format: z.optional(z.enum(['csv', 'ofx', 'mt940', 'camt053'])),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
})
const maxShown = 200

/**
 * Simulated bank: books the payments that the sandbox's players report, pays out or fails to, and writes statements of both. All of it has an HTTP
 * endpoint, so that tests and people can produce each odd case.
 */
export function serveBank(server: FastifyInstance, config: Config, now: () => Date) {
  const books = openBooks(config.dataDir)
  const today = () => now().toISOString().slice(0, 10)
  const refused = (reply: FastifyReply, error: string) => reply.code(400).send({ error })
  const payers = openPayers(server, config, books.book)

  /** Books a transfer on one of the operator's accounts, as if a player had paid it. */
  server.post('/bank/transfers', (request, reply) => {
    const read = transfer.safeParse(request.body)
    if (!read.success)
      return refused(reply, 'send {account, amount, direction?, reference?, payer?, text?, day?, currency?}')
    const { account, direction = 'in', reference = '', payer = '', day = today(), currency = 'NAD' } = read.data
    const minor = parseMinor(read.data.amount)
    if (minor === 0n) return refused(reply, 'nothing cannot be paid')
    return books.book({
      account,
      day,
      currency,
      minor: (direction === 'in' ? minor : -minor).toString(),
      reference,
      text: [payer, read.data.text].filter(Boolean).join(' '),
    })
  })

  server.get<{ Querystring: { account?: string } }>('/bank/transfers', async (request) => {
    await payers.settle()
    const { account } = request.query
    return books.bookings
      .filter((booking) => account === undefined || booking.account === account)
      .slice(-maxShown)
      .reverse()
  })

  /** The statement of an account: `?format=csv|ofx|mt940|camt053&from=&to=`. */
  server.get<{ Params: { account: string } }>('/bank/accounts/:account/statement', async (request, reply) => {
    const { account } = request.params
    const read = statementQuery.safeParse(request.query)
    if (!read.success || !/^[\w-]{1,40}$/.test(account))
      return refused(reply, 'send ?format=csv|ofx|mt940|camt053&from=&to=')
    await payers.settle()
    const { format = 'csv', from = '2000-01-01', to = '2099-12-31' } = read.data
    const all = books.bookings.filter((booking) => booking.account === account)
    const lines = all.filter((booking) => booking.day >= from && booking.day <= to)
    const openingMinor = all
      .filter((booking) => booking.day < from)
      .reduce((sum, booking) => sum + BigInt(booking.minor), 0n)
    const file = writeStatement(format, { account, lines, openingMinor, day: today() })
    return reply
      .type(`${file.type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="statement-${account}.${file.extension}"`)
      .send(file.text)
  })

  servePayouts(server, config, books, now)
}
