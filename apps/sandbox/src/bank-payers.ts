import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Booking } from './bank-statements.ts'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'

/** True if the sandbox’s players have paid what they report to the portal. */
const behaviours = ['as_reported', 'nothing'] as const
type Behaviour = (typeof behaviours)[number]
/** A reported payment is one or the other, once and for all. */
type Entry = { pay: Behaviour } | { paid: string } | { unpaid: string }

const expected = z.object({
  payments: z.array(
    z.object({
      id: z.string(),
      account: z.string().check(z.regex(/^[\w-]{1,40}$/)),
      currency: z.string(),
      amount: z.string().check(z.regex(/^\d{1,12}\.\d{2}$/)),
      reference: z.string(),
      reported_at: z.string(),
    }),
  ),
})
const waitMs = 5_000

/**
 * The sandbox's players at their bank: unless they are set to pay nothing, whatever they report to the portal was paid, with their own
 * reference, and stands on the account when somebody looks. What they reported while they paid nothing stays unpaid. It is read as a treasury's
 * program would read it, over HTTP with a key.
 */
export function openPayers(server: FastifyInstance, config: Config, book: (booking: Omit<Booking, 'id'>) => void) {
  const journal = openJournal<Entry>(join(config.dataDir, 'bank-payers.jsonl'))
  const known = new Set<string>()
  let pays: Behaviour = 'as_reported'
  const learn = (entry: Entry) => {
    if ('pay' in entry) pays = entry.pay
    else known.add('paid' in entry ? entry.paid : entry.unpaid)
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    learn(entry)
  }
  for (const entry of journal.entries) learn(entry)

  async function payExpected(): Promise<void> {
    const url = `${config.portalUrl}/api/v1/dhow/bank/expected-payments`
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${config.key}` },
      signal: AbortSignal.timeout(waitMs),
    })
    if (!answer.ok) throw new Error(`the portal answered ${answer.status}`)
    for (const payment of expected.parse(await answer.json()).payments) {
      const { id, account, currency, amount, reference, reported_at } = payment
      if (known.has(id)) continue
      if (pays === 'nothing') {
        add({ unpaid: id })
        continue
      }
      // Written down first: after a crash in between it stands unpaid, which happens to players too, and never twice.
      add({ paid: id })
      book({
        account,
        day: reported_at.slice(0, 10),
        currency,
        minor: BigInt(amount.replace('.', '')).toString(),
        reference,
        text: '',
      })
    }
  }

  /** How they pay from now on, until it is set again. */
  server.post('/bank/players', async (request, reply) => {
    const read = z.object({ pay: z.enum(behaviours) }).safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: `send {pay: ${behaviours.join(' | ')}}` })
    await settle()
    add({ pay: read.data.pay })
    return { pay: pays }
  })
  server.get('/bank/players', () => ({ pay: pays }))

  let underWay = Promise.resolve()
  /** Pay the payments reported so far, one after the other so that none is paid twice. An unreachable portal has reported none. */
  const settle = () =>
    (underWay = underWay
      .then(payExpected)
      .catch((error: unknown) => server.log.warn({ err: error }, 'the bank could not read the reported payments')))
  return { settle }
}
