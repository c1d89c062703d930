import { fieldsOf } from '@dhow/contract/records'
import { errorMessage } from '@dhow/platform/error-code'
import { required } from './platform/required.ts'
import { readFileSync } from 'node:fs'
import { parseAmount } from '@dhow/contract/money'
import * as z from 'zod/mini'

const text = (most: number) =>
  z.string('is missing').check(z.trim(), z.minLength(1, 'is missing'), z.maxLength(most, 'is too long'))
const amount = z
  .string('is missing')
  .check(z.refine((value) => (parseAmount(value) ?? 0n) > 0n, 'has to be an amount such as "10.00"'))

/** One payment service of the operator's file. */
const row = z.strictObject({
  /** Used in URLs and the ledger: never changed, never given to another service. */
  code: z.string('is missing').check(
    z.regex(/^[a-z][a-z0-9-]{1,29}$/, 'has to be 2 to 30 small letters, digits and dashes'),
    z.refine((code) => !taken.has(code), 'is taken'),
  ),
  name: text(60),
  description: z.prefault(text(200), 'Pay on the page of the service; it brings you back here.'),
  market: z.enum(['NA', 'IN'], 'has to be NA or IN'),
  url: z
    .string('is missing')
    .check(
      z.refine(
        (value) => /^https?:\/\/[^\s?#]+[^/\s?#]$/.test(value) && URL.canParse(value),
        'has to be an address without a slash at its end',
      ),
    ),
  key: text(500),
  webhook_secrets: z
    .array(z.string().check(z.refine(isSecret, 'has to be whsec_ and at least 24 bytes in base64')), 'is missing')
    .check(z.minLength(1, 'is missing'), z.maxLength(5, 'has too many')),
  min: amount,
  max: amount,
})
export type PaymentServiceRow = z.output<typeof row>

/** The schema has validated the text. */
const amountOf = (text: string) => required(parseAmount(text), 'amount')

/** Names with another meaning in the ledger or a URL. */
const taken = new Set(['apay', 'a-pay', 'kazang', 'payment-methods'])

function isSecret(text: string) {
  const base64 = text.replace(/^whsec_/, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && Buffer.from(base64, 'base64').length >= 24
}

/** Reads the rows of a file, and lists every fault with the name of its row. */
export function readPaymentServices(
  path: string,
  mode: 'sandbox' | 'live',
): { rows: PaymentServiceRow[]; faults: string[] } {
  const of = 'PAYMENT_SERVICES'
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { rows: [], faults: [`${of} cannot be read: ${errorMessage(error)}`] }
  }
  if (!Array.isArray(json)) return { rows: [], faults: [`${of} has to be a list of payment services.`] }
  const rows: PaymentServiceRow[] = []
  const faults: string[] = []
  for (const [index, one] of json.entries()) {
    const named = fieldsOf(one)['code']
    const at = `${of}, row ${index + 1}${typeof named === 'string' ? ` (${named.slice(0, 30)})` : ''}`
    const read = row.safeParse(one)
    if (!read.success) {
      // A value may be a secret, so the fault names only its key.
      for (const issue of read.error.issues)
        faults.push(
          issue.code === 'unrecognized_keys'
            ? `${at}: ${issue.keys.join(', ')} is no setting of a payment service.`
            : `${at}: ${issue.path.join('.') || 'the row'} ${issue.path.length > 0 ? issue.message : 'is no row of settings'}.`,
        )
      continue
    }
    if (rows.some(({ code }) => code === read.data.code)) faults.push(`${at}: the code stands there twice.`)
    if (amountOf(read.data.max) <= amountOf(read.data.min)) faults.push(`${at}: max has to be above min.`)
    if (mode === 'live' && !read.data.url.startsWith('https://'))
      faults.push(`${at}: url has to begin with https:// in live mode.`)
    rows.push(read.data)
  }
  return { rows, faults }
}

/** The sandbox's payment service, called like any other; the second key simulates a rotation. */
export function sandboxService(origin: string, key: string): PaymentServiceRow {
  const secret = (text: string) => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`
  return {
    code: 'sandbox-pay',
    name: 'Sandbox Pay',
    description: 'An invented payment service: nobody is paid, and you choose how it ends.',
    market: 'NA',
    url: `${origin}/standard-pay`,
    key,
    webhook_secrets: [secret(key), secret(`next ${key}`)],
    min: '10.00',
    max: '5000.00',
  }
}
