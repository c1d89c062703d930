import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, openWorldWithSandbox, sandboxKey, type Sandbox } from '../../../../test/sandbox.ts'
import type { World } from '../../../../test/world.ts'
import { hostileTexts } from '../../../../test/hostile-amounts.ts'
import { readPostback, signatureOf } from './a-pay.ts'
import { wayBack } from './rules.ts'
import { memberText, numbersAsText } from '../../../platform/signed-json.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const inRange = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  const minor = BigInt(whole + fraction.padEnd(2, '0'))
  return minor >= 10_000n && minor <= 10_000_000n
}
type Player = Awaited<ReturnType<World['player']>>
const indian = () => world.player({ market: 'IN' })
let references = 0
const startPath = (more: Record<string, string> = {}) =>
  '/player/payment-services/a-pay?' +
  new URLSearchParams({
    return_url: '/payment-method',
    custom_transaction_id: `TXN${1_700_000_000_000 + ++references}`,
    ...more,
  }).toString()
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
const deposit = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.deposits.services.clean()
}
/** After so long the player signs in again. */
const signIn = async (player: Player) =>
  player.use((await player.post('/login', { mobile: player.mobile, password: player.password })).json.token)
async function started(amount = '500.00') {
  const player = await indian()
  const answer = await player.get(startPath({ amount }))
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  const { url, order_id, deposit: made } = answer.json.data
  return { player, url: url as string, order: order_id as string, id: made.id as string }
}
type Started = Awaited<ReturnType<typeof started>>

const signing = { accessKey: 'sandbox', privateKey: sandboxKey }
const told = ({ order, id, player }: Started, more: Record<string, unknown> = {}) => ({
  order_id: order,
  status: 'Success',
  amount: 500.0,
  currency: 'INR',
  payment_system: 'upi_fast',
  custom_transaction_id: id,
  custom_user_id: player.id,
  created_at: 1,
  activated_at: 1,
  ...more,
})
const signed = (transactions: string, how: { privateKey?: string; accessKey?: string } = {}) =>
  `{"access_key":"${how.accessKey ?? 'sandbox'}","signature":"${signatureOf(transactions, { ...signing, ...how })}","transactions":${transactions}}`
const postback = (body: string) =>
  world
    .visitor()
    .post('/payment-services/a-pay/postback', body, { 'content-type': 'application/json' })
    .then((answer) => answer.status)

describe('starting a payment', () => {
  it('gives a page of A-Pay’s, and the same one again for the same reference, however many ask at once', async () => {
    const player = await indian()
    const path = startPath({ amount: '500' })
    const { json } = await player.get(path)
    expect(json).toMatchObject({
      status: 'success',
      data: { deposit: { family: 'a-pay', method: 'A-Pay', status: 'pending', declared_amount: '500.00' } },
    })
    expect(json.data.url).toBe(`${sandbox.origin}/pay/${json.data.order_id}`)
    expect((await player.get(path)).json.data).toEqual(json.data)
    const fresh = startPath()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => player.get(fresh)))
    const opened = answers.filter((answer) => answer.status === 200).map((answer) => answer.json.data.order_id)
    expect(new Set(opened).size).toBe(1)
    for (const answer of answers) expect([undefined, 'key_in_use']).toContain(answer.json.code)
    const mine = (await sandbox.orders()).filter((order) => order.custom_transaction_id.startsWith('pay_'))
    expect(mine.filter((order) => opened.includes(order.order_id))).toHaveLength(1)
  })

  it('is each player’s own, whatever reference another one’s browser made', async () => {
    const path = startPath()
    const [one, two] = [(await (await indian()).get(path)).json.data, (await (await indian()).get(path)).json.data]
    expect(one.order_id).not.toBe(two.order_id)
  })

  it.each([
    ['no way back', { return_url: '' }, 422, 'return_url_refused'],
    ['a way to another place', { return_url: 'https://evil.example/' }, 422, 'return_url_refused'],
    ['a reference with a blank', { custom_transaction_id: 'TXN 1' }, 422, 'invalid_fields'],
    ['too little', { amount: '99.99' }, 422, 'amount_below_minimum'],
    ['too much', { amount: '100000.01' }, 422, 'amount_above_maximum'],
    ['an amount that is none', { amount: '1e3' }, 422, 'invalid_fields'],
    ['another player', { player_id: '2' }, 403, 'player_mismatch'],
  ])('with %s is refused', async (_what, more, status, code) => {
    expect(refusal(await (await indian()).get(startPath(more as Record<string, string>)))).toEqual([status, code])
  })

  it('takes none of the hostile amounts, and starts nothing for them', async () => {
    const player = await indian()
    const isAmount = (text: string) => /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text)
    const hostile = [...new Set(hostileTexts)].filter((text) => !isAmount(text) || !inRange(text))
    const wrong: unknown[] = []
    for (const amount of hostile) {
      const answer = await player.get(startPath({ amount }))
      if (!['invalid_fields', 'amount_below_minimum', 'amount_above_maximum'].includes(answer.json.code))
        wrong.push({ amount: amount.slice(0, 40), status: answer.status, code: answer.json.code })
    }
    expect([wrong, hostile.length > 250]).toEqual([[], true])
    const rows = await world.db.kysely
      .selectFrom('service_payment')
      .select('id')
      .where('player_id', '=', player.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('is not for Namibia, whose money A-Pay does not take', async () => {
    const player = await world.player()
    expect(refusal(await player.get(startPath()))).toEqual([409, 'method_unavailable'])
    const names = async (who: Player) =>
      (await who.get('/player/payment-services/payment-methods')).json.methods.map((row: { name: string }) => row.name)
    expect(await names(player)).toEqual([
      'namibia',
      'e-wallet',
      'easy wallet',
      'blue wallet',
      'nedbank wallet',
      'access money',
      'easypay',
    ])
    expect(await names(await indian())).toEqual(['india', 'apay'])
  })
})

describe('the way back', () => {
  const portal = 'https://play.dhow.example'
  it.each(['/', '/payment-method?status=x', `${portal}/deposit`, 'HTTPS://PLAY.dhow.example/deposit'])(
    '%s is ours',
    (text) => expect(wayBack(text, portal)?.startsWith(`${portal}/`)).toBe(true),
  )
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\tevil',
    ' /x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
    `${portal}.evil.example`,
    `${portal}@evil.example`,
    `https://user@play.dhow.example/`,
    `https://evil.example/?${portal}`,
    'http://play.dhow.example/',
    'https://play.dhow.example:444/',
    'https://plаy.dhow.example/',
    'https://play.dhow.example%2f.evil.example/',
    'ftp://play.dhow.example/',
    'play.dhow.example',
    '',
    '\u0000/',
    'https://play。dhow.example.evil/',
  ])('%j leads elsewhere', (text) => expect(wayBack(text, portal)).toBeUndefined())
})

describe('a payment at the page', () => {
  it('is credited once A-Pay says so itself, with the amount that was paid', async () => {
    const { player, order, id } = await started('500')
    expect((await sandbox.act(order, 'success', { amount: '450.50' })).postbacks).toEqual([200])
    expect(await deposit(player, id)).toMatchObject({
      status: 'completed',
      declared_amount: '500.00',
      credited_amount: '450.50',
      utr: order,
    })
    expect((await deposit(player, id)).timeline.at(-1).text).toBe(
      '₹450.50 was added to your balance. You asked for ₹500.00; this is what was paid.',
    )
    expect(await cash(player)).toBe(45_050n)
    expect((await player.get('/player/deposit-history')).json.totals.in).toBe('450.50')
  })

  it('that is told four times is credited once', async () => {
    const { player, order } = await started()
    expect((await sandbox.act(order, 'duplicate')).postbacks).toEqual([200, 200, 200, 200])
    expect(await cash(player)).toBe(50_000n)
  })

  it('that nobody told of is found by the janitor', async () => {
    const { player, order, id } = await started()
    expect((await sandbox.act(order, 'lost')).postbacks).toEqual([])
    expect(await cash(player)).toBe(0n)
    await later(61_000)
    await eventually(
      () => deposit(player, id),
      (seen) => seen.status === 'completed',
    )
    expect(await cash(player)).toBe(50_000n)
  })

  it('that failed and then succeeds is credited once', async () => {
    const { player, order, id } = await started()
    await sandbox.act(order, 'late', { after_ms: 0 })
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

  it.each(['fail', 'reject'])('that ends with %s credits nothing and says so', async (act) => {
    const { player, order, id } = await started()
    await sandbox.act(order, act)
    expect(await deposit(player, id)).toMatchObject({ status: 'rejected', reason: 'The payment did not go through.' })
    expect(await cash(player)).toBe(0n)
  })

  it.each([
    ['mismatch', 'The postback and A-Pay’s own answer name different amounts.'],
    ['other_player', 'A-Pay names another player.'],
  ])('that is odd (%s) waits for a person and is credited by nobody else', async (act, reason) => {
    const { player, order, id } = await started()
    await sandbox.act(order, act)
    await sandbox.act(order, 'success')
    expect(await deposit(player, id)).toMatchObject({ status: 'processing', state: 'review', credited_amount: null })
    expect(await cash(player)).toBe(0n)
    const manager = await world.operator('manager')
    const { cases } = (await manager.get('/staff/payment-cases')).json
    expect(cases.find((row: { id: string }) => row.id === id)).toMatchObject({
      kind: 'redirect',
      reason,
      reference: order,
    })
    const act2 = { outcome: 'credit', amount: '500.00', note: 'Seen in the report of A-Pay' }
    expect((await manager.post(`/staff/payment-cases/${id}/settle`, act2)).status).toBe(200)
    expect(await cash(player)).toBe(50_000n)
  })

  it('far from what was asked for waits for a person', async () => {
    const { player, order, id } = await started('500')
    await sandbox.act(order, 'success', { amount: '90000' })
    expect(await deposit(player, id)).toMatchObject({ state: 'review' })
    expect(await cash(player)).toBe(0n)
  })

  it('that succeeded stays so, whatever is told later', async () => {
    const begun = await started()
    const { player, order, id } = begun
    await sandbox.act(order, 'success')
    expect(await postback(signed(JSON.stringify([told(begun, { status: 'Failed' })])))).toBe(200)
    expect(await cash(player)).toBe(50_000n)
    expect((await deposit(player, id)).timeline.at(-1).text).toBe('A-Pay says Failed after it was credited.')
  })

  it('that nobody made expires, and is credited should it still arrive', async () => {
    const { player, order, id } = await started()
    for (let days = 0; days < 9; days++) await later(86_400_000)
    await signIn(player)
    expect((await deposit(player, id)).status).toBe('expired')
    await sandbox.act(order, 'success')
    expect((await deposit(player, id)).status).toBe('completed')
    expect(await cash(player)).toBe(50_000n)
  })

  it('is asked for by the browser’s own reference when the player comes back', async () => {
    const player = await indian()
    const path = startPath({ custom_transaction_id: 'TXN-BACK' })
    const { order_id, deposit: made } = (await player.get(path)).json.data
    const status = '/player/payment-services/a-pay/status?custom_transaction_id=TXN-BACK'
    expect((await player.get(status)).json.deposit).toMatchObject({ id: made.id, status: 'pending' })
    await sandbox.act(order_id, 'success')
    expect((await player.get(status)).json.deposit.status).toBe('completed')
    expect(refusal(await (await indian()).get(status))).toEqual([404, 'not_found'])
    expect(refusal(await player.get(path))).toEqual([409, 'payment_ended'])
  })
})

describe('a postback', () => {
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

  it('of success that is right is credited; the same bytes a hundred times change nothing', async () => {
    const begun = await started()
    await sandbox.act(begun.order, 'lost')
    const body = signed(JSON.stringify([told(begun)]))
    const answers = await Promise.all(Array.from({ length: 100 }, () => postback(body)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await cash(begun.player)).toBe(50_000n)
  })

  // What each has to answer, with the payment made at A-Pay: only the first two may credit.
  const corpus: [string, (begun: Started) => string, number, bigint][] = [
    ['is right', (begun) => signed(JSON.stringify([told(begun)])), 200, 50_000n],
    [
      'was written with other blanks and escapes than were signed',
      (begun) => {
        const text = JSON.stringify([told(begun)])
        const body = signed(text)
        return body.replace(text, JSON.stringify([told(begun)], null, 2).replace('INR', '\\u0049NR'))
      },
      200,
      50_000n,
    ],
    ['has one digit changed', (begun) => signed(JSON.stringify([told(begun)])).replace('500', '501'), 401, 0n],
    ['is signed by another key', (begun) => signed(JSON.stringify([told(begun)]), { privateKey: 'other' }), 401, 0n],
    ['names another access key', (begun) => signed(JSON.stringify([told(begun)]), { accessKey: 'other' }), 401, 0n],
    ['has no signature', (begun) => JSON.stringify({ access_key: 'sandbox', transactions: [told(begun)] }), 401, 0n],
    [
      'has its transactions twice',
      (begun) => {
        const good = signed(JSON.stringify([told(begun)]))
        return good.replace(/}$/, `,"transactions":${JSON.stringify([told(begun, { amount: 9_000 })])}}`)
      },
      401,
      0n,
    ],
    [
      'names another payment’s order',
      (begun) => signed(JSON.stringify([told(begun, { order_id: '0000000000000000' })])),
      200,
      0n,
    ],
    [
      'names a payment that is none',
      (begun) => signed(JSON.stringify([told(begun, { custom_transaction_id: 'pay_x' })])),
      200,
      0n,
    ],
    ['names another amount', (begun) => signed(JSON.stringify([told(begun, { amount: 5_000 })])), 200, 0n],
    ['names another currency', (begun) => signed(JSON.stringify([told(begun, { currency: 'USD' })])), 200, 0n],
    ['names another player', (begun) => signed(JSON.stringify([told(begun, { custom_user_id: 'ply_x' })])), 200, 0n],
    ['has no order', (begun) => signed(JSON.stringify([told(begun, { order_id: undefined })])), 400, 0n],
    ['has no transaction', () => signed('[]'), 400, 0n],
    ['is empty', () => '', 401, 0n],
    ['is no JSON', () => '{"access_key":', 401, 0n],
    ['is a list', () => '[]', 401, 0n],
    ['is far too long', (begun) => signed(JSON.stringify([told(begun, { data: 'x'.repeat(70_000) })])), 413, 0n],
  ]
  it.each(corpus)('of the webhook corpus that %s is answered so', async (_what, bodyOf, status, credited) => {
    const begun = await started()
    await sandbox.act(begun.order, 'lost')
    expect(await postback(bodyOf(begun))).toBe(status)
    expect(await cash(begun.player)).toBe(credited)
  })

  it('of success for what A-Pay itself does not call one credits nothing', async () => {
    const pending = await started()
    expect(await postback(signed(JSON.stringify([told(pending)])))).toBe(200)
    expect(await cash(pending.player)).toBe(0n)
    const failed = await started()
    await sandbox.act(failed.order, 'fail')
    expect(await postback(signed(JSON.stringify([told(failed)])))).toBe(200)
    expect(await cash(failed.player)).toBe(0n)
    expect((await sandbox.act(failed.order, 'forged')).postbacks).toEqual([401])
  })

  it('that came while A-Pay did not answer is kept, and handled when it does', async () => {
    const begun = await started()
    await sandbox.act(begun.order, 'lost')
    const real = globalThis.fetch
    globalThis.fetch = () => Promise.reject(new TypeError('nobody there'))
    expect(await postback(signed(JSON.stringify([told(begun)])))).toBe(200)
    globalThis.fetch = real
    expect(await cash(begun.player)).toBe(0n)
    await later(31_000)
    await eventually(
      () => deposit(begun.player, begun.id),
      (seen) => seen.status === 'completed',
    )
    expect(await cash(begun.player)).toBe(50_000n)
    const waiting = await world.db.kysely
      .selectFrom('service_postback')
      .select('id')
      .where('handled_at', 'is', null)
      .execute()
    expect(waiting).toEqual([])
  })
})

describe('signed JSON', () => {
  it.each([
    ['{"a":1,"transactions":[{"x":"]"}, 2],"b":2}', '[{"x":"]"}, 2]'],
    ['{ "transactions" : 6008.40 }', '6008.40'],
    ['{"x":{"transactions":[1]},"transactions":[]}', '[]'],
    ['{"transactions":{"a":"\\"}"}}', '{"a":"\\"}"}'],
    ['{"tr\\u0061nsactions":"x"}', '"x"'],
  ])('%s', (json, text) => expect(memberText(json, 'transactions')).toBe(text))
  it.each([
    '{"transactions":1,"transactions":2}',
    '[{"transactions":1}]',
    '{}',
    'null',
    '"transactions"',
    '{"transactions":',
  ])('%s has none', (json) => expect(memberText(json, 'transactions')).toBeUndefined())
  it('keeps numbers as they were written', () =>
    expect(numbersAsText('{"a":100.0,"b":"2.50","c":[9007199254740993,-1e3],"d":"x\\"1\\""}')).toEqual({
      a: '100.0',
      b: '2.50',
      c: ['9007199254740993', '-1e3'],
      d: 'x"1"',
    }))
})
