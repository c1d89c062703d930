import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '@dhow/platform/testing/postgres.mjs'
import { dhowCallHere } from '../api-calls.ts'
import { testEngine } from '../engines.ts'
import { fillBooks } from '../fill-books.ts'
import { screenshot } from '../pictures.ts'
import { dhowCall, openWorldOfProcesses, over, startServer } from '../processes.ts'
import { openWorldWithSandbox } from '../sandbox.ts'
import type { World } from '../world.ts'

/** Commands of docs/operating/backup.md, between two marks of that page. */
function commandsOf(part: 'dump' | 'restore'): string {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/operating/backup.md', import.meta.url)), 'utf8')
  const block = new RegExp(`<!-- ${part} -->\\s*\`\`\`sh\\n([^]*?)\`\`\``).exec(page)
  if (!block) throw new Error(`backup.md has no commands marked ${part}`)
  return block[1]!
}

/** Count and digest of every table's rows. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`,
    )
    const content: Record<string, string> = {}
    for (const { name } of rows) {
      const found = await client.query<{ text: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(content, ' ' order by content)), '') as text from (select rows::text as content from ${name} rows) as all_rows`,
      )
      content[name] = found.rows[0]!.text
    }
    return content
  } finally {
    await client.end()
  }
}

describe.runIf(testEngine === 'postgres')('a backup by pg_dump', () => {
  let world: World
  let close: () => Promise<void>
  let restoredUrl: string
  let folder: string
  let session: string
  const studioUrl = process.env['DHOW_TEST_PG']!
  const admin = async (text: string) => {
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  const beside = (suffix: string) => {
    const url = new URL(world.url!)
    url.pathname += suffix
    return { url: url.href, name: url.pathname.slice(1) }
  }
  beforeAll(async () => {
    const opened = await openWorldWithSandbox((env) => openWorldOfProcesses(env, { withoutJobs: true }))
    ;({ world } = opened)
    folder = mkdtempSync(join(tmpdir(), 'dhow-backup-'))
    const [restored, studio] = [beside('_restored'), beside('_studio')]
    for (const { name } of [restored, studio]) await admin(`create database ${name}`)
    restoredUrl = restored.url
    close = async () => {
      for (const { name } of [restored, studio]) await admin(`drop database if exists ${name} with (force)`)
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    }
    await fillBooks(world, opened.sandbox, { timePasses: false })
    const player = await world.player()
    const picture = { name: 'paid.png', type: 'image/png', bytes: await screenshot(1) }
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'BACKUP1' }
    await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields, picture)
    await world.app.features.deposits.proofs.prepare()
    await player.put('/player/favourites/dhow')
    await player.put('/player/limits', { kind: 'stake', period: 'day', amount: '100' })
    await world.fund(player.id, '10.00')
    const launched = await player.post('/games/dhow/launch', {})
    const token = new URL(launched.json.url).searchParams.get('token')
    session = (await dhowCallHere(world, 'authenticate', { token })).json.session
    await world.app.features.staff.chain.verify()
    await world.app.features.check({ isWhole: true })
  })
  afterAll(() => close())

  it('is restored by the commands of backup.md, and a server on it has the same books and continues', async () => {
    const env = {
      PATH: `${findPostgres()}:${process.env['PATH']}`,
      DATABASE_URL: world.url!,
      STUDIO_DATABASE_URL: studioUrl,
      RESTORED_URL: restoredUrl,
      RESTORED_STUDIO_URL: beside('_studio').url,
    }
    const run = (part: 'dump' | 'restore') =>
      execFileSync('sh', ['-e', '-c', commandsOf(part)], { cwd: folder, env, stdio: 'pipe' })
    let before: Record<string, string>
    // Rows written after an answer, such as the call log, may arrive meanwhile.
    do {
      before = await contentOf(world.url!)
      run('dump')
    } while (!isDeepStrictEqual(before, await contentOf(world.url!)))
    run('restore')

    const empty = Object.keys(before).filter((name) => before[name] === '0 ')
    expect(await contentOf(restoredUrl)).toEqual(before)
    // Every feature has restored rows.
    expect(Object.keys(before).length - empty.length).toBeGreaterThan(40)

    const boss = world.admin!
    const health = (await boss.get('/staff/health')).json
    const server = await startServer(world.environment, restoredUrl)
    try {
      const restored = async () => (await over(server, boss, 'console').get('/staff/health'))!.json
      let found = await restored()
      while (found.invariants.checked_at === null || found.audit.checked_at === null) found = await restored()
      expect(found.invariants).toMatchObject({ ok: true, checks: health.invariants.checks })
      expect(found.trial_balance).toEqual(health.trial_balance)
      expect(found.audit).toMatchObject({ ok: true, entries: health.audit.entries, head: health.audit.head })
      const bet = { session, txId: 'restored', roundId: 'r', game: 'dhow', amount: 100, currency: 'NAD' }
      expect((await dhowCall(world, server, 'bet', bet))!.json).toMatchObject({ code: 'ok', balance: 900 })
    } finally {
      await server.stop()
    }
  })
})
