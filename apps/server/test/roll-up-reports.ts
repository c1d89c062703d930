import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { World } from './world.ts'

/**
 * Rolls up until the sums include every transfer: the roll-up waits for each older transaction of the cluster, also in
 * other databases.
 */
export const rollUpReports = (world: World) =>
  vi.waitFor(
    async () => {
      await world.app.features.reports.rollUp()
      const { rows } = await sql<{ left: boolean }>`
        select (select count(*) from ledger.transfers) > (select transfers from reports.rollup) as left`.execute(
        world.db.kysely,
      )
      expect(rows).toEqual([{ left: false }])
    },
    { timeout: 60_000, interval: 100 },
  )
