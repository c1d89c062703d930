import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { openMetrics } from '@dhow/platform/metrics'
import { openStudio, type Studio } from '../app.ts'
import { readConfig } from '../config.ts'
import { pacedClock } from './paced-clock.ts'
import { openWalletDouble, type WalletDouble } from './wallet-double.ts'

/**
 * The whole studio over its real interfaces: HTTP, WebSockets, a wallet over HTTP, and a database in a folder that survives a restart.
 * @param pace how many times as fast as the real one its clock runs
 */
export function openWholeStudio(settings: Record<string, string> = {}, pace = 1) {
  const clock = pacedClock(pace)
  const failures: unknown[] = []
  const metrics = openMetrics('studio', '9.9.9', (error) => failures.push(error))
  const folder = mkdtempSync(join(tmpdir(), 'studio-'))
  let double: WalletDouble
  let studio: Studio
  let origin: string

  beforeAll(async () => {
    double = await openWalletDouble()
    await start()
  })
  afterAll(async () => {
    await studio.close()
    await double.close()
    clock.stop()
    rmSync(folder, { recursive: true, force: true })
    expect(failures).toEqual([])
  })

  async function start(): Promise<void> {
    const config = readConfig({
      STUDIO_PORT: '0',
      STUDIO_DATA_DIR: folder,
      STUDIO_WALLET_URL: double.url,
      STUDIO_WALLET_KEY: double.key,
      STUDIO_CHAIN_LENGTH: '1000',
      STUDIO_EDGES: '0',
      PORTAL_ORIGIN: 'https://portal.example',
      ...settings,
    })
    studio = await openStudio(config, clock, silentLog, (error) => failures.push(error), { metrics })
    await new Promise<void>((resolve) => studio.server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(studio.server.address() as AddressInfo).port}`
    await vi.waitUntil(() => studio.isPlaying(), { timeout: 30_000 })
  }

  return {
    clock,
    fastForward: clock.fastForward,
    metrics,
    failures,
    double: (): WalletDouble => double,
    url: (path: string): string => origin + path,
    start,
    stop: () => studio.close(),
    async restart(): Promise<void> {
      await studio.close()
      await start()
    },
  }
}
