import './tables.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailServer } from '../../../test/mail-server.ts'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { watchedBy } from '../../notices-watch.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openNotices } from './index.ts'

const look = 15_000
const minute = 60_000
let world: World
let hook: Awaited<ReturnType<typeof openWebhookReceiver>>
let mail: Awaited<ReturnType<typeof openMailServer>>
let admin: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  hook = await openWebhookReceiver()
  mail = await openMailServer()
  world = await openWorld({ SMTP_URL: mail.url }, { withoutJobs: true })
  admin = await world.operator('admin')
  cashier = await world.operator('cashier')
})
afterAll(async () => {
  await world.close()
  hook.close()
  mail.close()
})
beforeEach(async () => {
  for (const { id } of (await admin.get('/staff/notice-rules')).json.rules)
    await admin.delete(`/staff/notice-rules/${id}`)
  await settle()
  hook.received.length = 0
  mail.mails.length = 0
  hook.status = 200
  mail.refuse = false
})

const run = () => world.app.features.notices.run()
/** Advances the clock and runs two evaluations; sessions expire meanwhile. */
async function pass(ms: number) {
  world.clock.leap(ms)
  if (ms >= 10 * minute) {
    admin = await world.signIn(admin)
    cashier = await world.signIn(cashier)
  }
  await run()
  world.clock.leap(look)
  await run()
}
/** Sends leftovers of earlier tests. */
async function settle() {
  hook.status = 200
  mail.refuse = false
  await pass(look)
}
let names = 0
async function webhook() {
  const { json } = await admin.post('/staff/notice-channels', {
    name: `hook ${++names}`,
    kind: 'webhook',
    address: hook.url,
  })
  hook.keys.push(json.secret)
  return { id: json.id as string, secret: json.secret as string }
}
async function email() {
  const body = { name: `mail ${++names}`, kind: 'email', address: 'duty@operator.example' }
  return (await admin.post('/staff/notice-channels', body)).json.id as string
}
const rule = (channels: string[], more: object = { kind: 'queue', queue: 'deposits', minutes: 10 }) => ({
  ...{ name: `rule ${++names}`, enabled: true, quiet_minutes: 30, channels },
  ...more,
})
async function addRule(channels: string[], more?: object) {
  const answer = await admin.post('/staff/notice-rules', rule(channels, more))
  expect(answer.status).toBe(200)
}
const channelRow = (id: string) =>
  world.db.kysely.selectFrom('notices.channel').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
let references = 0
async function deposit() {
  const player = await world.player()
  const form = { manual_deposit_id: '2', amount: '500', utr: `NOTICE${++references}` }
  const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', form)
  return json.data.deposit.id as string
}
async function reject(id: string) {
  cashier = await world.signIn(cashier)
  const answer = await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'unreadable_proof', version: 1 })
  expect(answer.status).toBe(200)
}
const types = () => hook.received.map(({ type }) => type)
const subjects = () => mail.mails.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1])
const list = async (who = admin) => (await who.get('/staff/notices')).json.notices

describe('a queue whose oldest item waits too long', () => {
  it('sends one notice by each channel, reminders while it lasts and an all-clear once it is empty', async () => {
    const [hooked, mailed] = [await webhook(), await email()]
    await addRule([hooked.id, mailed])
    const id = await deposit()
    await pass(9 * minute)
    expect([types(), subjects()]).toEqual([[], []])
    await pass(2 * minute)
    expect(hook.received).toMatchObject([
      {
        type: 'notice.raised',
        isSigned: true,
        data: { kind: 'queue', sentence: '1 deposit has waited for 11 min.' },
      },
    ])
    expect(subjects()).toMatchObject([expect.stringMatching(/^\[localhost\] Notice: rule \d+$/)])
    await pass(30 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.reminder'])
    await reject(id)
    await pass(2 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.reminder', 'notice.cleared'])
    expect(subjects()).toHaveLength(3)
    expect(subjects()[2]).toMatch(/^\[localhost\] All clear: rule/)
    expect((await list())[0]).toMatchObject({ cleared_at: expect.any(String), deliveries: { length: 6 } })
  })

  it('raises no new notice within the quiet time', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked])
    const first = await deposit()
    await pass(11 * minute)
    await reject(first)
    await pass(2 * minute)
    const second = await deposit()
    await pass(12 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.cleared'])
    await pass(20 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.cleared', 'notice.raised'])
    await reject(second)
  })
})

it('two servers that evaluate at once send each notice once', async () => {
  const { id: hooked } = await webhook()
  await addRule([hooked, await email()])
  const id = await deposit()
  const { staff } = world.app.features
  const others = [1, 2, 3].map(() =>
    openNotices({
      platform: world.platform,
      staff,
      secrets: openSecrets(world.config.secretKey, world.platform.random),
      watched: watchedBy(() => world.app.features),
    }),
  )
  const together = async () => {
    world.clock.leap(look)
    await Promise.all([run(), ...others.map((other) => other.run())])
  }
  world.clock.leap(10 * minute)
  for (let turn = 0; turn < 3; turn++) await together()
  expect([types(), subjects().length]).toEqual([['notice.raised'], 1])
  await reject(id)
  for (let turn = 0; turn < 8; turn++) await together()
  expect([types(), subjects().length]).toEqual([['notice.raised', 'notice.cleared'], 2])
})

it('a failing channel gets the notice later under the same id, and shows both states', async () => {
  const hooked = await webhook()
  await addRule([hooked.id, await email()])
  hook.status = 503
  mail.refuse = true
  const id = await deposit()
  await pass(11 * minute)
  const [{ deliveries }] = await list()
  expect(deliveries).toMatchObject([
    { state: 'waiting', failure: { code: 'notice_status', params: { status: '503' } } },
    { state: 'waiting', failure: { code: 'notice_mail_refused' } },
  ])
  expect(deliveries[0].tries).toBeGreaterThan(1)
  hook.status = 200
  mail.refuse = false
  await pass(11 * minute)
  expect((await list())[0].deliveries).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  expect(new Set(hook.received.map((one) => one.id)).size).toBe(1)
  expect(subjects()).toHaveLength(1)
  await reject(id)
})

it('a notice that no channel accepts for a day has failed, and can be resent manually', async () => {
  const hooked = await webhook()
  await addRule([hooked.id])
  hook.status = 500
  const id = await deposit()
  await pass(11 * minute)
  await reject(id)
  await pass(25 * 60 * minute)
  const failed = async () => (await admin.get('/staff/notice-deliveries?state=failed')).json.deliveries
  const [one] = await failed()
  expect(one).toMatchObject({ state: 'failed', channel: { id: hooked.id }, next_at: null })
  hook.status = 200
  expect((await admin.post(`/staff/notice-deliveries/${one.id}/retry`)).json.delivery.state).toBe('waiting')
  await run()
  expect((await failed()).map((other: { id: string }) => other.id)).not.toContain(one.id)
  expect((await admin.post(`/staff/notice-deliveries/${one.id}/retry`)).json.code).toBe('notice_not_failed')
})

describe('a rule', () => {
  it('reports withdrawals of its market from its amount on', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked], { kind: 'withdrawal', market: 'NA', amount: '100.00' })
    const asked: string[] = []
    for (const amount of ['60.00', '100.00']) {
      const player = await playerToBePaid(world)
      const otp = await withdrawalCode(world, player, amount)
      const body = { amount, payout_account_id: player.payoutAccountId, otp }
      const { status, json } = await player.post('/player/withdrawals', body)
      expect(status).toBe(200)
      asked.push(json.withdrawal.id)
    }
    await pass(look)
    expect(hook.received).toMatchObject([
      { data: { subject: asked[1], sentence: expect.stringContaining('N$100.00') } },
    ])
    expect((await list())[0].about).toBe(asked[1])
  })

  it('reports a game provider that is down, and its recovery', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked], { kind: 'provider' })
    const { provider } = world.app.features.catalog
    for (let tries = 0; tries < 5; tries++) await provider.note('dhow-studio', false)
    await pass(look)
    expect(hook.received).toMatchObject([{ type: 'notice.raised', data: { subject: 'dhow-studio:down' } }])
    await provider.note('dhow-studio', true)
    await pass(2 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.cleared'])
  })

  it('reports an open complaint after its hours', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked], { kind: 'complaint', hours: 24 })
    const player = await world.player()
    const opened = await player.form('/player/conversations', { category: 'complaint', text: 'This is not right.' })
    expect(opened.status).toBe(200)
    await pass(look)
    expect(types()).toEqual([])
    await pass(24 * 60 * minute)
    expect(hook.received).toMatchObject([{ type: 'notice.raised', data: { kind: 'complaint' } }])
  })

  it('reports broken books with the alarm’s text', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked], { kind: 'books' })
    const now = world.clock.now()
    const alarm = { text: '', text_code: 'alarm_audit', params: JSON.stringify({ entry: '7' }), cleared_at: null }
    const row = { ...alarm, id: 'alm_test', code: 'audit', subject: '', opened_at: now, seen_at: now }
    await world.db.kysely.insertInto('alarms.alarm').values(row).execute()
    await pass(look)
    expect(hook.received).toMatchObject([{ data: { sentence: 'The audit trail was changed at the entry 7.' } }])
    await world.db.kysely.deleteFrom('alarms.alarm').where('id', '=', 'alm_test').execute()
    await pass(2 * minute)
    expect(types()).toEqual(['notice.raised', 'notice.cleared'])
  })

  it('without its own fields, or with an invalid name or channel, is refused', async () => {
    const fields = async (more: object) => (await admin.post('/staff/notice-rules', rule([], more))).json
    expect((await fields({ kind: 'queue', queue: 'deposits' })).texts).toHaveProperty('minutes')
    expect((await fields({ kind: 'withdrawal', market: 'NA', amount: '0.00' })).texts).toHaveProperty('amount')
    expect((await fields({ kind: 'complaint' })).texts).toHaveProperty('hours')
    const taken = rule([])
    expect((await admin.post('/staff/notice-rules', taken)).status).toBe(200)
    expect((await admin.post('/staff/notice-rules', taken)).json.code).toBe('notice_name_taken')
    expect((await admin.post('/staff/notice-rules', rule(['nch_none']))).json.code).toBe('not_found')
  })

  it('that is switched off or removed raises nothing, and its notices end without an all-clear', async () => {
    const { id: hooked } = await webhook()
    await addRule([hooked])
    const id = await deposit()
    await pass(11 * minute)
    const [known] = (await admin.get('/staff/notice-rules')).json.rules
    const { id: ruleId, hours: _h, market: _m, amount: _a, ...body } = known
    expect((await admin.put(`/staff/notice-rules/${ruleId}`, { ...body, enabled: false })).status).toBe(200)
    await pass(40 * minute)
    expect(types()).toEqual(['notice.raised'])
    expect((await list())[0].cleared_at).not.toBeNull()
    await reject(id)
  })
})

describe('a channel', () => {
  it('gets a test, whose result is shown', async () => {
    const [hooked, mailed] = [await webhook(), await email()]
    const test = async (id: string) => (await admin.post(`/staff/notice-channels/${id}/test`)).json
    expect(await test(hooked.id)).toMatchObject({ sent: true, failure: null })
    expect(await test(mailed)).toMatchObject({ sent: true, failure: null })
    expect([types(), subjects()[0]]).toEqual([['notice.test'], expect.stringContaining('Test: mail')])
    hook.status = 404
    mail.refuse = true
    expect(await test(hooked.id)).toMatchObject({ sent: false, failure: { params: { status: '404' } } })
    expect(await test(mailed)).toMatchObject({ sent: false, failure: { params: { answer: '451 try again' } } })
  })

  it('shows its key once, stores it encrypted, and signs with the new one after a replacement', async () => {
    const { id, secret } = await webhook()
    expect(secret).toMatch(/^whsec_/)
    const shown = async () => JSON.stringify((await admin.get('/staff/notice-channels')).json)
    expect(await shown()).not.toContain(secret.slice(6))
    const trail = await admin.get('/staff/audit')
    expect(JSON.stringify(trail.json)).not.toContain(secret.slice(6))
    const row = await channelRow(id)
    expect(Buffer.from(row.sealed!).toString('latin1')).not.toContain(secret.slice(6))
    const renewed = (await admin.post(`/staff/notice-channels/${id}/secret`)).json.secret as string
    expect(renewed).not.toBe(secret)
    await admin.post(`/staff/notice-channels/${id}/test`)
    expect(hook.received[0]?.isSigned).toBe(false)
    hook.keys.push(renewed)
    await admin.post(`/staff/notice-channels/${id}/test`)
    expect(hook.received[1]?.isSigned).toBe(true)
    expect((await admin.post(`/staff/notice-channels/${await email()}/secret`)).json.code).toBe('notice_no_secret')
  })

  it('that is switched off gets nothing', async () => {
    const { id } = await webhook()
    await addRule([id])
    const [channel] = (await admin.get('/staff/notice-channels')).json.channels.filter(
      (one: { id: string }) => one.id === id,
    )
    const { name, address } = channel
    expect((await admin.put(`/staff/notice-channels/${id}`, { name, address, active: false })).status).toBe(200)
    const about = await deposit()
    await pass(12 * minute)
    expect(types()).toEqual([])
    await reject(about)
  })

  it('that is removed for a reason gets nothing more, and what it got stays listed', async () => {
    const [hooked, mailed] = [await webhook(), await email()]
    await addRule([hooked.id, mailed])
    hook.status = 503
    const about = await deposit()
    await pass(11 * minute)
    hook.status = 200
    const path = `/staff/notice-channels/${hooked.id}`
    const reason = { reason: 'The duty desk has moved' }
    expect((await admin.post(`${path}/remove`, {})).json.code).toBe('invalid_fields')
    const { status, json } = await admin.post(`${path}/remove`, reason)
    expect(status).toBe(200)
    expect(json.channels.map(({ id }: { id: string }) => id)).not.toContain(hooked.id)
    const tried = hook.received.length
    await pass(31 * minute)
    // The reminder goes to the other channel alone.
    expect([hook.received.length, subjects().length]).toEqual([tried, 2])
    const { deliveries } = (await list())[0]
    const own = deliveries.filter(({ channel }: { channel: { id: string } }) => channel.id === hooked.id)
    expect(own).toMatchObject([
      { state: 'failed', channel: { removed: true }, failure: { code: 'notice_channel_removed' } },
    ])
    const retried = await admin.post(`/staff/notice-deliveries/${own[0].id}/retry`)
    expect(retried.json.code).toBe('notice_channel_removed')
    expect((await admin.get('/staff/notice-rules')).json.rules[0].channels).toEqual([mailed])
    await reject(about)

    const { name, kind, address } = await channelRow(hooked.id)
    const gone = [
      await admin.post(`${path}/remove`, reason),
      await admin.post(`${path}/test`),
      await admin.post(`${path}/secret`),
      await admin.put(path, { name, address, active: true }),
      await admin.post('/staff/notice-rules', rule([hooked.id])),
    ]
    expect(gone.map((answer) => answer.json.code)).toEqual(gone.map(() => 'not_found'))
    expect((await channelRow(hooked.id)).sealed).toHaveLength(0)
    expect(JSON.stringify((await admin.get('/staff/audit')).json)).toContain('The duty desk has moved')
    // Its name is free.
    const again = await admin.post('/staff/notice-channels', { name, kind, address })
    expect(again.status).toBe(200)
    expect((await admin.post('/staff/notice-channels', { name, kind, address })).json.code).toBe('notice_name_taken')
  })

  it('with an invalid address is refused', async () => {
    const add = async (kind: string, address: string) =>
      (await admin.post('/staff/notice-channels', { name: `wrong ${++names}`, kind, address })).json.texts?.address[0]
        .code
    expect(await add('webhook', 'ftp://example.com')).toBe('public_https_rule')
    expect(await add('webhook', 'https://me:secret@example.com/')).toBe('public_https_rule')
    expect(await add('email', 'nobody')).toBe('email_rule')
    expect(await add('email', 'a@example.com,b@example.com')).toBe('email_rule')
  })
})

it('operators without the permission read notices and the unread count, and edit nothing', async () => {
  await addRule([])
  const id = await deposit()
  await pass(11 * minute)
  const unread = async () => (await cashier.get('/staff/me')).json.notices_unread as number
  expect(await unread()).toBeGreaterThan(0)
  const [newest] = await list(cashier)
  expect(newest).toMatchObject({ is_new: true, cleared_at: null, text: { code: 'notice_queue' } })
  expect((await cashier.post('/staff/notices/read', { up_to: newest.id })).status).toBe(200)
  expect(await unread()).toBe(0)
  expect((await list(cashier))[0].is_new).toBe(false)
  for (const path of ['/staff/notice-channels', '/staff/notice-rules', '/staff/notice-deliveries'])
    expect((await cashier.get(path)).json.code).toBe('staff_forbidden')
  const made = await cashier.post('/staff/notice-channels', { name: 'mine', kind: 'email', address: 'me@example.com' })
  expect(made.json.code).toBe('staff_forbidden')
  expect((await cashier.post('/staff/notice-rules', rule([]))).json.code).toBe('staff_forbidden')
  await addRoles(world, [{ id: 'rol_no_notices', held: ['deposits.see'] }])
  const other = await world.operator('support')
  await giveRole(world, other, 'rol_no_notices')
  expect((await other.get('/staff/me')).json.notices_unread).toBe(null)
  expect((await other.get('/staff/notices')).json.code).toBe('staff_forbidden')
  await reject(id)
})

it('notices of rules are no alarms of the installation', async () => {
  await addRule([])
  const id = await deposit()
  await pass(11 * minute)
  expect((await list())[0].cleared_at).toBe(null)
  const codes = (await admin.get('/staff/health')).json.alarms.map(({ code }: { code: string }) => code)
  expect(codes.filter((code: string) => code.startsWith('rule.'))).toEqual([])
  await reject(id)
})

/** Receives webhooks, and verifies each signature with the keys returned by the console. */
async function openWebhookReceiver() {
  const received: { id: string; isSigned: boolean; type: string; data: Record<string, string> }[] = []
  const keys: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const isSigned = verifyWebhook(body, request.headers, world.clock.now(), keys.map(webhookSecret)) !== undefined
      received.push({ id: String(request.headers['webhook-id']), isSigned, ...JSON.parse(body.toString()) })
      response.writeHead(opened.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const opened = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    ...{ received, keys, status: 200 },
    close: () => void server.close(),
  }
  return opened
}
