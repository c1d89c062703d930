import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { crashHundredths, hundredthsText, walkChain } from '@dhow/fairness/crash'
import { tablesNow } from '@dhow/contract/tables-now'
import { dragonTiger } from '@dhow/fairness/dragon-tiger'
import { roundSeeds } from '@dhow/fairness/shoe'
import { silentLog } from '@dhow/platform/log'
import { openStudio, type Studio } from './app.ts'
import { readConfig } from './config.ts'
import { inMemory } from './platform/db.ts'
import { openWalletDouble, type WalletDouble } from './testing/wallet-double.ts'
import type { ToPage as ToTablePage } from './tables/messages.ts'
import { pacedClock } from './testing/paced-clock.ts'
import { openPage as openTestPage, type TestPage } from './testing/page.ts'

/** The whole studio over its real doors: HTTP, live pages, a wallet over HTTP, its own database. */
const clock = pacedClock()
const { hurried } = clock
let double: WalletDouble
let studio: Studio
let port: number
const failures: unknown[] = []

beforeAll(async () => {
  double = await openWalletDouble()
  const config = readConfig({
    STUDIO_PORT: '0',
    STUDIO_DATA_DIR: inMemory,
    STUDIO_SECRET: 'the secret of the studio in this test',
    STUDIO_WALLET_URL: double.url,
    STUDIO_WALLET_KEY: double.key,
    STUDIO_CHAIN_LENGTH: '1000',
    STUDIO_SOCKETS_PER_ADDRESS: '12',
    STUDIO_EDGES: '0',
    PORTAL_ORIGIN: 'https://portal.example',
  })
  studio = await openStudio(config, clock, silentLog, (error) => failures.push(error))
  await new Promise<void>((resolve) => studio.server.listen(0, '127.0.0.1', resolve))
  port = (studio.server.address() as AddressInfo).port
  await vi.waitUntil(() => studio.isPlaying(), { timeout: 30_000 })
}, 60_000)
afterAll(async () => {
  await studio.close()
  await double.close()
  clock.stop()
  expect(failures).toEqual([])
})

const url = (path: string): string => `http://127.0.0.1:${port}${path}`

const openPage = (origin?: string): Promise<TestPage> => openTestPage(url(''), origin)

async function seated(token: string): Promise<TestPage> {
  const page = await openPage()
  page.send({ t: 'hello', token })
  await page.waitFor('welcome')
  return page
}

describe('the listeners', () => {
  test('health, games and the published chain answer; the rest is refused', async () => {
    expect(await (await fetch(url('/health'))).json()).toMatchObject({ status: 'ok', state: 'playing' })
    expect(await (await fetch(url('/games.json'))).json()).toMatchObject({
      provider: { code: 'dhow-studio' },
      games: expect.arrayContaining([
        expect.objectContaining({
          slug: 'dhow',
          rtp: '99.00',
          stakes: { NAD: { min: '1.00', max: '2000.00' }, INR: { min: '10.00', max: '10000.00' } },
        }),
      ]) as unknown,
    })
    for (const game of ['dhow', 'dice', 'roulette'])
      expect([game, (await fetch(url(`/ahead/${game}`))).status]).toEqual([game, 200])
    expect((await fetch(url('/ahead/nothing'))).status).toBe(404)
    const chain = (await (await fetch(url('/api/crash/chain'))).json()) as Record<string, unknown>
    expect(chain).toMatchObject({ length: 1000 })
    expect(Object.keys(chain).sort()).toEqual(['end_hash', 'id', 'length', 'next', 'salt'])
    expect(await (await fetch(url('/'))).text()).toContain('<title>Dhow Studio</title>')
    expect((await fetch(url('/nothing'))).status).toBe(404)
    expect((await fetch(url('/api/crash/rounds/none'))).status).toBe(404)
    expect((await fetch(url('/health'), { method: 'POST' })).status).toBe(405)
  })
  test('built files are served compressed, and plain to clients without compression', async () => {
    const built = new URL('../dist/client/assets/', import.meta.url)
    const files = readdirSync(built).filter((name) => /\.(js|css)$/.test(name))
    expect(files.length).toBeGreaterThan(10)
    for (const name of files) {
      const [whole, packed] = [readFileSync(new URL(name, built)), readFileSync(new URL(`${name}.br`, built))]
      const asked = await fetch(url(`/assets/${name}`), { headers: { 'accept-encoding': 'br' } })
      const expected = packed.length < whole.length ? ['br', packed.length] : [null, whole.length]
      const { headers } = asked
      expect([name, headers.get('content-encoding'), Number(headers.get('content-length'))]).toEqual([
        name,
        ...expected,
      ])
      expect([name, Buffer.from(await asked.arrayBuffer()).equals(whole)]).toEqual([name, true])
      const plain = await fetch(url(`/assets/${name}`), { headers: { 'accept-encoding': 'identity' } })
      expect([name, plain.headers.get('content-encoding')]).toEqual([name, null])
      expect([name, Buffer.from(await plain.arrayBuffer()).equals(whole)]).toEqual([name, true])
    }
  })
  test('each game has its return, its range of stakes, play money, and a tile that no other game has', async () => {
    const { games } = (await (await fetch(url('/games.json'))).json()) as {
      games: { slug: string; rtp: string; demo: boolean; stakes: Record<string, { min: string; max: string }> }[]
    }
    expect(games.length).toBe(14)
    const tiles = games.map(({ slug, rtp, demo, stakes }) => {
      expect([slug, Number(rtp) > 94, demo, Object.keys(stakes).sort()]).toEqual([slug, true, true, ['INR', 'NAD']])
      return readFileSync(new URL(`../client/public/tiles/${slug}.svg`, import.meta.url), 'utf8')
    })
    expect(new Set(tiles).size).toBe(games.length)
  })
  test('every answer forbids inline script and framing by anybody but the portal', async () => {
    const policy = (await fetch(url('/health'))).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain('frame-ancestors https://portal.example')
  })
  test('a page of another origin gets no live connection', async () => {
    await expect(openPage('https://elsewhere.example')).rejects.toThrow('403')
    const page = await openPage(`http://127.0.0.1:${port}`)
    page.close()
  })
})

describe('live pages', () => {
  test('a launch token seats, and the resume secret finds the same seat again', async () => {
    const page = await openPage()
    page.send({ t: 'hello', token: 'zoe:INR' })
    const welcome = await page.waitFor('welcome')
    expect(welcome).toMatchObject({ name: 'zoe', currency: 'INR', demo: false, balance: 10_000_000 })
    page.close()
    const again = await openPage()
    again.send({ t: 'hello', resume: welcome.resume })
    expect(await again.waitFor('welcome')).toMatchObject({ name: 'zoe', resume: welcome.resume })
    again.close()
    const wrong = await openPage()
    wrong.send({ t: 'hello', resume: 'something-else' })
    expect(await wrong.waitFor('bye')).toEqual({ t: 'bye', code: 'session_unknown' })
    await wrong.closed
  })
  test('a bet of play money runs its whole way and leaves the portal’s wallet alone', async () => {
    const before = double.bets.size
    const page = await openPage()
    page.send({ t: 'hello', demo: 'NAD' })
    expect(await page.waitFor('welcome')).toMatchObject({ demo: true, balance: 100_000 })
    await hurried(() => page.waitFor('open'))
    page.send({ t: 'bet', id: 'demo-bet-1', panel: 0, stake: 500, auto: 101 })
    expect(await page.waitFor('ack')).toMatchObject({ code: 'ok' })
    const mine = await hurried(() =>
      page.waitFor('mine', ({ bets }) => ['paid', 'closed', 'lost'].includes(bets[0]?.state ?? '')),
    )
    expect(mine.bets[0]).toMatchObject({ stake: 500 })
    expect(double.bets.size).toBe(before)
    page.close()
  }, 60_000)
  test('a round with bets, of which at most six fill a minute, costs a watching page less than a sixth of ten kilobytes', async () => {
    const players = await Promise.all(['ann', 'ben', 'cat', 'dan'].map((name) => seated(`${name}:INR`)))
    const watcher = await openPage()
    watcher.send({ t: 'hello', demo: 'INR' })
    await watcher.waitFor('snap')
    const { no } = await hurried(() => watcher.waitFor('open'))
    for (const [index, page] of players.entries())
      for (const panel of [0, 1] as const)
        page.send({ t: 'bet', id: `watched-${index}-${panel}`, panel, stake: 1000, auto: panel === 0 ? 150 : null })
    await Promise.all(players.map((page) => page.waitFor('ack')))
    await hurried(() => watcher.waitFor('open', (event) => event.no === no + 1))
    const isBetween = (index: number): boolean =>
      index >= watcher.received.findIndex((message) => message.t === 'open' && message.no === no) &&
      index < watcher.received.findIndex((message) => message.t === 'open' && message.no === no + 1)
    const round = watcher.received.filter((_, index) => isBetween(index))
    expect(round.map(({ t }) => t)).toEqual(expect.arrayContaining(['open', 'fly', 'crash']))
    expect(JSON.stringify(round)).toContain('"an"')
    expect(JSON.stringify(round)).not.toContain('ann')
    expect(round.reduce((sum, event) => sum + JSON.stringify(event).length, 0)).toBeLessThan(10_000 / 6)
    for (const page of [...players, watcher]) page.close()
  }, 60_000)
  test('the tables tell a portal when betting closes, the last results, and how many players have a stake', async () => {
    const read = async () => tablesNow.parse(await (await fetch(url('/api/tables-now'))).json())
    const { tables } = await read()
    expect(tables.map(({ game }) => game).sort()).toEqual(
      ['andarbahar', 'baccarat', 'dhow', 'dragontiger', 'roulette', 'teenpatti'].sort(),
    )
    const dhow = async () => (await read()).tables.find(({ game }) => game === 'dhow')
    const pages = await Promise.all(['tia:INR', 'uri:INR'].map(seated))
    const demo = await openPage()
    demo.send({ t: 'hello', demo: 'INR' })
    await demo.waitFor('welcome')
    const opened = await hurried(() => demo.waitFor('open'))
    for (const [index, page] of [...pages, demo].entries())
      for (const panel of [0, 1] as const)
        page.send({ t: 'bet', id: `told-now-${index}-${panel}`, panel, stake: 1000, auto: 101 })
    await vi.waitFor(async () => expect(await dhow()).toMatchObject({ closes: opened.closes, players: 2 }))
    const { crash } = await hurried(() => demo.waitFor('crash'))
    expect((await dhow())?.last[0]).toEqual({
      text: `${(crash / 100).toFixed(2)}×`,
      tone: crash >= 200 ? 'a' : 'b',
    })
    for (const page of [...pages, demo]) page.close()
  }, 60_000)
  test('a stake outside the range is refused before anything is asked', async () => {
    const page = await seated('range:INR')
    page.send({ t: 'bet', id: 'too-small-1', panel: 0, stake: 999, auto: null })
    expect(await page.waitFor('ack')).toEqual({ t: 'ack', id: 'too-small-1', code: 'stake_out_of_range' })
    page.close()
  })
  test('texts that are no message, and commands before the greeting, close the connection', async () => {
    for (const words of [
      '{',
      '{"t":"bet"}',
      { t: 'snapshot' },
      { t: 'bet', id: 'short', panel: 0, stake: 1, auto: null },
    ]) {
      const page = await openPage()
      page.send(words)
      expect(await page.waitFor('bye')).toEqual({ t: 'bye', code: 'malformed' })
      await page.closed
    }
  })
  test('more than twenty messages a second close the connection', async () => {
    const page = await seated('flood:INR')
    for (let count = 0; count < 40; count++) page.send({ t: 'ping', c: count })
    expect(await page.waitFor('bye')).toEqual({ t: 'bye', code: 'too_many' })
    expect(page.received.filter((message) => message.t === 'pong').length).toBeLessThanOrEqual(20)
  })
  test('a frame above four kilobytes closes the connection', async () => {
    const page = await seated('large:INR')
    page.send('x'.repeat(5000))
    await expect(page.closed).resolves.toBeUndefined()
  })
  test('a sixth page of one player is turned away', async () => {
    const pages = []
    for (let count = 0; count < 5; count++) pages.push(await seated('many:INR'))
    const sixth = await openPage()
    sixth.send({ t: 'hello', token: 'many:INR' })
    expect(await sixth.waitFor('bye')).toEqual({ t: 'bye', code: 'too_many' })
    for (const page of pages) page.close()
    await Promise.all(pages.map((page) => page.closed))
  })
})

test('a round’s hash is secret until the crash, and its proof then leads to the published end', async () => {
  const page = await seated('proof:INR')
  const { chain } = await page.waitFor('snap')
  const { no } = await hurried(() => page.waitFor('open'))
  const early = await fetch(url(`/api/crash/rounds/${chain}-${no}`))
  expect(early.status).toBe(409)
  const crash = await hurried(() => page.waitFor('crash', (event) => event.no === no))
  const proof = (await (await fetch(url(`/api/crash/rounds/${chain}-${no}`))).json()) as {
    crash: string
    hash: string
    salt: string
    number: number
    chain: { end_hash: string }
  }
  expect(proof).toMatchObject({ hash: crash.hash, number: no })
  expect(hundredthsText(crashHundredths(proof.hash, proof.salt))).toBe(proof.crash)
  expect(walkChain(proof.hash, no)).toBe(proof.chain.end_hash)
  page.close()
}, 200_000)

describe('a live table', () => {
  const openTable = () => openTestPage<ToTablePage>(url(''), undefined, 'dragontiger')

  test('deals by the hash, settles every stake, and proves the round to the published end', async () => {
    const page = await openTable()
    page.send({ t: 'hello', demo: 'NAD' })
    expect(await page.waitFor('welcome')).toMatchObject({ demo: true, balance: 100_000 })
    const { chain, salt } = await page.waitFor('snap')
    const { no } = await hurried(() => page.waitFor('open'))
    const round = url(`/api/tables/dragontiger/rounds/${chain}-${no}`)
    page.send({
      t: 'bet',
      id: 'table-bet-1',
      no,
      bets: [
        [0, 500],
        [1, 500],
        [2, 100],
      ],
    })
    expect(await page.waitFor('ack')).toEqual({ t: 'ack', id: 'table-bet-1', code: 'ok' })
    page.send({ t: 'bet', id: 'table-bet-2', no, bets: [[99, 500]] })
    page.send({ t: 'bet', id: 'table-bet-3', no, bets: [[0, 1]] })
    page.send({ t: 'bet', id: 'table-bet-4', no: no - 1, bets: [[0, 500]] })
    const answers = ['table-bet-2', 'table-bet-3', 'table-bet-4'].map((id) =>
      page.waitFor('ack', (ack) => ack.id === id),
    )
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([
      'stake_out_of_range',
      'stake_out_of_range',
      'betting_closed',
    ])
    expect((await fetch(round)).status).toBe(409)
    const askRounds = (bets: string[], forged?: string) => {
      const asked = JSON.stringify({ rounds: [{ game: 'dragontiger', round: `${chain}-${no}`, bets }] })
      const timestamp = String(Math.round(clock.nowMs()))
      const signature = forged ?? createHmac('sha256', double.key).update(`${timestamp}.${asked}`).digest('hex')
      const headers = { 'x-timestamp': timestamp, 'x-signature': signature }
      return fetch(url('/api/rounds'), { method: 'POST', headers, body: asked })
    }
    expect(await (await askRounds([])).json()).toEqual({ rounds: [{ inputs: { kind: 'in_play' }, on: {} }] })
    const { hash } = await hurried(() => page.waitFor('deal', (event) => event.no === no))
    await hurried(() => page.waitFor('settled', (event) => event.no === no))
    const outcome = dragonTiger(roundSeeds(hash, salt, no))
    const ended = (field: number) =>
      page.waitFor('own', ({ bets }) => bets.some((bet) => bet.field === field && ['paid', 'lost'].includes(bet.state)))
    await Promise.all([ended(0), ended(1), ended(2)])
    const own = new Map(
      page.received.flatMap((message) => (message.t === 'own' ? message.bets : [])).map((bet) => [bet.field, bet]),
    )
    const due = outcome.winner === 'tie' ? [250, 250, 1300] : outcome.winner === 'dragon' ? [1000, 0, 0] : [0, 1000, 0]
    expect([0, 1, 2].map((field) => own.get(field)?.payout)).toEqual(due)
    const proof = (await (await fetch(round)).json()) as { hash: string; outcome: object; chain: { end_hash: string } }
    expect(proof).toMatchObject({ hash, outcome })
    expect(walkChain(hash, no)).toBe(proof.chain.end_hash)
    expect(await (await fetch(url('/api/tables/dragontiger/chain'))).json()).toEqual({ ...proof.chain, next: null })
    const bets = [own.get(1)!.id, 'somebody-elses']
    expect((await askRounds(bets, '0'.repeat(64))).status).toBe(403)
    expect(await (await askRounds(bets)).json()).toEqual({
      rounds: [
        {
          inputs: { kind: 'chain', hash, salt, number: no, end: proof.chain.end_hash },
          on: { [own.get(1)!.id]: 'tiger' },
        },
      ],
    })
    // Play money is nobody else's business.
    expect(page.received.some(({ t }) => t === 'totals')).toBe(false)
    page.close()
  }, 60_000)
  test('two rounds, which fill a minute, cost a watching page less than two kilobytes', async () => {
    const watcher = await openTable()
    watcher.send({ t: 'hello', demo: 'INR' })
    const player = await openTable()
    player.send({ t: 'hello', token: 'mia:INR' })
    const { no } = await hurried(() => player.waitFor('open'))
    player.send({
      t: 'bet',
      id: 'table-bet-5',
      no,
      bets: [
        [0, 1000],
        [3, 2000],
      ],
    })
    expect(await player.waitFor('ack')).toMatchObject({ code: 'ok' })
    await hurried(() => watcher.waitFor('settled', (event) => event.no === no + 1))
    // Changes are sent field by field, in one event or in two.
    const totals = new Map(
      watcher.received
        .flatMap((message) => (message.t === 'totals' ? message.fields : []))
        .map((total) => [total[0], total]),
    )
    expect([totals.get(0), totals.get(3)]).toEqual([
      [0, 1, ['INR', 1000]],
      [3, 1, ['INR', 2000]],
    ])
    const rounds = watcher.received.filter(({ t }) => ['open', 'totals', 'deal', 'settled'].includes(t))
    expect(rounds.length).toBeGreaterThanOrEqual(6)
    expect(rounds.reduce((sum, event) => sum + JSON.stringify(event).length, 0)).toBeLessThan(2000)
    watcher.close()
    player.close()
  }, 60_000)
})
