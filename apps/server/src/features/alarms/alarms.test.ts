import { typedText } from '@dhow/contract/operator-texts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { FileStoreError, type FileStore } from '../../platform/files.ts'
import { openMailServer } from '../../../test/mail-server.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'
import { openAlarms } from './index.ts'
import { asOwner } from '../../../test/as-owner.ts'

const key = `whsec_${Buffer.from('the key of the alarms').toString('base64')}`
const look = 15_000
const reminder = 5 * 60_000
let world: World
let hook: Awaited<ReturnType<typeof openWebhookReceiver>>
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  hook = await openWebhookReceiver()
  mail = await openMailServer()
  world = await openWorld(
    {
      ALARM_WEBHOOK_URL: hook.url,
      ALARM_WEBHOOK_KEY: key,
      ALARM_EMAIL_TO: 'duty@operator.example',
      SMTP_URL: mail.url,
      ALARM_REMINDER_MINUTES: '5',
    },
    // Only jobs that this file starts run.
    { withoutJobs: true },
  )
  await world.app.features.check()
})
afterAll(async () => {
  await world.close()
  hook.close()
  mail.close()
})
beforeEach(() => {
  hook.received.length = 0
  mail.mails.length = 0
  hook.status = 200
  mail.refuse = false
})

/** Advances the clock in steps of the checks' interval. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += look) {
    world.clock.leap(look)
    await world.app.features.alarms.run()
  }
}
const health = async () => {
  const { statusCode, ...answer } = await ask(world.app.console, { method: 'GET', url: '/health' })
  return { status: statusCode, json: answer.json() as { status: string; problems: { code: string; text: string }[] } }
}
/** Changes a wallet's balance by a cent, bypassing the ledger, and restores it. */
async function breakBooks() {
  const player = await world.player({ balance: '100.00' })
  const change = (minor: number) =>
    asOwner(world.db, (tx) =>
      sql`update ledger.wallet set cash_minor = cash_minor + ${minor} where player_id = ${player.id}`.execute(tx),
    )
  await change(1)
  await world.app.features.check({ isWhole: true })
  return async () => {
    await change(-1)
    await world.app.features.check({ isWhole: true })
  }
}
const delivered = () => hook.received.map(({ type, data }) => [type, data.code])
const subjects = () => mail.mails.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1])

it('broken books send one webhook and one e-mail, reminders while it lasts, and an all-clear at the end', async () => {
  expect(await health()).toMatchObject({ status: 200, json: { status: 'success', problems: [] } })
  const mend = await breakBooks()
  await pass(10 * look)
  expect(delivered()).toEqual([['alarm.raised', 'books']])
  expect(subjects()).toEqual(['[localhost] Alarm: books'])
  expect(mail.mails[0]).toMatchObject({ to: 'duty@operator.example' })
  expect(await health()).toMatchObject({ status: 503, json: { status: 'degraded', problems: [{ code: 'books' }] } })

  await pass(reminder)
  expect(delivered()).toEqual([
    ['alarm.raised', 'books'],
    ['alarm.reminder', 'books'],
  ])
  expect(subjects()[1]).toBe('[localhost] Alarm continues: books')

  await mend()
  expect((await health()).status).toBe(503)
  await pass(10 * look)
  expect(delivered()).toEqual([
    ['alarm.raised', 'books'],
    ['alarm.reminder', 'books'],
    ['alarm.cleared', 'books'],
  ])
  expect(subjects()[2]).toBe('[localhost] All clear: books')
  expect((await health()).status).toBe(200)
  expect(hook.received.every(({ isSigned }) => isSigned)).toBe(true)
})

it('several servers that see one problem send each notice once', async () => {
  const mend = await breakBooks()
  const { books, check } = world.app.features
  await check({ isWhole: true })
  const seesIt = {
    code: 'books',
    look: () => (books.results.some((one) => one.violations > 0) ? [{ subject: '', text: typedText('Broken.') }] : []),
  }
  const others = [1, 2, 3].map(() => openAlarms(world.platform, [seesIt]))
  for (let turn = 0; turn < 3; turn++) {
    world.clock.leap(look)
    await Promise.all([world.app.features.alarms.run(), ...others.map((other) => other.run())])
  }
  expect([delivered(), subjects()]).toEqual([[['alarm.raised', 'books']], ['[localhost] Alarm: books']])
  await mend()
  await pass(5 * look)
  expect(delivered()).toEqual([
    ['alarm.raised', 'books'],
    ['alarm.cleared', 'books'],
  ])
})

describe('a job', () => {
  const jobs = () => world.platform.jobs
  const begin = (name: string) => jobs().begin(name, 60_000)
  afterAll(() => jobs().end('stuck'))

  it('that has stopped raises an alarm with its name, which is cleared when it runs again', async () => {
    begin('stuck')
    jobs().ended('stuck', 1, true)
    await pass(4 * 60_000)
    expect([delivered(), (await health()).status]).toEqual([[], 200])
    await pass(60_000)
    expect(hook.received).toMatchObject([{ type: 'alarm.raised', data: { code: 'job', subject: 'stuck' } }])
    expect((await health()).json.problems).toMatchObject([{ code: 'job', text: expect.stringContaining('stuck') }])
    jobs().ended('stuck', 1, true)
    expect((await health()).status).toBe(200)
    await pass(5 * look)
    expect(delivered().at(-1)).toEqual(['alarm.cleared', 'job'])
  })

  it('that fails repeatedly counts as stopped', async () => {
    jobs().ended('stuck', 1, true)
    for (let minute = 0; minute < 5; minute++) {
      await pass(60_000)
      jobs().ended('stuck', 1, false)
    }
    expect(hook.received).toMatchObject([
      { data: { subject: 'stuck', text: 'The job stuck fails (4 times in a row).' } },
    ])
    jobs().ended('stuck', 1, true)
    await pass(5 * look)
  })

  it('that is late because the whole machine slept raises no alarm', async () => {
    world.clock.leap(12 * 3_600_000)
    await world.app.features.alarms.run()
    expect(delivered()).toEqual([])
    jobs().ended('stuck', 1, true)
  })
})

it('an unavailable receiver gets the notice later, under the same id', async () => {
  hook.status = 503
  mail.refuse = true
  const mend = await breakBooks()
  await pass(2 * look)
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1)
  expect(mail.mails).toEqual([])
  hook.status = 200
  mail.refuse = false
  await pass(4 * look)
  expect(new Set(hook.received.map(({ id }) => id)).size).toBe(1)
  expect(subjects()).toEqual(['[localhost] Alarm: books'])
  await mend()
  await pass(5 * look)
})

it('the console lists open alarms and their notices', async () => {
  const manager = await world.operator('manager')
  const mend = await breakBooks()
  await pass(2 * look)
  const { alarms } = (await manager.get('/staff/health')).json
  expect(alarms[0]).toMatchObject({
    code: 'books',
    cleared_at: null,
    notices: [
      { kind: 'raised', channel: 'webhook', sent_at: expect.any(String) },
      { kind: 'raised', channel: 'email', sent_at: expect.any(String) },
    ],
  })
  await mend()
  await pass(5 * look)
  expect((await manager.get('/staff/health')).json.alarms[0]).toMatchObject({
    code: 'books',
    cleared_at: expect.any(String),
  })
})

it('a disk with less room than the setting raises an alarm', async () => {
  const full = openAlarms(
    { ...world.platform, config: { ...world.config, alarms: { ...world.config.alarms, diskFreeMib: 2 ** 40 } } },
    [],
  )
  await full.run()
  expect(await full.problems()).toMatchObject([{ code: 'disk' }])
  expect(delivered()).toEqual([['alarm.raised', 'disk']])
  await pass(5 * look)
})

it('an unavailable file store raises an alarm until it answers', async () => {
  let isAway = true
  const fileStore: FileStore = {
    ...world.platform.fileStore,
    place: { kind: 's3', bucket: 'dhow', endpoint: 'https://files.example' },
    async read() {
      if (isAway) throw new FileStoreError('away', 'the storage does not answer')
      return undefined
    },
  }
  const beside = openAlarms({ ...world.platform, fileStore }, [])
  await beside.run()
  expect(hook.received).toMatchObject([
    {
      type: 'alarm.raised',
      data: { code: 'files', text: expect.stringContaining('Bucket dhow at https://files.example') },
    },
  ])
  isAway = false
  expect(await beside.problems()).toMatchObject([{ code: 'files' }])
  await beside.run()
  expect(await beside.problems()).toEqual([])
  await beside.close()
  await pass(5 * look)
  expect(delivered()).toEqual([
    ['alarm.raised', 'files'],
    ['alarm.cleared', 'files'],
  ])
})

it('a clock off by more than a second raises an alarm, which is cleared when it is right again', async () => {
  const { clockDifference } = world.platform
  clockDifference.measured(-900)
  await pass(look)
  expect(delivered()).toEqual([])
  clockDifference.measured(-1_500)
  await pass(look)
  expect(hook.received).toMatchObject([
    {
      type: 'alarm.raised',
      isSigned: true,
      data: {
        code: 'clock',
        text: 'This server’s clock is 1.5 seconds behind the database’s. Check that both machines synchronise their time.',
      },
    },
  ])
  expect(subjects()).toEqual([`[localhost] Alarm: clock ${hostname()}`])
  clockDifference.measured(0)
  await pass(5 * look)
  expect(delivered()).toEqual([
    ['alarm.raised', 'clock'],
    ['alarm.cleared', 'clock'],
  ])
})

/** Receives webhooks and checks their signatures. */
async function openWebhookReceiver() {
  const received: {
    id: string
    isSigned: boolean
    type: string
    data: { code: string; subject: string; text: string }
  }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const isSigned = verifyWebhook(body, request.headers, world.clock.now(), [webhookSecret(key)]) !== undefined
      received.push({ id: String(request.headers['webhook-id']), isSigned, ...JSON.parse(body.toString()) })
      response.writeHead(opened.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const opened = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    status: 200,
    close: () => void server.close(),
  }
  return opened
}
