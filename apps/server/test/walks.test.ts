import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testEngine } from './engines.ts'
import { openWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
afterAll(() => world.close())

const server = fileURLToPath(new URL('../', import.meta.url))
const functions = /\b(\w+\.\w+)\(/g

/** Values that every command uses, and the handle of the database. */
const values = ['ids', 'one-of', 'required', 'texts', 'db/index'].map((name) => `platform/${name}.ts`)

/**
 * Files of the server of which something runs, or is read, while a call is answered: those of TypeScript by V8's coverage, and those of the database's
 * functions by the statements that name them.
 */
async function filesOf(act: () => Promise<unknown>): Promise<Set<string>> {
  const statements = vi.spyOn(pg.Client.prototype, 'query')
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await act()
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

/** Files that the table of the page has behind `After`. */
function filesOfPage(): string[] {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const section = page.split('## The way of a deposit')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| (.*) \| (.*) \|$/gm)].map(([, before, after]) =>
    after === 'same' ? before : after,
  )
  return [...new Set(rows.flatMap((cell) => [...String(cell).matchAll(/`([^`]+)`/g)].map(([, path]) => String(path))))]
}

it('a deposit goes from its submission to the balance through the files of docs/architecture.md, 30 at most', async () => {
  const player = await world.player()
  const cashier = await world.operator('cashier')
  const sent: string[] = []
  world.platform.bus.subscribe('live', ({ message }: { message: { type: string } }) => void sent.push(message.type))
  let references = 0
  async function depositOnce() {
    const fields = { manual_deposit_id: '2', amount: '500', utr: `WALK${++references}` }
    const { json } = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    const path = `/staff/deposits/${json.data.deposit.id}/approve`
    expect((await cashier.post(path, { received_amount: '500.00', version: 1 })).status).toBe(200)
  }
  // Warm: what is read once and remembered is no step of a deposit.
  await depositOnce()
  const ofEveryCall = await filesOf(async () => {
    await player.form('/player/avatar-upload', {})
    await player.put('/player/preferences', { language: 'en' })
    await cashier.get('/staff/operators')
  })
  sent.length = 0
  const ofDeposit = await filesOf(depositOnce)
  expect(sent).toContain('balance')

  const walked = [...ofDeposit].filter((file) => !ofEveryCall.has(file) && !values.includes(file))
  const named = filesOfPage()
  expect(walked.sort()).toEqual(
    named
      // The embedded engine has one connection, which is no pipeline.
      .filter((file) => testEngine === 'postgres' || !file.endsWith('pipelined-connections.ts'))
      .sort(),
  )
  expect(named.length).toBeLessThanOrEqual(30)
})
