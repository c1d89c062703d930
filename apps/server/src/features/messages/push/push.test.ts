import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorldWithSandbox } from '../../../../test/sandbox.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { isPushAddress } from './push-hosts.ts'

let opened: Awaited<ReturnType<typeof openWorldWithSandbox>>
let world: World
let origin: string
let cashier: Awaited<ReturnType<World['operator']>>
let admin: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  opened = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true }))
  ;({ world } = opened)
  origin = world.config.origins.sandbox
  admin = await world.operator()
  cashier = await world.operator('cashier')
})
afterAll(() => opened.close())
beforeEach(() => behave('accepts'))

type Player = Awaited<ReturnType<World['player']>>
interface Address {
  endpoint: string
  keys: { p256dh: string; auth: string }
}
const ask = async (path: string, body?: object) => {
  const answer = await fetch(origin + path, {
    ...(body ? { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}
const behave = (answers: string) => ask('/push/behaviour', { answers, delay_ms: 0 })
const newBrowser = (): Promise<Address> => ask('/push/browsers', {}) as Promise<Address>
/** Notifications shown by a browser, newest first. */
async function shown({ endpoint }: Address) {
  const all = (await ask('/push/received')) as { browser: string; title: string; body: string; path: string }[]
  return all.filter(({ browser }) => endpoint.endsWith(browser))
}
async function notified() {
  const player = await world.player()
  const browser = await newBrowser()
  expect((await player.post('/player/push-addresses', browser)).status).toBe(200)
  return { player, browser }
}
let references = 0
async function creditedDeposit(player: Player): Promise<string> {
  const form = { manual_deposit_id: '2', amount: '500', utr: `PUSH${++references}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  const { id } = json.data.deposit
  const answer = await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500.00', version: 1 })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return id
}
const send = () => world.app.features.messages.sendDue()
const states = async ({ id }: Player) => {
  const { json } = await admin.get(`/staff/players/${id}/deliveries`)
  return json.deliveries
    .filter(({ channel }: { channel: string }) => channel === 'push')
    .map(({ state, reason, tries }: { state: string; reason: string | null; tries: number }) => [state, reason, tries])
}

describe('a browser with notifications enabled', () => {
  it('shows that a deposit was credited, without its amount, and links to its page', async () => {
    const { player, browser } = await notified()
    const id = await creditedDeposit(player)
    await send()
    expect(await shown(browser)).toMatchObject([
      { title: 'Deposit credited', body: 'Open the portal to read it.', path: `/payments/${id}` },
    ])
    expect(await states(player)).toEqual([['sent', null, 1]])
  })

  it('shows the amount if the player allows it, in their language', async () => {
    const { player, browser } = await notified()
    await player.put('/player/channels', { push_sums: true })
    await player.put('/player/preferences', { language: 'af' })
    await creditedDeposit(player)
    await send()
    expect(await shown(browser)).toMatchObject([
      { title: 'Deposito bygevoeg', body: 'N$500.00 is by jou saldo gevoeg.' },
    ])
  })

  it('gets nothing once it is removed, the channel is off, or its player signed out there', async () => {
    const [removed, off, out] = [await notified(), await notified(), await notified()]
    await removed.player.post('/player/push-addresses/remove', { endpoint: removed.browser.endpoint })
    await off.player.put('/player/channels', { push: false })
    for (const { player } of [removed, off, out]) await creditedDeposit(player)
    await out.player.post('/player/logout')
    await send()
    for (const { browser } of [removed, off, out]) expect(await shown(browser)).toEqual([])
    expect(await states(out.player)).toEqual([['skipped', 'no_address', 0]])
  })

  it('is deleted if its push service says that it is gone', async () => {
    const { player, browser } = await notified()
    await behave('gone')
    await creditedDeposit(player)
    await send()
    expect(await states(player)).toEqual([['failed', 'gone', 1]])
    await behave('accepts')
    await creditedDeposit(player)
    await send()
    expect([(await states(player)).length, await shown(browser)]).toEqual([1, []])
  })

  it.each(['fails', 'breaks'])('is tried again if its push service %s, and shows a message once', async (answers) => {
    const { player, browser } = await notified()
    await behave(answers)
    await creditedDeposit(player)
    await send()
    await send()
    expect(await states(player)).toEqual([['waiting', null, 1]])
    await behave('accepts')
    world.clock.leap(5_000)
    await send()
    await send()
    expect([await states(player), (await shown(browser)).length]).toEqual([[['sent', null, 2]], 1])
  })

  it('belongs to the player who subscribed last, and only they can remove it', async () => {
    const { player, browser } = await notified()
    const stranger = await world.player()
    await stranger.post('/player/push-addresses/remove', { endpoint: browser.endpoint })
    await creditedDeposit(player)
    await send()
    expect(await shown(browser)).toHaveLength(1)
    await stranger.post('/player/push-addresses', browser)
    await creditedDeposit(player)
    await creditedDeposit(stranger)
    await send()
    expect(await shown(browser)).toHaveLength(2)
  })

  it('is notified of money in the quiet hours too', async () => {
    world.clock.leap(14 * 3_600_000)
    ;[admin, cashier] = [await world.signIn(admin), await world.signIn(cashier)]
    const { player, browser } = await notified()
    await creditedDeposit(player)
    await send()
    expect(await shown(browser)).toHaveLength(1)
  })
})

it('the portal’s key is created once, and its private part is encrypted', async () => {
  const { player } = await notified()
  const { key } = (await player.get('/player/push-key')).json
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  const rows = await world.db.kysely.selectFrom('messages.push_key').selectAll().execute()
  expect(rows).toMatchObject([{ public_key: key }])
})

describe('an address', () => {
  const { live, sandbox } = {
    live: { mode: 'live', origins: { sandbox: 'http://localhost:8083' } } as never,
    sandbox: { mode: 'sandbox', origins: { sandbox: 'http://localhost:8083' } } as never,
  }
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('%s leads to a push service', (address) => {
    expect(isPushAddress(address, live)).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evilnotify.windows.com/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://[::ffff:127.0.0.1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:8083/push/s/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('%s leads to none', (address) => {
    expect(isPushAddress(address, live)).toBe(false)
  })

  it('of the sandbox’s push service is accepted only in the sandbox', () => {
    expect(isPushAddress('http://localhost:8083/push/s/abc', sandbox)).toBe(true)
    expect(isPushAddress('http://localhost:8083/sms', sandbox)).toBe(false)
  })

  it('of another host is refused by the call', async () => {
    const { player, browser } = await notified()
    const elsewhere = { ...browser, endpoint: 'https://169.254.169.254/latest/meta-data' }
    const answer = await player.post('/player/push-addresses', elsewhere)
    expect([answer.status, answer.json.code]).toEqual([422, 'push_service_unknown'])
  })
})
