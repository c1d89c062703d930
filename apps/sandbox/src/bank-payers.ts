import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Booking } from './bank-statements.ts'
import type { Config } from './config.ts'
import { openJournal } from './journal.ts'

/** Whether the sandbox’s players pay what they report to the portal. */
const behaviours = ['as_reported', 'nothing'] as const
type Behaviour = (typeof behaviours)[number]
/** Settings, and the final decision on each reported payment. */
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
 * The sandbox's players at their bank. By default every payment reported to the portal is paid, with its reference, when an account is read;
 * payments reported while set to `nothing` stay unpaid. Reads the reported payments over HTTP with a key, as a treasury
 * program would.
 */
export function openPayers(server: FastifyInstance, config: Config, book: (booking: Omit<Booking, 'id'>) => void) {
  const journal = openJournal<Entry>(join(config.dataDir, 'bank-payers.jsonl'))
  const known = new Set<string>()
  let pays: Behaviour = 'as_reported'
  const addEntry = (entry: Entry) => {
    if ('pay' in entry) pays = entry.pay
    else known.add('paid' in entry ? entry.paid : entry.unpaid)
  }
  const add = (entry: Entry) => {
    journal.add(entry)
    addEntry(entry)
  }
  for (const entry of journal.entries) addEntry(entry)

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
      // Recorded first: a crash in between leaves it unpaid, never paid twice.
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

  /** Sets how players pay from now on. */
  server.post('/bank/players', async (request, reply) => {
    const read = z.object({ pay: z.enum(behaviours) }).safeParse(request.body)
    if (!read.success) return reply.code(400).send({ error: `send {pay: ${behaviours.join(' | ')}}` })
    await settle()
    add({ pay: read.data.pay })
    return { pay: pays }
  })
  server.get('/bank/players', () => ({ pay: pays }))

  let underWay = Promise.resolve()
  /** Pays the payments reported so far, one by one, so that none is paid twice. An unreachable portal counts as none. */
  const settle = () =>
    (underWay = underWay
      .then(payExpected)
      .catch((error: unknown) => server.log.warn({ err: error }, 'the bank could not read the reported payments')))
  return { settle }
}
