import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '../as-owner.ts'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses, startServer } from '../processes.ts'
import type { World } from '../world.ts'
import { firstDay, lastDay, yearOfPlay } from '../year-of-play.mjs'

const path = '/staff/reports/exports'
const bets = 50_000

describe.runIf(testEngine === 'postgres')(
  'a server that is killed while it writes a long export',
  { timeout: 240_000 },
  () => {
    let world: World
    let manager: Awaited<ReturnType<World['operator']>>
    beforeAll(async () => {
      world = await openWorldOfProcesses({}, { withoutJobs: true })
      manager = await world.operator('manager')
      for (const statement of yearOfPlay({ players: 10, rounds: 20, deposits: 10 }))
        await asOwner(world.db, (tx) => tx.executeQuery(CompiledQuery.raw(statement)))
      // As many single-posting bets as three parts have.
      for (let from = 1; from <= bets; from += 2_500)
        await asOwner(world.db, (tx) =>
          tx.executeQuery(
            CompiledQuery.raw(`select ledger.post('game:dhow-studio:kill-' || n, '\\x00', 'test', null, timestamptz '2026-03-01 12:00Z', 'ply_year1', 'NAD',
              array['cash'], array['gaming_result:dhow-studio'], array[100 + n % 7]::bigint[]) from generate_series(${from}, ${from + 2_499}) n`),
          ),
        )
      await vi.waitFor(async () => {
        await world.app.features.reports.rollUp()
        const { rows } = await sql<{
          sum: bigint
        }>`select sum(transfers)::bigint as sum from reports.day_movement`.execute(world.db.kysely)
        expect(Number(rows[0]?.sum)).toBeGreaterThan(bets)
      }, 120_000)
    }, 240_000)
    afterAll(() => world.close())

    const ask = async () =>
      (await manager.post(path, { market: 'NA', from: firstDay, to: lastDay, kind: 'entries', figure: 'turnover' }))
        .json.exports[0]
    const read = async (id: string) =>
      (await manager.get(path)).json.exports.find((one: { id: string }) => one.id === id)

    it('leaves no partial file, and the next server completes it with the same bytes', async () => {
      const whole = await ask()
      await world.app.features.reports.writeExports()
      const { sha256, rows } = await read(whole.id)
      const cut = await ask()
      const first = await startServer(world.environment, world.url!)
      await vi.waitUntil(async () => (await read(cut.id)).rows > 0, { timeout: 60_000, interval: 5 })
      await first.kill()
      const left = await read(cut.id)
      expect([left.state, left.sha256, left.rows < rows]).toEqual(['running', null, true])
      expect((await manager.get(`${path}/${cut.id}/file`)).json.code).toBe('export_not_ready')
      const next = await startServer(world.environment, world.url!)
      // Its lease would expire by itself; do not wait for it here.
      await sql`update reports.export set leased_until = '-infinity' where id = ${cut.id}`.execute(world.db.kysely)
      await vi.waitUntil(async () => (await read(cut.id)).state === 'done', { timeout: 60_000, interval: 50 })
      await next.stop()
      const bytes: Buffer = (await manager.get(`${path}/${cut.id}/file`)).json
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      expect(await read(cut.id)).toMatchObject({ rows, sha256, bytes: bytes.length })
      expect(String(bytes).trimEnd().split('\r\n')).toHaveLength(rows + 1)
    })
  },
)
