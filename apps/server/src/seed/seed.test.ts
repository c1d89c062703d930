import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '@dhow/platform/log'
import { expect, it } from 'vitest'
import { systemClock } from '@dhow/platform/clock'
import { openTestDatabase } from '../../test/engines.ts'
import { freePort } from '../../test/free-port.ts'
import { readConfig } from '../config.ts'
import { seed } from './seed.ts'

/** Some ninety players with a thousand calls take more than the usual half minute on a busy machine. */
const timeoutMs = 300_000

it('creates players and payments in every state, with balanced books', { timeout: timeoutMs }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dhow-seed-'))
  const { db, drop } = await openTestDatabase(silentLog)
  const config = readConfig({
    PORT: String(await freePort()),
    CONSOLE_PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a key of the tests that is long enough',
    STUDIO_WALLET_KEY: 'the key of the studio in the tests',
    SANDBOX_KEY: 'the key between server and sandbox in the tests',
    DHOW_FIRST_OPERATOR_PASSWORD: 'one-time-password-of-the-tests',
    LOG_LEVEL: 'silent',
  })
  const size = { seed: '1', players: 3, days: 5 }
  const steps: string[] = []
  // The world closes the database passed to it.
  const result = await seed({ clock: systemClock(), config, db }, size, (line) => steps.push(line))
  await drop()
  rmSync(dataDir, { recursive: true, force: true })
  expect(result.missing).toEqual([])
  expect(result.broken).toEqual([])
  expect(result.checks).toBeGreaterThan(30)
  expect(result.visits).toBeGreaterThanOrEqual(size.players)
  const roles = result.operators.map(({ role }) => role).sort()
  expect(roles).toEqual(['admin', 'admin', 'cashier', 'cashier', 'finance', 'manager', 'marketing', 'risk', 'support'])
  expect(steps.at(-1)).toBe('checking the books')
})
