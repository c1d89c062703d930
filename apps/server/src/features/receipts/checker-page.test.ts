import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { sequenceLog } from '../../../test/sequence-log.ts'
import { ask, openWorld, type World } from '../../../test/world.ts'

const inPackage = (path: string) => fileURLToPath(new URL(`../../../../../packages/receipts/${path}`, import.meta.url))
const file = inPackage('dist/receipt-checker.html')
let world: World

beforeAll(async () => {
  if (!existsSync(file)) execFileSync(process.execPath, [inPackage('build.mjs')])
  world = await openWorld({}, { withoutJobs: true })
}, 60_000)
afterAll(() => world.close())

const get = (headers: Record<string, string> = {}) =>
  ask(world.app.portal, { url: '/receipt-checker.html', headers: { accept: 'text/html', ...headers } })
const policyIn = (page: string) => /<script type="text\/plain" id="policy">([^<]*)<\/script>/.exec(page)?.[1] ?? ''

describe('the offline page', () => {
  it('is served as one file containing the log’s policy, with which it checks a receipt', async () => {
    const player = await world.player({ balance: '5.00' })
    await sequenceLog(world)
    const page = await get()
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = policyIn(page.payload)
    expect(policy).toBe((await ask(world.app.portal, { url: '/log/policy' })).payload)
    expect(page.payload.replace(policy, '')).toBe(readFileSync(file, 'utf8'))
    const { posting } = await world.db.kysely
      .selectFrom('ledger.postings')
      .select('id as posting')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    const { receipt } = (await player.get(`/player/receipts/${posting}`)).json
    expect(verifyReceipt(receipt, parsePolicy(policy)).entry.posting).toBe(String(posting))
  })

  it('may run only its own script, load and send nothing, and not read the portal’s storage', async () => {
    const { headers, payload } = await get()
    const script = /<script>([^]*)<\/script>/.exec(payload)?.[1] ?? ''
    const own = createHash('sha256').update(script).digest('base64')
    const rules = String(headers['content-security-policy']).split('; ')
    expect(rules).toEqual(
      expect.arrayContaining(["default-src 'none'", `script-src 'sha256-${own}'`, 'sandbox allow-scripts']),
    )
    expect(rules.filter((rule) => /^(connect|img|font|frame|worker)-src/.test(rule))).toEqual([])
  })

  it('is sent compressed to browsers that support it, and is always revalidated', async () => {
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe((await get()).payload)
    expect(packed.rawPayload.length).toBeLessThan(30_000)
  })
})
