import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { openDhow } from './processes.ts'

/**
 * Starts the programs once from nothing. Their folder and databases are the starting point of every journey except the one about the
 * first start. With PostgreSQL installed the journeys use a temporary cluster, otherwise the embedded engine.
 */
export default async function makeFirstStart() {
  const cluster = findPostgres() ? await startTemporaryCluster() : undefined
  if (cluster) process.env['DHOW_JOURNEY_POSTGRES'] = cluster.url
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-first-start-'))
  const forget = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await cluster?.stop()
  }
  try {
    const { databases, stop } = await openDhow({ from: 'nothing', dataDir })
    await stop()
    if (databases) process.env['DHOW_JOURNEY_TEMPLATE'] = databases.name
  } catch (error) {
    await forget()
    throw error
  }
  rmSync(join(dataDir, 'logs'), { recursive: true })
  process.env['DHOW_JOURNEY_FIRST_START'] = dataDir
  return forget
}
