import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testEngine } from './engines.ts'
import { seatOf } from './game-seat.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

const server = fileURLToPath(new URL('../', import.meta.url))
const functions = /\b(\w+\.\w+)\(/g

/** Values used by every command, the database handle, and error containment. */
const values = [
  'ids',
  'one-of',
  'required',
  'texts',
  'db/index',
  'db/embedded',
  'db/confirmed',
  'contain',
  'http/errors',
].map((name) => `platform/${name}.ts`)

/**
 * Server files executed or read while a call is answered: TypeScript files by V8's coverage, and the database's
 * functions by the statements that name them.
 */
async function filesOf(run: () => Promise<unknown>): Promise<Set<string>> {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const texts = statements.mock.calls.map(([query]: unknown[]) => (query as { text?: string }).text ?? String(query))
  statements.mockRestore()
  return new Set([
    ...result
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .map(({ url }) => url.replace(/^file:\/\//, ''))
      .filter((path) => path.startsWith(`${server}src/`))
      .map((path) => path.slice(`${server}src/`.length).replace('features/', '')),
    ...texts
      .flatMap((text) => [...text.matchAll(functions)].map(([, name]) => String(name)))
      .map((name) => `functions/${name.replace('.', '/')}.sql`),
  ])
}

/** Files in the table of a section of the page, in their current state. */
function filesOfPage(heading: string): string[] {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const texts = section
    .split('\n')
    .filter((line) => !line.includes('.test.ts'))
    .map((line) => {
      const cells = line.startsWith('|') ? line.split(' | ') : [line]
      const after = cells.at(-1) ?? ''
      return after === 'same |' ? (cells.at(-2) ?? '') : after
    })
  const named = texts.flatMap((text) => [...text.matchAll(/`([\w/.-]+\.(?:ts|sql))`/g)].map(([, path]) => String(path)))
  return [...new Set(named)].filter((path) => path.includes('/') || path === 'open-play.ts')
}

/** The embedded engine has one connection, without pipelining. */
const onThisEngine = (files: string[]) =>
  files.filter((file) => testEngine === 'postgres' || !file.endsWith('pipelined-connections.ts')).sort()

it('a deposit goes from its submission to the balance through the files of docs/architecture.md, at most 30', async () => {
  const player = await world.player()
  const cashier = await world.operator('cashier')
  const sent: string[] = []
  const note = ({ message }: { message: { type: string } }) => void sent.push(message.type)
  world.platform.bus.subscribe('live', note, () => undefined)
  let references = 0
  /**
   * Resolves after its last event: on a busy machine that is after the answer, and would count as a step of the next
   * call.
   */
  async function depositOnce() {
    sent.length = 0
    const fields = { manual_deposit_id: '2', amount: '500', utr: `WALK${++references}` }
    const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    const path = `/staff/deposits/${json.data.deposit.id}/approve`
    expect((await cashier.post(path, { received_amount: '500.00', version: 1 })).status).toBe(200)
    await vi.waitFor(() => expect(sent.toSorted()).toEqual(['balance', 'deposit', 'deposit', 'inbox']), 10_000)
  }
  // Warm up: values cached once are no step of a deposit.
  await depositOnce()
  const ofEveryCall = await filesOf(async () => {
    await player.form('/player/avatar-upload', {})
    await player.put('/player/preferences', { language: 'en' })
    await cashier.get('/staff/operators')
  })
  const ofDeposit = await filesOf(depositOnce)

  const walked = [...ofDeposit].filter((file) => !ofEveryCall.has(file) && !values.includes(file))
  const named = filesOfPage('The way of a deposit')
  expect(walked.sort()).toEqual(onThisEngine(named))
  expect(named.length).toBeLessThanOrEqual(30)
})

it('a bet goes from the socket to the database function through the files of docs/architecture.md', async () => {
  const seat = await seatOf(world, await world.player({ balance: '500.00' }))
  await seat.bet(100)
  const walked = [...(await filesOf(() => seat.bet(100)))].filter((file) => !values.includes(file))
  expect(walked.sort()).toEqual(onThisEngine(filesOfPage('The way of a bet')))
})
