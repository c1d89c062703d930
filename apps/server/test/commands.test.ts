import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from './engines.ts'
import { screenshot } from './pictures.ts'
import { sequenceLog } from './sequence-log.ts'
import { ask, openWorld, type World } from './world.ts'

const program = fileURLToPath(new URL('../dist/program.js', import.meta.url))

// The embedded engine allows one program.
describe.runIf(testEngine === 'postgres')('a command of the server’s program', () => {
  let world: World
  let player: Awaited<ReturnType<World['player']>>
  const folder = mkdtempSync(join(tmpdir(), 'dhow-commands-'))
  beforeAll(async () => {
    world = await openWorld({}, { withoutJobs: true })
    player = await world.player({ balance: '12.00' })
    await sequenceLog(world)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await world.close()
  })

  async function run(...args: string[]) {
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'], ...world.environment, DATABASE_URL: world.url },
    })
    const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return [child.exitCode, output, complaint]
  }
  const keyId = async () =>
    (await ask(world.app.portal, { url: '/log/keys' })).payload.trimEnd().split('\n').at(-1)?.split('+')[1]

  it('that does not exist is refused with a list of the others', async () => {
    expect(await run('log:forge')).toEqual([
      1,
      '',
      'There is no command log:forge; there are check-copy, copy-files, log:export, log:forget, log:key.\n',
    ])
  })

  it('exports the log, and replaces its key', async () => {
    expect(await run('log:export', folder)).toEqual([0, expect.stringContaining('up to its entry 1;'), ''])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['checkpoint', 'keys', 'tile']))
    const before = await keyId()
    expect(await run('log:key', before ?? '')).toEqual([0, expect.stringContaining('The log is now signed by'), ''])
    expect(await keyId()).not.toBe(before)
  })

  it('erases a player’s receipts beside a running server, and reports missing arguments', async () => {
    const [{ id } = { id: 0n }] = await world.db.kysely
      .selectFrom('ledger.postings')
      .select('id')
      .where('player_id', '=', player.id)
      .execute()
    expect((await player.get(`/player/receipts/${id}`)).status).toBe(200)
    expect(await run('log:forget', player.id)).toEqual([1, '', 'Name the player by their id, and the reason.\n'])
    expect(await run('log:forget', 'ply_nobody', 'a', 'test')).toEqual([1, '', 'There is no such player.\n'])
    expect(await run('log:forget', player.id, 'asked', 'by', 'letter')).toEqual([
      0,
      `Forgotten of ${player.id}: salts of 1 entries, 0 signed statements, 0 shares of liabilities.\n`,
      '',
    ])
    expect((await player.get(`/player/receipts/${id}`)).json.code).toBe('not_found')
  })

  it('copies the files beside the database, and reports missing or changed ones', async () => {
    const picture = (name: string, seed: number) =>
      screenshot(seed).then((bytes) => ({ name, type: 'image/png', bytes }))
    const deposit = { manual_deposit_id: '2', amount: '50', utr: 'FILES1' }
    const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
    await player.form(path, deposit, await picture('paid.png', 1))
    await world.app.features.deposits.proofs.prepare()
    expect((await player.form('/player/avatar-upload', {}, await picture('me.png', 2))).status).toBe(200)
    const boss = await world.operator('admin')
    expect((await boss.form('/staff/content-pictures', {}, await picture('banner.png', 3))).status).toBe(200)

    const copies = join(folder, 'copies')
    const copy = async () => {
      const [status, output] = await run('copy-files', copies)
      return [status, JSON.parse(String(output))]
    }
    // A picture without a version that names it belongs to nothing.
    expect(await copy()).toEqual([0, { files: 2, copied: 2, missing: [], changed: [] }])
    const kept = (root: string) =>
      readdirSync(join(root, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /[0-9a-f]{64}$/.test(name),
      )
    const [first = '', second = ''] = kept(copies).toSorted()
    expect(kept(world.config.dataDir)).toEqual(expect.arrayContaining([first, second]))
    expect(await copy()).toEqual([0, { files: 2, copied: 0, missing: [], changed: [] }])

    // A corrupted copy is replaced; a file corrupted at its source is not copied.
    writeFileSync(join(copies, 'files', first), 'half')
    expect(await copy()).toEqual([0, { files: 2, copied: 1, missing: [], changed: [] }])
    for (const name of [first, second]) rmSync(join(copies, 'files', name))
    writeFileSync(join(world.config.dataDir, 'files', first), 'half')
    rmSync(join(world.config.dataDir, 'files', second))
    const pathOf = (name: string) => `files/${name.slice(-64)}`
    expect(await copy()).toEqual([1, { files: 2, copied: 0, missing: [pathOf(second)], changed: [pathOf(first)] }])
    expect(kept(copies)).toEqual([])
    expect((await boss.get('/staff/health')).json.upkeep).toMatchObject([
      { task: 'files', outcome: 'changed', ok: false },
    ])
  })
})
