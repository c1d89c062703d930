import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookSecret, webhookSignature } from '@dhow/platform/standard-webhook'
import { eventually, openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'
import { paymentServices, type Fact, type Message, type Started } from '../../../test/payment-services.ts'
import { readPostback, signatureOf } from './a-pay.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const services = paymentServices(
  () => world,
  () => sandbox,
)
const { all, protocols, cash, deposit, setOutcome, startAt, send, callsOf, signedAt } = services
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.payments.clean()
}

describe.each(protocols)('$service', (protocol) => {
  const { started, facts, message, postback } = callsOf(protocol)

  describe('a postback', () => {
    it('of a success credits once, even if it is sent a hundred times', async () => {
      const begun = await started()
      await setOutcome(begun.order, 'lost')
      const sent = message(begun)
      const answers = await Promise.all(Array.from({ length: 100 }, () => postback(sent)))
      expect(new Set(answers)).toEqual(new Set([200]))
      expect(await cash(begun.player)).toBe(50_000n)
    })

    const otherFacts = (begun: Started, more: Fact) => message(begun, more)
    const changed = (sent: Message, from: string, to: string) => ({ ...sent, body: sent.body.replace(from, to) })
    // Expected answer to each, with a payment made at the service: only correct messages may credit.
    const corpus: [string, (begun: Started) => Message, number, bigint][] = [
      ['is right', (begun) => message(begun), 200, 50_000n],
      ['has one digit changed', (begun) => changed(message(begun), '500', '501'), 401, 0n],
      ['is signed by another key', (begun) => protocol.sign(facts(begun), { key: 'other' }), 401, 0n],
      [
        'is signed over other facts',
        (begun) => protocol.sign(facts(begun), { signed: facts(begun, { amount: '5.00' }) }),
        401,
        0n,
      ],
      ['has no signature', (begun) => ({ body: facts(begun), headers: {} }), 401, 0n],
      ['names another payment’s order', (begun) => otherFacts(begun, { order: '0000000000000000' }), 200, 0n],
      ['names a payment that is none', (begun) => otherFacts(begun, { payment: 'pay_x' }), 200, 0n],
      ['names another amount', (begun) => otherFacts(begun, { amount: '5000.00' }), 200, 0n],
      ['names another currency', (begun) => otherFacts(begun, { currency: 'USD' }), 200, 0n],
      ['names another player', (begun) => otherFacts(begun, { player: 'ply_x' }), 200, 0n],
      ['has no order', (begun) => otherFacts(begun, { order: undefined }), 400, 0n],
      ['has no payment in it', () => protocol.sign('[]'), 400, 0n],
      ['is empty', () => ({ body: '', headers: {} }), 401, 0n],
      ['is no JSON', () => ({ body: '{"access_key":', headers: {} }), 401, 0n],
      ['is a list', () => ({ body: '[]', headers: {} }), 401, 0n],
      ['is far too long', (begun) => otherFacts(begun, { more: { data: 'x'.repeat(70_000) } }), 413, 0n],
    ]
    it.each(corpus)(
      'of the webhook corpus that %s gets the expected answer',
      async (_what, messageOf, status, credited) => {
        const begun = await started()
        await setOutcome(begun.order, 'lost')
        expect(await postback(messageOf(begun))).toBe(status)
        expect(await cash(begun.player)).toBe(credited)
      },
    )

    it('in any order credits once and never reverses', async () => {
      const words = ['pending', 'failed', 'success'] as const
      const orders = words.flatMap((one) =>
        words
          .filter((two) => two !== one)
          .map((two) => [one, two, words.find((word) => word !== one && word !== two)!]),
      )
      expect(orders).toHaveLength(6)
      for (const order of orders) {
        const begun = await started()
        await setOutcome(begun.order, 'lost')
        for (const status of [...order, ...order]) expect(await postback(message(begun, { status }))).toBe(200)
        expect([order, await cash(begun.player)]).toEqual([order, 50_000n])
      }
    })

    it('of a success credits nothing if the service does not confirm it', async () => {
      const pending = await started()
      expect(await postback(message(pending))).toBe(200)
      expect(await cash(pending.player)).toBe(0n)
      const failed = await started()
      await setOutcome(failed.order, 'fail')
      expect(await postback(message(failed))).toBe(200)
      expect(await cash(failed.player)).toBe(0n)
      expect((await setOutcome(failed.order, 'forged')).postbacks).toEqual([401])
    })

    it('is stored if the service does not answer, and handled later', async () => {
      const begun = await started()
      await setOutcome(begun.order, 'lost')
      const real = globalThis.fetch
      globalThis.fetch = () => Promise.reject(new TypeError('nobody there'))
      expect(await postback(message(begun))).toBe(200)
      globalThis.fetch = real
      expect(await cash(begun.player)).toBe(0n)
      await later(31_000)
      await eventually(
        () => deposit(begun.player, begun.id),
        (seen) => seen.status === 'completed',
      )
      expect(await cash(begun.player)).toBe(50_000n)
      const waiting = await world.db.kysely
        .selectFrom('payments.service_postback')
        .select('id')
        .where('handled_at', 'is', null)
        .execute()
      expect(waiting).toEqual([])
    })
  })
})

describe('a postback of A-Pay', () => {
  it('has the documented signature', () => {
    const transactions =
      '[{"order_id":"7fa13dbc3b79e05e","status":"Success","amount":6008.39,"currency":"INR","payment_system":"upi_fast","custom_transaction_id":"TXN1700000000000","custom_user_id":"42","created_at":1665731710,"activated_at":1665731710}]'
    const keys = { accessKey: 'mrOYReXJphqo7lkL', privateKey: 'example_private_key' }
    expect(signatureOf(transactions, keys)).toBe('52840d9d59e0b3e51c4800414cdbacbced597a89')
    const body = `{"access_key":"mrOYReXJphqo7lkL","signature":"52840d9d59e0b3e51c4800414cdbacbced597a89","transactions":${transactions}}`
    expect(readPostback(Buffer.from(body), keys)!.transactions).toMatchObject([
      { orderRef: '7fa13dbc3b79e05e', amountMinor: 600_839n, amountText: '6008.39', playerRef: '42' },
    ])
  })

  const protocol = all[0]!
  const cases: [string, (text: string) => string, number, bigint][] = [
    [
      'was written with other blanks and escapes than were signed',
      (text) =>
        protocol
          .sign(text)
          .body.replace(text, text.replaceAll(',', ', ').replace('[{', '[ {').replace('INR', '\\u0049NR')),
      200,
      50_000n,
    ],
    [
      'names another access key',
      (text) => {
        const signed = signatureOf(text, { accessKey: 'other', privateKey: sandboxKey })
        return `{"access_key":"other","signature":"${signed}","transactions":${text}}`
      },
      401,
      0n,
    ],
    [
      'has its transactions twice',
      (text) => protocol.sign(text).body.replace(/}$/, `,"transactions":${text.replace('500', '9000')}}`),
      401,
      0n,
    ],
  ]
  it.each(cases)('that %s gets the expected answer', async (_what, bodyOf, status, credited) => {
    const begun = await startAt(protocol)
    await setOutcome(begun.order, 'lost')
    const text = protocol.facts({
      order: begun.order,
      status: 'Success' as never,
      amount: '500.0',
      currency: 'INR',
      payment: begun.id,
      player: begun.player.id,
    })
    expect(await send(protocol, { body: bodyOf(text), headers: {} })).toBe(status)
    expect(await cash(begun.player)).toBe(credited)
  })
})

describe('a message signed by Standard Webhooks', () => {
  const protocol = all[1]!
  const textOf = (begun: Started, amount = '500.00') =>
    protocol.facts({
      order: begun.order,
      status: 'succeeded' as never,
      amount,
      currency: 'NAD',
      payment: begun.id,
      player: begun.player.id,
    })
  const rows: [string, (text: string) => Message, number][] = [
    ['five minutes ago', (text) => protocol.sign(text, { at: signedAt() - 300 }), 200],
    ['longer ago', (text) => protocol.sign(text, { at: signedAt() - 301 }), 401],
    ['five minutes from now', (text) => protocol.sign(text, { at: signedAt() + 300 }), 200],
    ['later than that', (text) => protocol.sign(text, { at: signedAt() + 301 }), 401],
    ['with the next key', (text) => protocol.sign(text, { key: `next ${sandboxKey}` }), 200],
    [
      'with one of several signatures',
      (text) => withSignature(protocol.sign(text), (own) => `v1,AAAA v1a,x ${own}`),
      200,
    ],
    [
      'with a signature of another version',
      (text) => withSignature(protocol.sign(text), (own) => own.replace('v1', 'v2')),
      401,
    ],
    ['with half a signature', (text) => withSignature(protocol.sign(text), (own) => own.slice(0, 20)), 401],
    ['without a number', (text) => without(protocol.sign(text), 'webhook-id'), 401],
    ['with another number than it has', (text) => renamed(protocol.sign(text)), 401],
    ['without a time', (text) => without(protocol.sign(text), 'webhook-timestamp'), 401],
    ['at no time', (text) => protocol.sign(text, { at: Number.NaN }), 401],
    ['over other bytes of the same JSON', (text) => protocol.sign(text.replaceAll(',', ', '), { signed: text }), 401],
  ]
  it.each(rows)('%s gets the expected answer', async (_what, messageOf, status) => {
    const begun = await startAt(protocol)
    await setOutcome(begun.order, 'lost')
    expect(await send(protocol, messageOf(textOf(begun)))).toBe(status)
    expect(await cash(begun.player)).toBe(status === 200 ? 50_000n : 0n)
  })

  it('counts once per number, even with different content', async () => {
    const [one, two] = [await startAt(protocol), await startAt(protocol)]
    await setOutcome(one.order, 'lost')
    await setOutcome(two.order, 'lost')
    expect(await send(protocol, protocol.sign(textOf(one), { messageId: 'msg_same' }))).toBe(200)
    expect(await send(protocol, protocol.sign(textOf(two), { messageId: 'msg_same' }))).toBe(200)
    expect([await cash(one.player), await cash(two.player)]).toEqual([50_000n, 0n])
  })

  it('has the signature of the documented example', () => {
    // Example from the specification's own libraries.
    const secret = webhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    const signed = webhookSignature(
      secret,
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '1614265330',
      Buffer.from('{"test": 2432232314}'),
    )
    expect(signed.toString('base64')).toBe('g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('of the sandbox is refused with an old signature and accepted with one of two keys', async () => {
    const begun = await startAt(protocol)
    expect((await setOutcome(begun.order, 'stale')).postbacks).toEqual([401])
    expect(await cash(begun.player)).toBe(0n)
    const other = await startAt(protocol)
    expect((await setOutcome(other.order, 'rotated')).postbacks).toEqual([200])
    expect(await cash(other.player)).toBe(50_000n)
  })
})

const withSignature = (message: Message, change: (own: string) => string): Message => ({
  ...message,
  headers: { ...message.headers, 'webhook-signature': change(message.headers['webhook-signature']!) },
})
const without = ({ body, headers: { ...headers } }: Message, name: string): Message => {
  delete headers[name]
  return { body, headers }
}
const renamed = (message: Message): Message => ({
  ...message,
  headers: { ...message.headers, 'webhook-id': 'msg_other' },
})
