import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDhow } from './processes.ts'

/** Starts the programs once on nothing: their folder is where every journey begins that is not about the first start itself. */
export default async function makeFirstStart() {
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-first-start-'))
  const dhow = await openDhow({ from: 'nothing', dataDir })
  await dhow.stop()
  rmSync(join(dataDir, 'logs'), { recursive: true })
  process.env['DHOW_JOURNEY_FIRST_START'] = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
