import { operatorText } from '@dhow/contract/operator-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookSecret, webhookSignature } from '@dhow/platform/standard-webhook'
import { eventually, openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { readPostback, signatureOf } from './a-pay.ts'
import { follows } from './rules.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
let references = 0
const reference = () => `TXN${1_700_000_000_000 + ++references}`
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
const deposit = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.payments.clean()
}
/** After so long the player signs in again. */
const signIn = async (player: Player) =>
  player.use((await player.post('/login', { mobile: player.mobile, password: player.password })).json.token)
/** The world has a time of its own, which the sandbox is told, and a clock of whole seconds. */
const signedAt = () => Math.floor(world.clock.now().getTime() / 1_000)

/** Message of a service about a payment; a member that is undefined is left out. */
interface Fact {
  order?: string | undefined
  status?: 'success' | 'failed' | 'pending'
  amount?: string
  currency?: string
  payment?: string
  player?: string
  more?: object
}
interface Started {
  player: Player
  url: string
  order: string
  id: string
}
interface Message {
  body: string
  headers: Record<string, string>
}
/** How a message may be signed otherwise than rightly. */
interface Signing {
  key?: string
  at?: number
  messageId?: string
  signed?: string
}

/** The services, each a row: where its market is, how it is called and how it writes and signs. Every case below holds for each of them. */
const protocols = [
  {
    service: 'A-Pay',
    family: 'a-pay',
    market: 'IN' as const,
    currency: 'INR',
    symbol: '₹',
    limits: ['99.99', '100000.01'] as const,
    fault: 'payment_start_failed',
    start: (player: Player, fields: Record<string, string>) =>
      player.get(`/player/payment-services/a-pay?${new URLSearchParams(fields).toString()}`),
    status: (player: Player, ref: string) =>
      player.get(`/player/payment-services/a-pay/status?custom_transaction_id=${ref}`),
    path: '/payment-services/a-pay/postback',
    statuses: { success: 'Success', failed: 'Failed', pending: 'Pending' },
    facts: (fact: Fact) =>
      `[${numberOf(
        JSON.stringify({
          order_id: fact.order,
          status: fact.status,
          amount: `#${fact.amount}#`,
          currency: fact.currency,
          payment_system: 'upi_fast',
          custom_transaction_id: fact.payment,
          custom_user_id: fact.player,
          created_at: 1,
          activated_at: 1,
          ...fact.more,
        }),
      )}]`,
    sign(text: string, { key = sandboxKey, signed = text }: Signing = {}): Message {
      const signature = signatureOf(signed, { accessKey: 'sandbox', privateKey: key })
      return { body: `{"access_key":"sandbox","signature":"${signature}","transactions":${text}}`, headers: {} }
    },
  },
  {
    service: 'Sandbox Pay',
    family: 'sandbox-pay',
    market: 'NA' as const,
    currency: 'NAD',
    symbol: 'N$',
    limits: ['9.99', '5000.01'] as const,
    fault: 'payment_page_failed',
    start: (player: Player, fields: Record<string, string>) =>
      player.post('/player/payment-services/sandbox-pay/payments', fields),
    status: (player: Player, ref: string) => player.get(`/player/payment-services/sandbox-pay/payments/${ref}`),
    path: '/payment-services/sandbox-pay/webhook',
    statuses: { success: 'succeeded', failed: 'failed', pending: 'pending' },
    facts: (fact: Fact) =>
      JSON.stringify({
        type: `payment.${fact.status}`,
        timestamp: '2026-11-21T09:00:00Z',
        data: {
          id: fact.order,
          reference: fact.payment,
          customer: fact.player,
          status: fact.status,
          amount: fact.amount,
          currency: fact.currency,
          ...fact.more,
        },
      }),
    sign(text: string, { key = sandboxKey, at = signedAt(), messageId, signed = text }: Signing = {}): Message {
      const id = messageId ?? `msg_${++references}`
      return {
        body: text,
        headers: {
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'webhook-signature': `v1,${webhookSignature(sandboxSecret(key), id, String(at), Buffer.from(signed)).toString('base64')}`,
        },
      }
    },
  },
]
type Protocol = (typeof protocols)[number]
const sandboxSecret = (key: string) => Buffer.from(key.padEnd(24, '.'))
const numberOf = (json: string) => json.replace(/"#([^#"]*)#"/g, '$1')

function act(order: string, what: string, more: { amount?: string; after_ms?: number } = {}) {
  return sandbox.act(order, what, { ...more, signed_at: signedAt() })
}
async function startAt(protocol: Protocol, amount = '500.00'): Promise<Started> {
  const player = await world.player({ market: protocol.market })
  const fields = { return_url: '/payment-method', custom_transaction_id: reference(), amount }
  const answer = await protocol.start(player, fields)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  const { url, order_id, deposit: made } = answer.json.data
  return { player, url: url as string, order: order_id as string, id: made.id as string }
}
async function send({ path }: Protocol, { body, headers }: Message) {
  const answer = await world.visitor().post(path, body, { 'content-type': 'application/json', ...headers })
  return answer.status
}

describe.each(protocols)('$service', (protocol) => {
  const { service, market, currency, statuses } = protocol
  const [tooLittle, tooMuch] = protocol.limits
  const customer = () => world.player({ market })
  const start = (player: Player, more: Record<string, string> = {}) =>
    protocol.start(player, { return_url: '/payment-method', custom_transaction_id: reference(), ...more })
  const started = (amount?: string) => startAt(protocol, amount)
  const facts = ({ order, id, player }: Started, more: Fact = {}) => {
    const status = statuses[more.status ?? 'success'] as never
    return protocol.facts({ order, amount: '500.00', currency, payment: id, player: player.id, ...more, status })
  }
  const message = (begun: Started, more: Fact = {}) => protocol.sign(facts(begun, more))
  const postback = (sent: Message) => send(protocol, sent)
  const minorOf = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(2, '0'))
  }
  const inRange = (text: string) => minorOf(text) > minorOf(tooLittle) && minorOf(text) < minorOf(tooMuch)

  describe('starting a payment', () => {
    it('gives one page for a reference, also to concurrent requests', async () => {
      const player = await customer()
      const same = { custom_transaction_id: reference(), amount: '500' }
      const { json } = await start(player, same)
      expect(json).toMatchObject({
        status: 'success',
        data: { deposit: { family: protocol.family, method: service, status: 'pending', declared_amount: '500.00' } },
      })
      expect(json.data.url).toBe(`${sandbox.origin}/pay/${json.data.order_id}`)
      expect((await start(player, same)).json.data).toEqual(json.data)
      const fresh = { custom_transaction_id: reference() }
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => start(player, fresh)))
      const opened = answers.filter((answer) => answer.status === 200).map((answer) => answer.json.data.order_id)
      expect(new Set(opened).size).toBe(1)
      for (const answer of answers) expect([undefined, 'key_in_use']).toContain(answer.json.code)
      const mine = (await sandbox.orders()).filter((order) => order.custom_transaction_id.startsWith('pay_'))
      expect(mine.filter((order) => opened.includes(order.order_id))).toHaveLength(1)
    })

    it('gives two players with one reference a payment each', async () => {
      const same = { custom_transaction_id: reference() }
      const one = (await start(await customer(), same)).json.data
      const two = (await start(await customer(), same)).json.data
      expect(one.order_id).not.toBe(two.order_id)
    })

    it.each([
      ['no way back', { return_url: '' }, 422, 'return_url_refused'],
      ['a way to another place', { return_url: 'https://evil.example/' }, 422, 'return_url_refused'],
      ['a reference with a blank', { custom_transaction_id: 'TXN 1' }, 422, 'invalid_fields'],
      ['too little', { amount: tooLittle }, 422, 'amount_below_minimum'],
      ['too much', { amount: tooMuch }, 422, 'amount_above_maximum'],
      ['an amount that is none', { amount: '1e3' }, 422, 'invalid_fields'],
      ['another player', { player_id: '2' }, 403, 'player_mismatch'],
    ])('with %s is refused', async (_what, more, status, code) => {
      expect(refusal(await start(await customer(), more as Record<string, string>))).toEqual([status, code])
    })

    it('refuses hostile amounts and starts nothing', async () => {
      const player = await customer()
      const isAmount = (text: string) => /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text)
      const hostile = [...new Set(hostileTexts)].filter((text) => !isAmount(text) || !inRange(text))
      const wrong: unknown[] = []
      for (const amount of hostile) {
        const answer = await start(player, { amount })
        if (!['invalid_fields', 'amount_below_minimum', 'amount_above_maximum'].includes(answer.json.code))
          wrong.push({ amount: amount.slice(0, 40), status: answer.status, code: answer.json.code })
      }
      expect([wrong, hostile.length > 250]).toEqual([[], true])
      const rows = await world.db.kysely
        .selectFrom('payments.service_payment')
        .select('id')
        .where('player_id', '=', player.id)
        .execute()
      expect(rows).toEqual([])
    })

    it('is refused while several are open, until one of them is cancelled', async () => {
      const player = await customer()
      const ids: string[] = []
      for (let n = 0; n < 3; n++) ids.push((await start(player)).json.data.deposit.id)
      expect(refusal(await start(player))).toEqual([429, 'too_many_open_deposits'])
      expect((await player.get('/player/deposit-options')).json.stops).toEqual([
        { code: 'too_many_open_deposits', applies_to: 'services', until: null },
      ])
      expect((await player.post(`/player/deposits/${ids[0]}/cancel`, {})).json.deposit).toMatchObject({
        status: 'cancelled',
        can_cancel: false,
        continue_url: null,
      })
      expect((await start(player)).status).toBe(200)
    })

    it('is offered in its own market only', async () => {
      const other = await world.player({ market: market === 'IN' ? 'NA' : 'IN' })
      expect(refusal(await start(other))).toEqual([409, 'method_unavailable'])
      const methods = async (who: Player) =>
        (await who.get('/player/payment-services/payment-methods')).json.methods as { display_name: string }[]
      const names = async (who: Player) => (await methods(who)).map((row) => row.display_name)
      expect([(await names(await customer())).includes(service), (await names(other)).includes(service)]).toEqual([
        true,
        false,
      ])
    })

    it('fails without a debt where the service opens no page', async () => {
      const player = await customer()
      const same = { custom_transaction_id: reference() }
      const real = globalThis.fetch
      globalThis.fetch = () => Promise.resolve(Response.json({ error: 'no' }, { status: 400 }))
      expect(refusal(await start(player, same))).toEqual([503, protocol.fault])
      globalThis.fetch = () => Promise.reject(new TypeError('nobody there'))
      expect(refusal(await start(player))).toEqual([503, protocol.fault])
      globalThis.fetch = real
      expect(refusal(await start(player, same))).toEqual([409, 'payment_ended'])
      expect((await player.get('/player/deposit-history')).json.data[1]).toMatchObject({ status: 'rejected' })
    })
  })

  describe('a payment at the page', () => {
    it('is credited with the paid amount once the service confirms it', async () => {
      const { player, order, id } = await started('500')
      expect((await act(order, 'success', { amount: '450.50' })).postbacks).toEqual([200])
      expect(await deposit(player, id)).toMatchObject({
        status: 'completed',
        declared_amount: '500.00',
        credited_amount: '450.50',
        utr: order,
      })
      expect((await deposit(player, id)).timeline.at(-1).text).toEqual({
        code: 'payment_credited_other',
        params: { amount: '450.50', declared: '500.00', currency },
      })
      expect(await cash(player)).toBe(45_050n)
      expect((await player.get('/player/deposit-history')).json.totals.in).toBe('450.50')
    })

    it('can be continued while it is open', async () => {
      const { player, url, id } = await started('500')
      expect(await deposit(player, id)).toMatchObject({ can_cancel: true, continue_url: url })
    })

    it('that its player cancelled and paid all the same is credited', async () => {
      const { player, order, id } = await started('500')
      await player.post(`/player/deposits/${id}/cancel`, {})
      await act(order, 'fail')
      expect((await deposit(player, id)).status).toBe('cancelled')
      await act(order, 'success', { amount: '500' })
      expect((await deposit(player, id)).status).toBe('completed')
      expect(await cash(player)).toBe(50_000n)
    })

    it('can be cancelled by its own player only, and once', async () => {
      const { player, id } = await started('500')
      expect(refusal(await (await customer()).post(`/player/deposits/${id}/cancel`, {}))).toEqual([404, 'not_found'])
      expect((await player.post(`/player/deposits/${id}/cancel`, {})).status).toBe(200)
      expect(refusal(await player.post(`/player/deposits/${id}/cancel`, {}))).toEqual([409, 'deposit_state_changed'])
    })

    it('is credited once for four callbacks', async () => {
      const { player, order } = await started()
      expect((await act(order, 'duplicate')).postbacks).toEqual([200, 200, 200, 200])
      expect(await cash(player)).toBe(50_000n)
    })

    it('is found without a callback', async () => {
      const { player, order, id } = await started()
      expect((await act(order, 'lost')).postbacks).toEqual([])
      expect(await cash(player)).toBe(0n)
      await later(61_000)
      await eventually(
        () => deposit(player, id),
        (seen) => seen.status === 'completed',
      )
      expect(await cash(player)).toBe(50_000n)
    })

    it('is credited once when it succeeds after a failure', async () => {
      const { player, order, id } = await started()
      await act(order, 'late', { after_ms: 0 })
      const seen = await eventually(
        () => deposit(player, id),
        (now) => now.status === 'completed',
      )
      expect(seen.timeline.map((step: { state: string }) => step.state)).toEqual([
        'initiating',
        'pending',
        'failed',
        'succeeded',
      ])
      expect(await cash(player)).toBe(50_000n)
    })

    it.each(['fail', 'reject'])('that ends with %s credits nothing and shows its end', async (what) => {
      const { player, order, id } = await started()
      await act(order, what)
      expect(await deposit(player, id)).toMatchObject({ status: 'rejected', reason: { code: 'payment_failed' } })
      expect(await cash(player)).toBe(0n)
    })

    it.each([
      ['mismatch', operatorText('case_two_amounts', { service })],
      ['other_player', operatorText('case_other_player', { service })],
    ])('that is odd (%s) waits for a person and is credited by nobody else', async (what, reason) => {
      const { player, order, id } = await started()
      await act(order, what)
      await act(order, 'success')
      expect(await deposit(player, id)).toMatchObject({ status: 'processing', state: 'review', credited_amount: null })
      expect(await cash(player)).toBe(0n)
      const manager = await world.operator('manager')
      const { cases } = (await manager.get('/staff/payment-cases')).json
      expect(cases.find((row: { id: string }) => row.id === id)).toMatchObject({
        kind: 'redirect',
        reason,
        reference: order,
      })
      const act2 = { outcome: 'credit', amount: '500.00', note: 'Seen in the report of the service' }
      const settled = await manager.post(`/staff/payment-cases/${id}/settle`, act2)
      // More than the service has confirmed waits for a second person.
      if (settled.json.waiting !== null) {
        expect(await cash(player)).toBe(0n)
        const other = await world.operator('manager')
        expect((await other.post(`/staff/changes/${settled.json.waiting.id}/confirm`)).status).toBe(200)
      }
      expect(await cash(player)).toBe(50_000n)
    })

    it('goes to review where the amount is far from the requested one', async () => {
      const { player, order, id } = await started('500')
      await act(order, 'success', { amount: '50000' })
      expect(await deposit(player, id)).toMatchObject({ state: 'review' })
      expect(await cash(player)).toBe(0n)
    })

    it('stays credited after contradicting callbacks', async () => {
      const begun = await started()
      const { player, order, id } = begun
      await act(order, 'success')
      expect(await postback(message(begun, { status: 'failed' }))).toBe(200)
      expect(await cash(player)).toBe(50_000n)
      expect((await deposit(player, id)).timeline.at(-1).text).toEqual({
        code: 'payment_contradicted',
        params: { service, status: 'Failed' },
      })
    })

    it('is found by the browser’s reference when the player returns', async () => {
      const player = await customer()
      const same = { custom_transaction_id: 'TXN-BACK' }
      const { order_id, deposit: made } = (await start(player, same)).json.data
      const status = (who: Player) => protocol.status(who, 'TXN-BACK')
      expect((await status(player)).json.deposit).toMatchObject({ id: made.id, status: 'pending' })
      await act(order_id, 'success')
      expect((await status(player)).json.deposit.status).toBe('completed')
      expect(refusal(await status(await customer()))).toEqual([404, 'not_found'])
      expect(refusal(await start(player, same))).toEqual([409, 'payment_ended'])
    })
  })

  describe('a postback', () => {
    it('of a success credits once, also when it is sent a hundred times', async () => {
      const begun = await started()
      await act(begun.order, 'lost')
      const sent = message(begun)
      const answers = await Promise.all(Array.from({ length: 100 }, () => postback(sent)))
      expect(new Set(answers)).toEqual(new Set([200]))
      expect(await cash(begun.player)).toBe(50_000n)
    })

    const otherFacts = (begun: Started, more: Fact) => message(begun, more)
    const changed = (sent: Message, from: string, to: string) => ({ ...sent, body: sent.body.replace(from, to) })
    // Expected answer to each, with the payment made at the service: only correct messages may credit.
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
    it.each(corpus)('of the webhook corpus that %s is answered so', async (_what, messageOf, status, credited) => {
      const begun = await started()
      await act(begun.order, 'lost')
      expect(await postback(messageOf(begun))).toBe(status)
      expect(await cash(begun.player)).toBe(credited)
    })

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
        await act(begun.order, 'lost')
        for (const status of [...order, ...order]) expect(await postback(message(begun, { status }))).toBe(200)
        expect([order, await cash(begun.player)]).toEqual([order, 50_000n])
      }
    })

    it('of a success credits nothing where the service does not confirm it', async () => {
      const pending = await started()
      expect(await postback(message(pending))).toBe(200)
      expect(await cash(pending.player)).toBe(0n)
      const failed = await started()
      await act(failed.order, 'fail')
      expect(await postback(message(failed))).toBe(200)
      expect(await cash(failed.player)).toBe(0n)
      expect((await act(failed.order, 'forged')).postbacks).toEqual([401])
    })

    it('is stored while the service does not answer, and handled later', async () => {
      const begun = await started()
      await act(begun.order, 'lost')
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

  const protocol = protocols[0]!
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
  it.each(cases)('that %s is answered so', async (_what, bodyOf, status, credited) => {
    const begun = await startAt(protocol)
    await act(begun.order, 'lost')
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

describe('a message signed as Standard Webhooks has it', () => {
  const protocol = protocols[1]!
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
  it.each(rows)('%s is answered so', async (_what, messageOf, status) => {
    const begun = await startAt(protocol)
    await act(begun.order, 'lost')
    expect(await send(protocol, messageOf(textOf(begun)))).toBe(status)
    expect(await cash(begun.player)).toBe(status === 200 ? 50_000n : 0n)
  })

  it('counts once by its number, also with other content', async () => {
    const [one, two] = [await startAt(protocol), await startAt(protocol)]
    await act(one.order, 'lost')
    await act(two.order, 'lost')
    expect(await send(protocol, protocol.sign(textOf(one), { messageId: 'msg_same' }))).toBe(200)
    expect(await send(protocol, protocol.sign(textOf(two), { messageId: 'msg_same' }))).toBe(200)
    expect([await cash(one.player), await cash(two.player)]).toEqual([50_000n, 0n])
  })

  it('has the signature of the documented example', () => {
    // The example of the specification's own libraries.
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
    expect((await act(begun.order, 'stale')).postbacks).toEqual([401])
    expect(await cash(begun.player)).toBe(0n)
    const other = await startAt(protocol)
    expect((await act(other.order, 'rotated')).postbacks).toEqual([200])
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

/** Status of the service and the resulting state of the payment. */
const ends = [
  ['success', 'succeeded'],
  ['fail', 'failed'],
  ['reject', 'rejected'],
  ['other_player', 'review'],
] as const

// Last, since operators and players are signed out by days.
describe.each(protocols)('a payment at $service', (protocol) => {
  const stateOf = async (id: string) =>
    (
      await world.db.kysely
        .selectFrom('payments.service_payment')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).state

  /** A payment whose page was made, of which the answer never came. */
  async function initiating(): Promise<Started> {
    const player = await world.player({ market: protocol.market })
    const real = globalThis.fetch
    globalThis.fetch = async (...call) => {
      await real(...call)
      throw new TypeError('the line was cut')
    }
    const fields = { return_url: '/', custom_transaction_id: reference(), amount: '500.00' }
    await protocol.start(player, fields).finally(() => (globalThis.fetch = real))
    const { id } = (await player.get('/player/deposit-history')).json.data[0]
    const order = (await sandbox.orders()).find((one) => one.custom_transaction_id === id)!
    return { player, id, url: '', order: order.order_id }
  }
  const brought = {
    initiating,
    pending: () => startAt(protocol),
    failed: async () => ended('fail'),
    rejected: async () => ended('reject'),
    async cancelled() {
      const begun = await startAt(protocol)
      await begun.player.post(`/player/deposits/${begun.id}/cancel`, {})
      return begun
    },
  }
  async function ended(what: string) {
    const begun = await startAt(protocol)
    await act(begun.order, what)
    return begun
  }

  it.each(Object.keys(brought) as (keyof typeof brought)[])(
    'that is %s becomes what may follow, by the service’s word, and else stays',
    async (from) => {
      for (const [what, to] of ends) {
        const begun = await brought[from]()
        expect(await stateOf(begun.id)).toBe(from)
        await act(begun.order, what)
        const may = follows[from].includes(to)
        expect([from, what, await stateOf(begun.id)]).toEqual([from, what, may ? to : from])
        expect(await cash(begun.player)).toBe(to === 'succeeded' ? 50_000n : 0n)
      }
    },
  )

  it.each(['initiating', 'pending'] as const)('that is %s can be cancelled by its player', async (from) => {
    const { player, id } = await brought[from]()
    expect((await player.post(`/player/deposits/${id}/cancel`, {})).status).toBe(200)
    expect(await stateOf(id)).toBe('cancelled')
  })

  it('that is changed while its service is asked gets the service’s status', async () => {
    for (const [what, to] of ends) {
      const begun = await startAt(protocol)
      const real = globalThis.fetch
      const touched: string[] = []
      globalThis.fetch = async (...call) => {
        const answer = await real(...call)
        const isAct = String(call[0]).includes(`/orders/${begun.order}/`)
        if (!isAct && touched.push(what) === 1)
          await world.db.kysely
            .updateTable('payments.service_payment')
            .set((eb) => ({ version: eb('version', '+', 1), checks: eb('checks', '+', 1) }))
            .where('id', '=', begun.id)
            .execute()
        return answer
      }
      await act(begun.order, what).finally(() => (globalThis.fetch = real))
      if (what !== 'other_player') expect(touched).toEqual([what])
      expect([what, await stateOf(begun.id)]).toEqual([what, to])
      expect(await cash(begun.player)).toBe(to === 'succeeded' ? 50_000n : 0n)
    }
  })

  it('that is not made expires, and gets the service’s status if it arrives later', async () => {
    const all: Started[] = []
    for (const _end of ends) all.push(await startAt(protocol))
    const cut = await initiating()
    for (let days = 0; days < 9; days++) {
      // No other job has a part in this.
      world.clock.leap(86_400_000)
      await world.app.features.payments.clean()
    }
    for (const { id } of [...all, cut]) expect(await stateOf(id)).toBe('expired')
    for (const [place, [what, to]] of ends.entries()) {
      const { order, id, player } = all[place]!
      await act(order, what)
      expect([what, await stateOf(id)]).toEqual([what, to])
      expect(await cash(player)).toBe(to === 'succeeded' ? 50_000n : 0n)
    }
    const [first] = all
    await signIn(first!.player)
    expect(await deposit(first!.player, first!.id)).toMatchObject({ status: 'completed', credited_amount: '500.00' })
  })
})
