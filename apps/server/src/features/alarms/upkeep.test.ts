import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { noteUpkeep } from './index.ts'

const script = fileURLToPath(new URL('../../../../../deploy/backup/note.sh', import.meta.url))
const hourMs = 3_600_000
let world: World
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
})
beforeEach(async () => {
  await world.db.kysely.deleteFrom('alarms.upkeep').execute()
  // An alarm that is not seen for forty seconds is cleared.
  world.clock.leap(60_000)
})
afterAll(() => world.close())

/**
 * Records a result as the systemd units do: with the script, or with its statement for the embedded engine, which psql
 * cannot reach.
 */
async function note(task: string, outcome: string, seconds: number) {
  if (world.url === undefined) {
    const [, statement = ''] = /<<'SQL'\n([^]*?)SQL\n/.exec(readFileSync(script, 'utf8')) ?? []
    const values: Record<string, string> = { task, outcome, seconds: String(seconds) }
    const filled = statement.replaceAll(/:'(\w+)'/g, (_, name: string) => `'${values[name]}'`)
    await world.db.kysely.executeQuery(CompiledQuery.raw(filled))
  } else {
    const env = { PATH: process.env['PATH'], DATABASE: world.url }
    const { status, stderr } = spawnSync('sh', [script, task, outcome, String(seconds)], { encoding: 'utf8', env })
    expect([status, stderr]).toEqual([0, ''])
  }
}

/** Sets the time to some hours after the last record, by the database's clock, which differs from the tests'. */
async function hoursAfterNote(hours: number) {
  const rows = await world.db.kysely.selectFrom('alarms.upkeep').select('ended_at').orderBy('ended_at').execute()
  const at = rows.at(-1)?.ended_at.getTime() ?? 0
  world.clock.leap(at + hours * hourMs - world.clock.now().getTime())
}

/** The Health screen's call, by a new operator: the passed hours end every session. */
const health = async () => (await (await world.operator('admin')).get('/staff/health')).json
const shown = async () => (await health()).upkeep
const alarms = async () => {
  await world.app.features.alarms.run()
  return (await health()).alarms
    .filter(({ code, cleared_at }: Record<string, unknown>) => code === 'upkeep' && cleared_at === null)
    .map(({ subject, text }: { subject: string; text: { code: string } }) => [subject, text.code])
}

it('without records there is no alarm and no row on the Health screen', async () => {
  expect(await shown()).toEqual([])
  expect(await alarms()).toEqual([])
})

it('a successful backup is shown on the Health screen, and is late after thirty hours', async () => {
  await note('backup', 'passed', 12)
  await hoursAfterNote(29)
  expect(await shown()).toMatchObject([{ task: 'backup', outcome: 'passed', took_s: 12, ok: true }])
  expect(await alarms()).toEqual([])
  await hoursAfterNote(30)
  expect(await shown()).toMatchObject([{ ok: false }])
  expect(await alarms()).toEqual([['backup', 'alarm_backup_late']])
})

it('a failed drill raises an alarm at once, keeps the time of the last success, and the next success clears it', async () => {
  await note('drill', 'passed', 20)
  const [{ passed_at: passedAt }] = await shown()
  await note('drill', 'checks_failed', 25)
  expect(await shown()).toMatchObject([{ task: 'drill', outcome: 'checks_failed', passed_at: passedAt, ok: false }])
  expect(await alarms()).toEqual([['drill', 'alarm_drill_failed']])
  await note('drill', 'passed', 21)
  await hoursAfterNote(8 * 24 - 1)
  expect(await alarms()).toEqual([])
  await hoursAfterNote(8 * 24)
  expect(await alarms()).toEqual([['drill', 'alarm_drill_late']])
})

it('a copy with missing files raises an alarm, and is late after thirty hours', async () => {
  const noteFiles = (outcome: string) => noteUpkeep(world.db, { task: 'files', outcome, seconds: 3 })
  await noteFiles('passed')
  const [{ passed_at: passedAt }] = await shown()
  await noteFiles('missing')
  expect(await shown()).toMatchObject([{ task: 'files', outcome: 'missing', passed_at: passedAt, ok: false }])
  expect(await alarms()).toEqual([['files', 'alarm_files_failed']])
  await noteFiles('passed')
  await hoursAfterNote(30)
  expect(await alarms()).toEqual([['files', 'alarm_files_late']])
})
