import '../notices/tables.ts'
import './tables.ts'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keysOf } from '@dhow/contract/keys-of'
import { viewScreenOf, viewScreens } from '@dhow/contract/report-views'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailServer } from '../../../test/mail-server.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { asOwner } from '../../../test/as-owner.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { openApprovals } from '../approvals/index.ts'
import { openFiles } from '../../platform/files.ts'
import { openReports } from './index.ts'
import { nextDue, periodBeforeDue } from './schedule-rules.ts'

const hourMs = 3_600_000
let world: World
let mail: Awaited<ReturnType<typeof openMailServer>>
let admin: Awaited<ReturnType<World['operator']>>
let manager: Awaited<ReturnType<World['operator']>>
let channel: string
beforeAll(async () => {
  mail = await openMailServer()
  world = await openWorld({ SMTP_URL: mail.url }, { withoutJobs: true })
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  const body = { name: 'Owner', kind: 'email', address: 'owner@operator.example' }
  channel = (await admin.post('/staff/notice-channels', body)).json.id
})
afterAll(async () => {
  await world.close()
  mail.close()
})
beforeEach(async () => {
  manager = await world.signIn(manager)
  for (const { id } of (await manager.get('/staff/reports/schedules')).json.schedules)
    await manager.delete(`/staff/reports/schedules/${id}`)
  mail.mails.length = 0
  mail.refuse = false
})

let names = 0
async function view(more: object = {}) {
  const name = `view ${++names}`
  const body = { name, screen: 'report', market: 'NA', shared: false, ...more }
  const { json } = await manager.put('/staff/reports/views', body)
  return { name, id: json.views.find((one: { name: string }) => one.name === name).id as string }
}
const schedule = (viewId: string, more: object = {}) =>
  manager.post('/staff/reports/schedules', { view: viewId, channel, every: 'day', hour: 7, attached: true, ...more })
const listed = async () => (await manager.get('/staff/reports/schedules')).json.schedules
async function run() {
  const { reports, notices } = world.app.features
  await reports.sendScheduled()
  await notices.run()
}
async function nextDay() {
  world.clock.leap(24 * hourMs)
  manager = await world.signIn(manager)
}
const mailed = () => mail.mails.map(({ content }) => content)

describe('a scheduled report', () => {
  it('is sent once a day with the figures of the day before as CSV', async () => {
    const { id, name } = await view()
    const answer = await schedule(id)
    expect([answer.status, answer.json.schedules]).toMatchObject([200, [{ hour: 7, view: { name }, sent: [] }]])
    await run()
    expect(mailed()).toEqual([])
    await nextDay()
    await run()
    await run()
    expect(mailed()).toHaveLength(1)
    const [one] = await listed()
    const day = new Date(Date.parse(one.sent[0].created_at) - 24 * hourMs).toISOString().slice(0, 10)
    for (const words of [`Report: ${name}`, `dhow-report-NA-${day}-${day}.csv`, 'text/csv'])
      expect(mailed()[0]).toContain(words)
    expect(one.sent).toMatchObject([{ state: 'sent', step: 'report' }])
    await nextDay()
    await run()
    expect(mailed()).toHaveLength(2)
  })

  it('is sent once by several servers', async () => {
    const { id } = await view()
    await schedule(id)
    await nextDay()
    const { accounts, staff, portal, notices, payments } = world.app.features
    const files = openFiles(world.platform.fileStore, 'files/exports', world.platform.random)
    const shiftFile = () => Promise.reject(new Error('no shift is scheduled'))
    const others = [1, 2, 3].map(() =>
      openReports({
        ...{ platform: world.platform, accounts, staff, notices, payments, files, shiftFile },
        approvals: openApprovals(world.platform, { portal, staff }),
      }),
    )
    await Promise.all([...others.map((other) => other.sendScheduled()), world.app.features.reports.sendScheduled()])
    await Promise.all([notices.run(), notices.run()])
    expect(mailed()).toHaveLength(1)
  })

  it('that a channel refuses is tried again, and its failure is shown', async () => {
    const { id } = await view()
    await schedule(id)
    await nextDay()
    mail.refuse = true
    await run()
    const [waiting] = await listed()
    expect(waiting.sent).toMatchObject([{ state: 'waiting', tries: 1, failure: { code: 'notice_mail_refused' } }])
    mail.refuse = false
    world.clock.leap(60_000)
    await run()
    expect((await listed())[0].sent).toMatchObject([{ state: 'sent', tries: 2 }])
    expect(mailed()).toHaveLength(1)
  })

  it('ends when its creator loses the permission to download reports', async () => {
    const { id } = await view()
    await schedule(id)
    await addRoles(world, [{ id: `rol_sees_${names}`, held: ['reports.see'] }])
    await giveRole(world, manager, `rol_sees_${names}`)
    await nextDay()
    await run()
    expect(mailed()).toEqual([])
    expect((await manager.get('/staff/reports/schedules')).json.code).toBe('staff_forbidden')
    await giveRole(world, manager, 'manager')
    expect(await listed()).toMatchObject([{ next_at: null, ended_at: expect.any(String), sent: [] }])
    await nextDay()
    await run()
    expect(mailed()).toEqual([])
  })

  it('without a file has a link to the screen, with the view’s days', async () => {
    const { id } = await view({ from: '2026-01-01', to: '2026-01-31' })
    await schedule(id, { attached: false })
    await nextDay()
    await run()
    expect(mailed()[0]).not.toContain('text/csv')
    expect(mailed()[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain('from=2026-01-01&to=2026-01-31')
  })

  it('is refused if repeated, for another’s private view, and for an unknown channel', async () => {
    const { id } = await view()
    expect((await schedule(id)).status).toBe(200)
    expect((await schedule(id)).json.code).toBe('report_schedule_exists')
    expect((await schedule(id, { channel: 'nch_none' })).json.code).toBe('not_found')
    admin = await world.signIn(admin)
    const others = { view: id, channel, every: 'week', hour: 1, attached: false }
    expect((await admin.post('/staff/reports/schedules', others)).json.code).toBe('not_found')
    const [own] = await listed()
    expect((await admin.delete(`/staff/reports/schedules/${own.id}`)).json.code).toBe('not_found')
  })
})

/** The bytes of the CSV in a letter, as a mail program takes them out. */
function attachmentIn(letter: string): string {
  const part = letter.split('text/csv')[1] ?? ''
  const start = part.indexOf('\r\n\r\n') + 4
  const body = part.slice(start, part.indexOf('\r\n--', start))
  if (part.slice(0, start).includes('base64')) return Buffer.from(body, 'base64').toString()
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
}

it('a report of many rows goes out with all of them', async () => {
  const { id } = await view({ screen: 'safe-play' })
  await schedule(id)
  const player = await world.player()
  await asOwner(world.db, (tx) =>
    sql`insert into limits.change (id, player_id, at, what, kind, period, amount_minor, until_at, made_by, reason)
      select 'lch_mail' || n, ${player.id}, ${world.clock.now()}, 'set', 'deposit', 'day', 100000 + n, null, 'player', '' from generate_series(1, 230) n`.execute(
      tx,
    ),
  )
  await nextDay()
  await run()
  const file = attachmentIn(mailed()[0] ?? '')
  for (let n = 1; n <= 230; n++)
    expect(file).toContain(`,${1_000 + Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')},`)
})

const screens = keysOf(viewScreens)

describe('a report of each screen', () => {
  it.each(screens)('%s is sent as CSV with a link to the screen', async (screen) => {
    const { id } = await view({ screen })
    await schedule(id)
    await nextDay()
    await run()
    expect(mailed()).toHaveLength(1)
    const letter = mailed()[0]?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
    expect(letter).toContain('text/csv')
    expect(letter).toContain(`${viewScreenOf(screen).path}?`)
    expect(letter).toMatch(/from=\d{4}-\d\d-\d\d/)
  })

  it('cannot be scheduled without the permission to see it, and ends when that is lost', async () => {
    const { id } = await view({ screen: 'tax', shared: true })
    await schedule(id)
    await addRoles(world, [{ id: `rol_no_tax_${names}`, held: ['reports.see', 'reports.export'] }])
    await giveRole(world, manager, `rol_no_tax_${names}`)
    expect((await schedule(id, { every: 'week' })).json.code).toBe('staff_forbidden')
    await nextDay()
    await run()
    expect(mailed()).toEqual([])
    expect(await listed()).toMatchObject([{ next_at: null, ended_at: expect.any(String) }])
    await giveRole(world, manager, 'manager')
  })
})

it('a schedule ends when its channel is removed, whose name stays', async () => {
  admin = await world.signIn(admin)
  const body = { name: 'Leaving', kind: 'email', address: 'leaving@operator.example' }
  const leaving = (await admin.post('/staff/notice-channels', body)).json.id
  await schedule((await view()).id, { channel: leaving })
  const removed = await admin.post(`/staff/notice-channels/${leaving}/remove`, { reason: 'They have left' })
  expect(removed.status).toBe(200)
  await nextDay()
  await run()
  expect(mailed()).toEqual([])
  expect(await listed()).toMatchObject([
    { channel: { name: 'Leaving' }, next_at: null, ended_at: expect.any(String), sent: [] },
  ])
})

it('a webhook gets the signed figures, and again after a failure', async () => {
  const hook = await openWebhookReceiver()
  admin = await world.signIn(admin)
  const made = await admin.post('/staff/notice-channels', { name: 'hook', kind: 'webhook', address: hook.url })
  const { id, name } = await view({ screen: 'liability' })
  await schedule(id, { channel: made.json.id })
  await nextDay()
  hook.status = 503
  await run()
  expect((await listed())[0].sent).toMatchObject([{ state: 'waiting', failure: { code: 'notice_status' } }])
  hook.status = 204
  world.clock.leap(60_000)
  await run()
  hook.close()
  expect((await listed())[0].sent).toMatchObject([{ state: 'sent', tries: 2 }])
  expect(hook.received).toHaveLength(2)
  const [now, keys] = [world.clock.now(), [webhookSecret(made.json.secret)]]
  // The signatures' times differ by a minute, which the standard allows.
  for (const { body, headers } of hook.received) expect(verifyWebhook(body, headers, now, keys)).toBeDefined()
  const bodies = hook.received.map(({ body }) => JSON.parse(body.toString()))
  for (const body of bodies)
    expect(body).toMatchObject({
      type: 'report.scheduled',
      data: { view: name, file_name: expect.stringMatching(/^dhow-liability-NA-/) },
    })
  expect(bodies[1].data.csv).toContain('Open liability')
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

/** A webhook with a fixed status that stores requests. */
async function openWebhookReceiver() {
  const hook = {
    status: 204,
    received: [] as { headers: IncomingHttpHeaders; body: Buffer }[],
    url: '',
    close: () => void server.close(),
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      hook.received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(hook.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return hook
}

describe('the next due time', () => {
  const due = (every: 'day' | 'week' | 'month', hour: number, zone: string, now: string) =>
    nextDue({ every, hour }, zone, new Date(now)).toISOString()

  it('is a full hour in the market', () => {
    expect(due('day', 7, 'Africa/Windhoek', '2026-11-20T04:59:00Z')).toBe('2026-11-20T05:00:00.000Z')
    expect(due('day', 7, 'Africa/Windhoek', '2026-11-20T05:00:00Z')).toBe('2026-11-21T05:00:00.000Z')
    expect(due('day', 7, 'Asia/Kolkata', '2026-11-20T05:00:00Z')).toBe('2026-11-21T01:30:00.000Z')
  })

  it('is a Monday or a first of the month in the market', () => {
    expect(due('week', 0, 'Asia/Kolkata', '2026-11-20T05:00:00Z')).toBe('2026-11-22T18:30:00.000Z')
    expect(due('month', 6, 'Africa/Windhoek', '2026-12-01T04:00:00Z')).toBe('2027-01-01T04:00:00.000Z')
  })

  it('covers the preceding whole day, week or month', () => {
    const at = new Date('2026-11-30T22:30:00Z')
    expect(periodBeforeDue('day', 'Africa/Windhoek', at)).toEqual({ from: '2026-11-30', to: '2026-11-30' })
    expect(periodBeforeDue('week', 'Africa/Windhoek', at)).toEqual({ from: '2026-11-24', to: '2026-11-30' })
    expect(periodBeforeDue('month', 'Africa/Windhoek', at)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  })
})
