import { operatorText } from '@dhow/contract/operator-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { paymentServices, reference, refusal, type Player } from '../../../test/payment-services.ts'

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
const { protocols, cash, deposit, setOutcome, callsOf } = services
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.payments.clean()
}

describe.each(protocols)('$service', (protocol) => {
  const { service, market, currency } = protocol
  const [tooLittle, tooMuch] = protocol.limits
  const { customer, start, started, message, postback } = callsOf(protocol)
  const parseMinor = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(2, '0'))
  }
  const inRange = (text: string) => parseMinor(text) > parseMinor(tooLittle) && parseMinor(text) < parseMinor(tooMuch)

  describe('starting a payment', () => {
    it('returns one page per reference, also to concurrent requests', async () => {
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

    it('creates a payment for each of two players with the same reference', async () => {
      const same = { custom_transaction_id: reference() }
      const one = (await start(await customer(), same)).json.data
      const two = (await start(await customer(), same)).json.data
      expect(one.order_id).not.toBe(two.order_id)
    })

    it.each([
      ['no way back', { return_url: '' }, 422, 'return_url_refused'],
      ['an address of another site', { return_url: 'https://evil.example/' }, 422, 'return_url_refused'],
      ['a reference with a blank', { custom_transaction_id: 'TXN 1' }, 422, 'invalid_fields'],
      ['too little', { amount: tooLittle }, 422, 'amount_below_minimum'],
      ['too much', { amount: tooMuch }, 422, 'amount_above_maximum'],
      ['an amount that is none', { amount: '1e3' }, 422, 'invalid_fields'],
      ['another player', { player_id: '2' }, 403, 'player_mismatch'],
    ])('with %s is refused', async (_what, more, status, code) => {
      expect(refusal(await start(await customer(), more as Record<string, string>))).toEqual([status, code])
    })

    it('refuses invalid amounts and starts nothing', async () => {
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

    it('is refused while too many are open, until one is cancelled', async () => {
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

    it('fails without a credit if the service creates no page', async () => {
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

  describe('a payment on the service’s page', () => {
    it('is credited with the paid amount once the service confirms it', async () => {
      const { player, order, id } = await started('500')
      expect((await setOutcome(order, 'success', { amount: '450.50' })).postbacks).toEqual([200])
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

    it('that its player cancelled but paid is credited', async () => {
      const { player, order, id } = await started('500')
      await player.post(`/player/deposits/${id}/cancel`, {})
      await setOutcome(order, 'fail')
      expect((await deposit(player, id)).status).toBe('cancelled')
      await setOutcome(order, 'success', { amount: '500' })
      expect((await deposit(player, id)).status).toBe('completed')
      expect(await cash(player)).toBe(50_000n)
    })

    it('can be cancelled only by its player, once', async () => {
      const { player, id } = await started('500')
      expect(refusal(await (await customer()).post(`/player/deposits/${id}/cancel`, {}))).toEqual([404, 'not_found'])
      expect((await player.post(`/player/deposits/${id}/cancel`, {})).status).toBe(200)
      expect(refusal(await player.post(`/player/deposits/${id}/cancel`, {}))).toEqual([409, 'deposit_state_changed'])
    })

    it('is credited once for four callbacks', async () => {
      const { player, order } = await started()
      expect((await setOutcome(order, 'duplicate')).postbacks).toEqual([200, 200, 200, 200])
      expect(await cash(player)).toBe(50_000n)
    })

    it('is credited without a callback', async () => {
      const { player, order, id } = await started()
      expect((await setOutcome(order, 'lost')).postbacks).toEqual([])
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
      await setOutcome(order, 'late', { after_ms: 0 })
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

    it.each(['fail', 'reject'])('that ends with %s credits nothing and shows the result', async (what) => {
      const { player, order, id } = await started()
      await setOutcome(order, what)
      expect(await deposit(player, id)).toMatchObject({ status: 'rejected', reason: { code: 'payment_failed' } })
      expect(await cash(player)).toBe(0n)
    })

    it.each([
      ['mismatch', operatorText('case_two_amounts', { service })],
      ['other_player', operatorText('case_other_player', { service })],
    ])('that is odd (%s) waits for a person and is credited by nobody else', async (what, reason) => {
      const { player, order, id } = await started()
      await setOutcome(order, what)
      await setOutcome(order, 'success')
      expect(await deposit(player, id)).toMatchObject({ status: 'processing', state: 'review', credited_amount: null })
      expect(await cash(player)).toBe(0n)
      const manager = await world.operator('manager')
      const { cases } = (await manager.get('/staff/payment-cases')).json
      expect(cases.find((row: { id: string }) => row.id === id)).toMatchObject({
        kind: 'redirect',
        reasons: [reason],
        reference: order,
      })
      const act2 = { outcome: 'credit', amount: '500.00', note: 'Seen in the report of the service' }
      const settled = await manager.post(`/staff/payment-cases/${id}/settle`, act2)
      // More than the service has confirmed needs a second person.
      if (settled.json.waiting !== null) {
        expect(await cash(player)).toBe(0n)
        const other = await world.operator('manager')
        expect((await other.post(`/staff/changes/${settled.json.waiting.id}/confirm`)).status).toBe(200)
      }
      expect(await cash(player)).toBe(50_000n)
    })

    it('goes to review if the amount exceeds the limit and differs from the requested one, with both reasons', async () => {
      const { player, order, id } = await started('500')
      await setOutcome(order, 'success', { amount: '5000000' })
      expect(await deposit(player, id)).toMatchObject({ state: 'review' })
      expect(await cash(player)).toBe(0n)
      const { cases } = (await (await world.operator('manager')).get('/staff/payment-cases')).json
      expect(cases.find((row: { id: string }) => row.id === id).reasons).toEqual([
        operatorText('case_above_limit', {}),
        operatorText('case_far_from_asked', {}),
      ])
    })

    it('stays credited after contradicting callbacks', async () => {
      const begun = await started()
      const { player, order, id } = begun
      await setOutcome(order, 'success')
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
      await setOutcome(order_id, 'success')
      expect((await status(player)).json.deposit.status).toBe('completed')
      expect(refusal(await status(await customer()))).toEqual([404, 'not_found'])
      expect(refusal(await start(player, same))).toEqual([409, 'payment_ended'])
    })
  })
})
