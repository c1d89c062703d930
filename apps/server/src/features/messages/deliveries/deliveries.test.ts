import { signWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../../test/world.ts'
import { claimDue } from './claim-due.ts'

const reportKey = `whsec_${Buffer.from('the key of the reports').toString('base64')}`
let world: World
let admin: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({ SMS_REPORT_KEY: reportKey }, { withoutJobs: true })
  admin = await world.operator()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())
beforeEach(() => {
  world.inbox.answer = world.inbox.accept
})

type Player = Awaited<ReturnType<World['player']>>
let made = 0

/** Advances to the next time of this hour and minute in Windhoek; operators sign in again. */
async function leapTo(hour: number, minute = 0) {
  const now = world.clock.now()
  const at = new Date(now)
  at.setUTCHours(hour - 2, minute, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  await leap(at.getTime() - now.getTime())
}
async function leap(byMs: number) {
  world.clock.leap(byMs)
  ;[admin, cashier] = [await world.signIn(admin), await world.signIn(cashier)]
}
async function sendAll() {
  await world.app.features.messages.sendDue()
  await world.app.features.sms.sendDue()
}
async function rejectedDeposit(player: Player): Promise<string> {
  const form = { manual_deposit_id: '2', amount: '500', utr: `DELIVERY${++made}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  const { id } = json.data.deposit
  const answer = await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'not_received', version: 1 })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return id
}
const words = (text: string) => ({ en: text, hi: text, af: text })
const offer = (player: { id: string }, key = `offer-${++made}`) =>
  admin.post(`/staff/players/${player.id}/offers`, { key, title: words('Bonus'), text: words('Fifty percent today.') })
async function deliveries(player: { id: string }, channel?: string) {
  const { json } = await admin.get(`/staff/players/${player.id}/deliveries`)
  return json.deliveries.filter((one: { channel: string }) => channel === undefined || one.channel === channel)
}
const states = async (player: { id: string }, channel = 'sms') =>
  (await deliveries(player, channel)).map(({ state, reason }: { state: string; reason: string | null }) =>
    reason === null ? state : `${state}: ${reason}`,
  )
const texts = ({ mobile }: { mobile: string }) =>
  world.inbox.messages.filter(({ to, text }) => to === mobile && !/^\d{6} /.test(text)).map(({ text }) => text)
async function setMessaging(change: object) {
  const { settings } = (await admin.get('/staff/settings')).json
  const messaging = { ...settings.messaging, ...change }
  const answer = await admin.put('/staff/settings', { change: { messaging }, reason: 'A test of the caps.' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
}
async function agreeingPlayer() {
  const player = await world.player()
  await player.put('/player/channels', { offers: true })
  return player
}

describe('a message about money', () => {
  it('has an inbox delivery and a text-message delivery, with tries and cost', async () => {
    const player = await world.player()
    await rejectedDeposit(player)
    expect(await states(player)).toEqual(['waiting'])
    const at = world.clock.now().toISOString()
    await sendAll()
    expect(await deliveries(player)).toMatchObject([
      { channel: 'inbox', class: 'money', state: 'delivered', cost: null },
      {
        ...{ kind: 'deposit_rejected', channel: 'sms', state: 'sent', tries: 1, tried_at: [at], sent_at: at },
        cost: { amount: '0.60', currency: 'NAD' },
      },
    ])
  })

  it('shows each failed try and the final reason; without an accepting gateway it costs nothing', async () => {
    const player = await world.player()
    world.inbox.answer = (response) => {
      response.writeHead(503).end()
      return false
    }
    await rejectedDeposit(player)
    await sendAll()
    expect(await deliveries(player, 'sms')).toMatchObject([{ state: 'waiting', tries: 1, cost: null }])
    await leap(25 * 3_600_000)
    await sendAll()
    expect(await deliveries(player, 'sms')).toMatchObject([
      { state: 'failed', reason: 'expired', tries: 1, cost: null, ended_at: world.clock.now().toISOString() },
    ])
  })

  it('is marked as arrived by the gateway’s report, without further costs when repeated', async () => {
    const player = await world.player()
    await rejectedDeposit(player)
    await sendAll()
    const { id } = world.inbox.messages.find(({ to, text }) => to === player.mobile && text.startsWith('Dhow'))!
    for (let time = 0; time < 2; time++) {
      const body = JSON.stringify({ type: 'sms.delivered', timestamp: world.clock.now().toISOString(), data: { id } })
      const headers = signWebhook(webhookSecret(reportKey), `report-${time}`, world.clock.now(), body)
      const answer = await world.visitor().call('POST', '/sms-gateways/first/reports', Buffer.from(body), {
        'content-type': 'application/json',
        ...headers,
      })
      expect(answer.status).toBe(200)
    }
    expect(await deliveries(player, 'sms')).toMatchObject([{ state: 'delivered', cost: { amount: '0.60' } }])
  })

  it('is skipped on a channel that the player switched off, but is in the inbox', async () => {
    const player = await world.player()
    expect((await player.get('/player/channels')).json.channels.sms).toBe(true)
    await player.put('/player/channels', { sms: false })
    await rejectedDeposit(player)
    await sendAll()
    expect([await states(player), texts(player)]).toEqual([['skipped: switched_off'], []])
    expect((await player.get('/player/messages')).json.messages).toMatchObject([{ kind: 'deposit_rejected' }])
  })

  it('is sent in the quiet hours too, and counts in no cap', async () => {
    await setMessaging({ player_a_day: 0 })
    await leapTo(23)
    const player = await world.player()
    await rejectedDeposit(player)
    await sendAll()
    expect(await states(player)).toEqual(['sent'])
    await setMessaging({ player_a_day: 5 })
  })
})

it('a message about the account’s closing is sent to the phone, even if the player switched that off', async () => {
  const player = await world.player()
  await player.put('/player/channels', { sms: false })
  await world.db.transaction((tx) =>
    world.app.features.messages.send(tx, {
      key: `test:closing:${player.id}`,
      playerId: player.id,
      kind: 'closing_asked',
      params: { until: world.clock.now().toISOString() },
      about: null,
    }),
  )
  await sendAll()
  expect([await states(player), texts(player).length]).toEqual([['sent'], 1])
})

describe('advertising', () => {
  beforeEach(async () => {
    await leapTo(12)
  })

  it('needs consent, whose every change is recorded', async () => {
    const player = await world.player()
    expect((await offer(player)).json.code).toBe('offers_not_wanted')
    const first = await player.put('/player/channels', { offers: true })
    expect(first.json.offers).toEqual({ allowed: true, since: world.clock.now().toISOString() })
    expect((await player.get('/player/preferences')).json.preferences.notifications.offers).toBe(true)
    world.clock.leap(1_000)
    const { notifications } = (await player.get('/player/preferences')).json.preferences
    await player.put('/player/preferences', { notifications: { ...notifications, offers: false } })
    expect((await offer(player)).json.code).toBe('offers_not_wanted')
    const consents = await world.app.features.accounts.preferences.offerConsents(player.id)
    expect(consents.map(({ given, at }) => [given, world.clock.now().getTime() - at.getTime()])).toEqual([
      [true, 1_000],
      [false, 0],
    ])
    expect([(await player.get('/player/messages')).json.messages, texts(player)]).toEqual([[], []])
  })

  it('is sent once per key', async () => {
    const player = await agreeingPlayer()
    await Promise.all([1, 2, 3].map(() => offer(player, 'weekend')))
    await sendAll()
    expect((await offer(player, 'weekend')).json.deliveries).toMatchObject([{ channel: 'inbox' }, { state: 'sent' }])
    await sendAll()
    expect(texts(player)).toEqual(['Dhow: Fifty percent today.'])
  })

  it('waits for the end of the quiet hours of its market', async () => {
    await leapTo(23, 30)
    const player = await agreeingPlayer()
    await offer(player)
    await sendAll()
    const [waiting] = await deliveries(player, 'sms')
    expect([waiting.state, waiting.tries, waiting.next_at?.slice(11)]).toEqual(['waiting', 0, '06:00:00.000Z'])
    await leapTo(7, 57)
    await sendAll()
    expect(texts(player)).toEqual([])
    await leapTo(8)
    await sendAll()
    expect(texts(player)).toHaveLength(1)
  })

  it('is skipped if the player withdraws consent, starts a break or switches the channel off while it waits', async () => {
    await leapTo(22)
    const [withdrawn, resting, switched] = [await agreeingPlayer(), await agreeingPlayer(), await agreeingPlayer()]
    for (const player of [withdrawn, resting, switched]) await offer(player)
    await sendAll()
    await withdrawn.put('/player/channels', { offers: false })
    expect((await resting.post('/player/time-out', { days: 1 })).status).toBe(200)
    await switched.put('/player/channels', { sms: false })
    await leapTo(9)
    await sendAll()
    expect([await states(withdrawn), await states(resting), await states(switched)]).toEqual([
      ['skipped: no_consent'],
      ['skipped: forbidden'],
      ['skipped: switched_off'],
    ])
    expect([withdrawn, resting, switched].flatMap(texts)).toEqual([])
    expect((await offer(resting)).json.code).toBe('offers_forbidden')
  })

  it('stops at the player’s daily cap, and resumes the next day', async () => {
    await setMessaging({ player_a_day: 2 })
    const player = await agreeingPlayer()
    for (let time = 0; time < 4; time++) await offer(player)
    await sendAll()
    expect((await states(player)).sort()).toEqual(['sent', 'sent', 'skipped: player_cap', 'skipped: player_cap'])
    await leapTo(12)
    await offer(player)
    await sendAll()
    expect((await states(player)).filter((state: string) => state === 'sent')).toHaveLength(3)
    await setMessaging({ player_a_day: 5 })
  })

  it('stops at the operator’s daily cap over all players, which does not use up the players’ caps', async () => {
    const before = await world.db.kysely.selectFrom('messages.day_count').selectAll().execute()
    const today = world.clock.now().toISOString().slice(0, 10)
    const sent = before.find(({ subject, day }) => subject === 'operator:NA' && String(day) === today)?.sent ?? 0
    await setMessaging({ operator_a_day: sent + 1 })
    const players = [await agreeingPlayer(), await agreeingPlayer(), await agreeingPlayer()]
    for (const player of players) await offer(player)
    await sendAll()
    const all = (await Promise.all(players.map((player) => states(player)))).flat().sort()
    expect(all).toEqual(['sent', 'skipped: operator_cap', 'skipped: operator_cap'])
    const counted = await world.db.kysely
      .selectFrom('messages.day_count')
      .select('subject')
      .where(
        'subject',
        'in',
        players.map(({ id }) => id),
      )
      .execute()
    expect(counted).toHaveLength(1)
    await setMessaging({ operator_a_day: 100_000 })
  })

  it('is claimed by one server at a time, and by the next if that one crashes', async () => {
    const player = await agreeingPlayer()
    for (let time = 0; time < 3; time++) await offer(player)
    const claims = await Promise.all([claimDue(world.platform, 20), claimDue(world.platform, 20)])
    expect(claims.flat()).toHaveLength(3)
    await sendAll()
    expect(await states(player)).toEqual(['waiting', 'waiting', 'waiting'])
    world.clock.leap(60_000)
    await sendAll()
    expect([await states(player), texts(player).length]).toEqual([['sent', 'sent', 'sent'], 3])
  })
})

it('the costs of a day are added up by market, for operators with the permission', async () => {
  await leapTo(12)
  await setMessaging({ sms_cost: { NA: '0.75', IN: '0.20' } })
  const [player, hindi] = [await agreeingPlayer(), await world.player({ market: 'IN' })]
  await hindi.put('/player/channels', { offers: true })
  await hindi.put('/player/preferences', { language: 'hi' })
  await offer(player)
  await rejectedDeposit(player)
  const long = 'एक लंबा संदेश जो एक हिस्से में नहीं समाता, इसलिए दो हिस्सों में जाता है और दो हिस्सों का दाम लगता है।'
  const body = { key: 'hindi', title: words('Bonus'), text: { ...words('Bonus'), hi: long } }
  expect((await admin.post(`/staff/players/${hindi.id}/offers`, body)).status).toBe(200)
  await sendAll()
  const day = world.clock.now().toISOString().slice(0, 10)
  const { json } = await admin.get(`/staff/delivery-costs?from=${day}&to=${day}`)
  // Two offers counted in the caps of their markets; the deposit's message counted in none.
  expect(json.counted).toEqual(['IN', 'NA'].map((market) => ({ day, market, deliveries: 1 })))
  expect(json.operator_a_day).toBe(100_000)
  expect(json.days).toEqual([
    { day, channel: 'sms', currency: 'INR', deliveries: 1, parts: 2, cost: '0.40' },
    { day, channel: 'sms', currency: 'NAD', deliveries: 2, parts: 2, cost: '1.50' },
  ])
  expect((await cashier.get('/staff/delivery-costs')).status).toBe(403)
  expect((await cashier.post(`/staff/players/${player.id}/offers`, body)).status).toBe(403)
})

describe('the list of all deliveries', () => {
  const list = async (query: string) => (await cashier.get(`/staff/deliveries?${query}`)).json
  const shown = async (query: string) =>
    (await list(query)).deliveries.map((one: { channel: string; state: string }) => `${one.channel} ${one.state}`)

  it('is filtered by player, channel, state and day, in pages without gaps', async () => {
    await leapTo(12)
    const player = await agreeingPlayer()
    await rejectedDeposit(player)
    await offer(player)
    await sendAll()
    expect(await shown(`player=${player.id}`)).toEqual(['sms sent', 'inbox delivered', 'sms sent', 'inbox delivered'])
    const { player_name: name } = (await list(`player=${player.id}`)).deliveries[0].player
    expect(await shown(`player=${name.toUpperCase()}&channel=sms`)).toEqual(['sms sent', 'sms sent'])
    expect(await shown(`player=${player.id}&state=failed`)).toEqual([])
    expect(await shown('player=nobody.of.that.name')).toEqual([])
    const day = world.clock.now().toISOString().slice(0, 10)
    expect(await shown(`player=${player.id}&from=${day}&to=${day}`)).toHaveLength(4)
    expect(await shown(`player=${player.id}&to=2026-01-01`)).toEqual([])
    for (let time = 0; time < 30; time++) await offer(player)
    const pages = [await list(`player=${player.id}`)]
    pages.push(await list(`player=${player.id}&cursor=${pages[0].next_cursor}`))
    const keys = pages.flatMap(({ deliveries: rows }) =>
      rows.map((one: { message_id: string; channel: string }) => one.message_id + one.channel),
    )
    expect([keys.length, new Set(keys).size, pages[1].next_cursor]).toEqual([64, 64, null])
  })

  it('sends a failed delivery again, once, and shows when', async () => {
    const player = await world.player()
    world.inbox.answer = (response) => {
      response.writeHead(422).end()
      return false
    }
    await rejectedDeposit(player)
    await sendAll()
    world.inbox.answer = world.inbox.accept
    const [failed] = (await list(`player=${player.id}&state=failed`)).deliveries
    expect(failed).toMatchObject({ channel: 'sms', reason: 'refused', retried_at: null })
    const retry = () => admin.post(`/staff/deliveries/${failed.message_id}/retry`, { channel: 'sms' })
    const answers = await Promise.all([retry(), retry()])
    expect(answers.map(({ status, json }) => [status, json.code])).toContainEqual([409, 'delivery_not_failed'])
    expect(answers.find(({ status }) => status === 200)?.json.delivery).toMatchObject({
      ...{ state: 'waiting', reason: null, retried_at: world.clock.now().toISOString() },
    })
    await sendAll()
    expect([await states(player), texts(player)]).toMatchObject([['sent'], [expect.any(String)]])
  })

  it('sends an offer again only to a player who still agrees to offers', async () => {
    await leapTo(12)
    const player = await agreeingPlayer()
    world.inbox.answer = (response) => {
      response.writeHead(422).end()
      return false
    }
    await offer(player)
    await sendAll()
    world.inbox.answer = world.inbox.accept
    await player.put('/player/channels', { offers: false })
    const [failed] = (await list(`player=${player.id}&state=failed`)).deliveries
    expect((await admin.post(`/staff/messages/${failed.message_id}/resend`)).status).toBe(200)
    await sendAll()
    expect([await states(player), texts(player)]).toEqual([['skipped: no_consent'], []])
  })
})
