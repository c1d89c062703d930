import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { silentLog } from '@dhow/platform/log'
import { openStudio, type Studio } from './app.ts'
import { readConfig } from './config.ts'
import { inMemory } from './platform/db.ts'
import { pacedClock } from './testing/paced-clock.ts'
import { openPage } from './testing/page.ts'
import { openWalletDouble, type WalletDouble } from './testing/wallet-double.ts'

/** A studio that has the lease and prepares its tables: the portal has not logged their chains yet. */
const clock = pacedClock()
const failures: unknown[] = []
const within = { timeout: 60_000, interval: 20 }
let double: WalletDouble
let studio: Studio
let url: string
let isLogged = false

beforeAll(async () => {
  double = await openWalletDouble()
  double.fault = (call) => (call === 'commit' && !isLogged ? 'error_before' : 'none')
  const config = readConfig({
    STUDIO_PORT: '0',
    STUDIO_DATA_DIR: inMemory,
    STUDIO_SECRET: 'the secret of the studio in this test',
    STUDIO_WALLET_URL: double.url,
    STUDIO_WALLET_KEY: double.key,
    STUDIO_CHAIN_LENGTH: '1000',
    STUDIO_EDGES: '0',
    PORTAL_ORIGIN: 'https://portal.example',
  })
  studio = await openStudio(config, clock, silentLog, (error) => failures.push(error))
  await new Promise<void>((resolve) => studio.server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(studio.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await studio.close()
  await double.close()
  clock.stop()
  expect(failures).toEqual([])
})

const state = async (): Promise<unknown> => {
  const answer = await fetch(`${url}/health/playing`)
  return [answer.status, ((await answer.json()) as { state: string }).state]
}

test('pages that come meanwhile wait for their table, and are let in once it plays', async () => {
  await vi.waitUntil(async () => JSON.stringify(await state()) === '[200,"preparing"]', within)
  const pages = await Promise.all(['dhow', 'roulette'].map((game) => openPage(url, undefined, game)))
  for (const page of pages) {
    page.send({ t: 'hello', token: 'anna:INR' })
    page.send({ t: 'ping', c: 1 })
    await page.waitFor('pong')
    expect(page.received.map(({ t }) => t)).toEqual(['pong'])
  }
  expect(await (await fetch(`${url}/api/tables-now`)).json()).toMatchObject({ tables: [] })
  isLogged = true
  for (const page of pages) {
    await page.waitFor('snap')
    expect(page.received.map(({ t }) => t).slice(0, 3)).toEqual(['pong', 'welcome', 'snap'])
    page.close()
  }
  await vi.waitUntil(async () => JSON.stringify(await state()) === '[200,"playing"]', within)
})
