import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
let references = 0
async function deposit(player: Player, amount = '500') {
  const form = { manual_deposit_id: '2', amount, utr: `MESSAGE${++references}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  return json.data.deposit.id as string
}
async function decide(by: typeof cashier, path: string, body: { action: string; [field: string]: string }) {
  const { json } = await by.get(path)
  const { version } = json.deposit ?? json.withdrawal
  const { action, ...rest } = body
  const answer = await by.post(`${path}/${action}`, { ...rest, version })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json
}
async function withdrawal() {
  const player = await playerToBePaid(world)
  const { json } = await player.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp: await withdrawalCode(world, player),
  })
  return { player, id: json.withdrawal.id as string }
}
const inbox = async (player: { get: Player['get'] }) => (await player.get('/player/messages')).json
const texts = async ({ mobile }: { mobile: string }) => {
  await world.app.features.sms.sendDue()
  return world.inbox.messages.filter(({ to, text }) => to === mobile && !/^\d{6} /.test(text)).map(({ text }) => text)
}

describe('a player whose page is closed', () => {
  it('gets a message about a deposit credited with another amount, by text message and in the inbox', async () => {
    const player = await world.player()
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'approve', received_amount: '450.00' })
    expect(await texts(player)).toEqual([
      'Dhow: N$450.00 arrived instead of the N$500.00 you declared. We added N$450.00 to your balance.',
    ])
    const { messages, unread } = await inbox(player)
    expect([messages, unread]).toMatchObject([
      [
        {
          kind: 'deposit_credited_other',
          params: { amount: '450.00', declared: '500.00', currency: 'NAD' },
          about: { kind: 'deposit', id },
          is_read: false,
        },
      ],
      1,
    ])
  })

  it('gets a message about a deposit credited as declared only in the inbox', async () => {
    const player = await world.player()
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'approve', received_amount: '500.00' })
    expect([await texts(player), (await inbox(player)).messages[0].kind]).toEqual([[], 'deposit_credited'])
  })

  it('gets a message about each question with its deadline', async () => {
    const player = await world.player()
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'ask', question: 'exact_amount' })
    await player.form(`/player/deposits/${id}/answer`, { note: 'It was 500.' })
    await decide(cashier, `/staff/deposits/${id}`, { action: 'ask', question: 'payer_name' })
    const asked = await texts(player)
    expect(asked).toHaveLength(2)
    // Windhoek is two hours ahead of UTC; a question waits as long as a new deposit does.
    expect(asked[0]).toMatch(/^Dhow: We have a question about your deposit of N\$500\.00\. .* by \d\d\/11 11:00\.$/)
    expect((await inbox(player)).messages.map((one: { params: { question: string } }) => one.params.question)).toEqual([
      'payer_name',
      'exact_amount',
    ])
  })

  it('gets messages about a rejected and a reversed deposit, in the player’s language', async () => {
    const player = await world.player()
    await player.put('/player/preferences', { language: 'af' })
    const [bad, good] = [await deposit(player), await deposit(player)]
    await decide(cashier, `/staff/deposits/${bad}`, { action: 'reject', reason: 'not_received' })
    await decide(cashier, `/staff/deposits/${good}`, { action: 'approve', received_amount: '500.00' })
    await decide(manager, `/staff/deposits/${good}`, {
      action: 'reverse',
      reason: 'duplicate_reference',
      note: 'Twice.',
    })
    expect(await texts(player)).toEqual([
      'Dhow: Jou deposito van N$500.00 is nie bygevoeg nie. Teken in en maak Boodskappe oop om te sien hoekom.',
      'Dhow: Jou deposito van N$500.00 is teruggedraai. Teken in en maak Boodskappe oop om te sien hoekom.',
    ])
    expect(world.inbox.messages.at(-1)).toMatchObject({ language: 'af' })
  })

  it('gets messages about a withdrawal that was paid, and one that the bank sent back', async () => {
    const { player, id } = await withdrawal()
    const path = `/staff/withdrawals/${id}`
    await decide(cashier, path, { action: 'approve' })
    await decide(cashier, path, { action: 'pay', payment_reference: 'PAID1' })
    await decide(manager, path, { action: 'return', note: 'The account is closed.' })
    expect(await texts(player)).toEqual([
      'Dhow: Your withdrawal of N$400.00 was paid out.',
      'Dhow: The bank sent your withdrawal of N$400.00 back. The money is back in your balance.',
    ])
  })

  it('gets a message about a rejected withdrawal; the text names no reason and no number', async () => {
    const { player, id } = await withdrawal()
    await decide(cashier, `/staff/withdrawals/${id}`, { action: 'reject', reason: 'name_mismatch' })
    expect(await texts(player)).toEqual([
      'Dhow: Your withdrawal of N$400.00 was not approved. The money is back in your balance.',
    ])
  })
})

describe('decisions other than deposits and payouts', () => {
  const kinds = async (player: { get: Player['get'] }) =>
    (await inbox(player)).messages.map((one: { kind: string }) => one.kind)
  const newest = async (player: { get: Player['get'] }) => (await inbox(player)).messages[0]

  it('an approved withdrawal is in the inbox before it is paid', async () => {
    const { player, id } = await withdrawal()
    await decide(cashier, `/staff/withdrawals/${id}`, { action: 'approve' })
    expect(await newest(player)).toMatchObject({
      kind: 'withdrawal_approved',
      params: { amount: '400.00', currency: 'NAD' },
      about: { kind: 'withdrawal', id },
    })
  })

  it('a gift is in the inbox once, however often it is claimed', async () => {
    const player = await world.player()
    const admin = await world.operator('admin')
    const gift = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '5.00', claims: 1, expires_in_hours: 1 }
    const { code } = (await admin.post('/staff/gift-envelopes', gift)).json
    for (let times = 0; times < 2; times++) await player.post('/gift-envelope/claim', { code })
    const { messages } = await inbox(player)
    expect(messages).toMatchObject([{ kind: 'gift_claimed', params: { amount: '5.00', currency: 'NAD' } }])
  })

  it('a bonus is in the inbox at its start and its end', async () => {
    const player = await world.player({ balance: '100.00' })
    const { bonus } = (await player.post('/player/bonuses/rule_sandbox_welcome_na/claim')).json
    expect(await newest(player)).toMatchObject({
      kind: 'bonus_given',
      params: { amount: '100.00', required: '1000.00', currency: 'NAD', until: expect.any(String) },
    })
    await player.post(`/player/bonuses/${bonus.id}/cancel`)
    expect(await kinds(player)).toEqual(['bonus_cancelled', 'bonus_given'])
  })

  it('a sign-in on a new device is in the inbox, not on a known device or at registration', async () => {
    const player = await world.player()
    const credentials = { mobile: player.mobile, password: player.password }
    await player.browser.post('/login', credentials)
    expect(await kinds(player)).toEqual([])
    const elsewhere = world.visitor()
    world.clock.leap(61_000)
    await elsewhere.post('/login', credentials)
    const otp = await world.inbox.code(player.mobile)
    const opened = await elsewhere.post('/authentication-otp-verify', { otp, mobile: player.mobile, type: 'login' })
    expect(opened.status).toBe(200)
    expect(await newest(player)).toMatchObject({ kind: 'new_device', params: { device: expect.any(String) } })
    await elsewhere.post('/login', credentials)
    expect(await kinds(player)).toEqual(['new_device'])
  })

  it('a changed password is in the inbox', async () => {
    const player = await world.player()
    const body = { current_password: player.password, password: 'a-new-calm-harbour' }
    const changed = await player.post('/player/change-password', body)
    expect(changed.status).toBe(200)
    expect(await kinds(player)).toEqual(['password_changed'])
  })
})

it('an event sends one message even if its command is repeated', async () => {
  const player = await world.player()
  const message = {
    key: `test:${player.id}:1`,
    playerId: player.id,
    kind: 'withdrawal_returned' as const,
    params: { amount: '20.00', currency: 'NAD' as const },
    about: null,
  }
  await Promise.all([1, 2, 3].map(() => world.db.transaction((tx) => world.app.features.messages.send(tx, message))))
  expect(await texts(player)).toEqual([expect.stringContaining('N$20.00 back')])
  expect((await inbox(player)).messages).toMatchObject([{ kind: 'withdrawal_returned' }])
})

it('a command that is rolled back sends nothing', async () => {
  const player = await world.player()
  const key = `test:${player.id}:undone`
  const params = { amount: '20.00', currency: 'NAD' as const }
  await world.db
    .transaction(async (tx) => {
      await world.app.features.messages.send(tx, {
        key,
        playerId: player.id,
        kind: 'withdrawal_returned',
        params,
        about: null,
      })
      throw new Error('undone')
    })
    .catch(() => undefined)
  expect([await texts(player), (await inbox(player)).messages]).toEqual([[], []])
})

describe('the messages of a player', () => {
  it('are listed for operators newest first in pages, of every kind, only for this player', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const send = (to: string, number: number) =>
      world.db.transaction((tx) =>
        world.app.features.messages.send(tx, {
          key: `list:${to}:${number}`,
          playerId: to,
          kind: 'withdrawal_paid',
          params: { amount: `${number}.00`, currency: 'NAD', reference: 'R' },
          about: null,
        }),
      )
    for (let number = 1; number <= 51; number++) await send(player.id, number)
    await send(stranger.id, 99)
    const first = (await cashier.get(`/staff/players/${player.id}/messages`)).json
    const rest = (await cashier.get(`/staff/players/${player.id}/messages?cursor=${first.next_cursor}`)).json
    const amounts = [...first.messages, ...rest.messages].map((one) => one.params.amount)
    expect(amounts).toEqual(Array.from({ length: 51 }, (_, index) => `${51 - index}.00`))
    expect([first.messages.length, rest.next_cursor, first.messages[0].sms.state]).toEqual([50, null, 'queued'])
    // Fifty waiting text messages would affect the following tests.
    const waiting = () => world.db.kysely.selectFrom('sms.outbox').select('id').where('state', '=', 'queued').execute()
    while ((await waiting()).length > 0) await world.app.features.sms.sendDue()
  })
})

describe('the inbox', () => {
  it('is listed newest first in pages, and counts unread messages', async () => {
    const player = await world.player()
    const params = { amount: '1.00', currency: 'NAD' as const }
    for (let number = 0; number < 25; number++)
      await world.db.transaction((tx) =>
        world.app.features.messages.send(tx, {
          key: `page:${player.id}:${number}`,
          playerId: player.id,
          kind: 'deposit_credited',
          params,
          about: null,
        }),
      )
    const first = await inbox(player)
    expect([first.messages.length, first.unread]).toEqual([20, 25])
    const rest = (await player.get(`/player/messages?cursor=${first.next_cursor}`)).json
    expect([rest.messages.length, rest.next_cursor]).toEqual([5, null])
    const tenth = first.messages[10].id
    expect((await player.post('/player/messages/read', { up_to: tenth })).json.unread).toBe(10)
    expect((await inbox(player)).messages.filter((one: { is_read: boolean }) => one.is_read)).toHaveLength(10)
  })

  it('can be read and marked only by its player', async () => {
    const [player, stranger] = [await world.player(), await world.player()]
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'approve', received_amount: '500.00' })
    const { messages } = await inbox(player)
    expect((await inbox(stranger)).messages).toEqual([])
    await stranger.post('/player/messages/read', { up_to: messages[0].id })
    expect((await inbox(player)).unread).toBe(1)
  })
})

describe('the console', () => {
  const about = async (id: string) => (await cashier.get(`/staff/messages?about=${id}`)).json.messages

  it('shows a message without a text message, and whether it was read', async () => {
    const player = await world.player()
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'approve', received_amount: '500.00' })
    expect(await about(id)).toMatchObject([{ kind: 'deposit_credited', sms: null, read_at: null }])
    await player.post('/player/messages/read', { up_to: (await inbox(player)).messages[0].id })
    expect((await about(id))[0].read_at).not.toBeNull()
  })

  it('shows whether a text message waits, was sent or failed, and resends it only if it failed', async () => {
    const player = await world.player()
    const answerWith = (status: number) => {
      world.inbox.answer = (response) => {
        response.writeHead(status).end()
        return false
      }
    }
    answerWith(503)
    const id = await deposit(player)
    await decide(cashier, `/staff/deposits/${id}`, { action: 'reject', reason: 'not_received' })
    await world.app.features.sms.sendDue()
    const [message] = await about(id)
    expect(message).toMatchObject({ kind: 'deposit_rejected', sms: { state: 'queued', failure: null } })
    const resend = () => cashier.post(`/staff/messages/${message.id}/resend`)
    expect((await resend()).json.code).toBe('message_not_failed')

    answerWith(422)
    world.clock.leap(60_000)
    await world.app.features.sms.sendDue()
    expect((await about(id))[0].sms).toMatchObject({ state: 'failed', failure: 'refused' })

    world.inbox.answer = world.inbox.accept
    world.clock.leap(60_000)
    expect((await resend()).json.message.sms.state).toBe('queued')
    await world.app.features.sms.sendDue()
    expect((await about(id))[0].sms).toMatchObject({ state: 'sent', at: world.clock.now().toISOString() })
    expect(await texts(player)).toHaveLength(1)
    expect((await resend()).json.code).toBe('message_not_failed')
    const trail = await world.db.kysely
      .selectFrom('staff.audit_entry')
      .select('action')
      .where('subject', '=', id)
      .where('action', '=', 'message.resend')
      .execute()
    expect(trail).toHaveLength(1)
  })
})

it('a limit is in the inbox once it applies: a lower one at once, a raise when it is confirmed', async () => {
  const player = await world.player()
  const newest = async (of: Player) => (await inbox(of)).messages[0]
  const limit = { kind: 'deposit', period: 'day' }
  await player.put('/player/limits', { ...limit, amount: '500' })
  const params = { limit: 'deposit', period: 'day', amount: '500.00', currency: 'NAD' }
  expect(await newest(player)).toMatchObject({ kind: 'limit_set', params })
  await player.put('/player/limits', { ...limit, amount: '900' })
  expect((await inbox(player)).messages).toHaveLength(1)
  await aDayLater(player)
  expect((await player.post('/player/limits/confirm', limit)).status).toBe(200)
  expect((await newest(player)).params).toEqual({ ...params, amount: '900.00' })
  await player.put('/player/limits', { ...limit, amount: null })
  await aDayLater(player)
  await player.post('/player/limits/confirm', limit)
  expect(await newest(player)).toMatchObject({ kind: 'limit_removed', params: { limit: 'deposit', period: 'day' } })
})

/** Sessions expire meanwhile. */
async function aDayLater(player: Player) {
  world.clock.leap(24 * 3_600_000)
  const { json } = await player.browser.post('/login', { mobile: player.mobile, password: player.password })
  player.browser.use(json.token)
}
