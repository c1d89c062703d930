import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { crashHundredths, hundredthsText, walkChain } from '@dhow/fairness/crash'
import { tablesNow } from '@dhow/contract/tables-now'
import { inMemory } from './platform/db.ts'
import { openWholeStudio } from './testing/whole-studio.ts'
import { openPage as openTestPage, type TestPage } from './testing/page.ts'

const { fastForward, url, double, metrics } = openWholeStudio({
  STUDIO_DATA_DIR: inMemory,
  STUDIO_SECRET: 'the secret of the studio in this test',
  STUDIO_SOCKETS_PER_ADDRESS: '12',
})

const openPage = (origin?: string): Promise<TestPage> => openTestPage(url(''), origin)

async function seated(token: string): Promise<TestPage> {
  const page = await openPage()
  page.send({ t: 'hello', token })
  await page.waitFor('welcome')
  return page
}

describe('the listeners', () => {
  test('health, games and the published chain are public; the rest is refused', async () => {
    expect(await (await fetch(url('/health'))).json()).toMatchObject({ status: 'ok', state: 'playing' })
    for (const path of ['live', 'ready', 'playing'])
      expect([path, (await fetch(url(`/health/${path}`))).status]).toEqual([path, 200])
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
  test('built files are served compressed, and uncompressed to clients without compression', async () => {
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
  test('each game has its RTP, stake ranges, play money, and a unique tile', async () => {
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
  test('every answer forbids inline scripts and framing by any site but the portal', async () => {
    const policy = (await fetch(url('/health'))).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain('frame-ancestors https://portal.example')
  })
  test('a page of another origin gets no live connection', async () => {
    await expect(openPage('https://elsewhere.example')).rejects.toThrow('403')
    const page = await openPage(url(''))
    page.close()
  })
})

describe('live pages', () => {
  test('a launch token creates a seat, and the resume secret finds it again', async () => {
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
  test('a bet of play money is settled without a call to the portal’s wallet', async () => {
    const before = double().bets.size
    const page = await openPage()
    page.send({ t: 'hello', demo: 'NAD' })
    expect(await page.waitFor('welcome')).toMatchObject({ demo: true, balance: 100_000 })
    await fastForward(() => page.waitFor('open'))
    page.send({ t: 'bet', id: 'demo-bet-1', panel: 0, stake: 500, auto: 101 })
    expect(await page.waitFor('ack')).toMatchObject({ code: 'ok' })
    const mine = await fastForward(() =>
      page.waitFor('mine', ({ bets }) => ['paid', 'closed', 'lost'].includes(bets[0]?.state ?? '')),
    )
    expect(mine.bets[0]).toMatchObject({ stake: 500 })
    expect(double().bets.size).toBe(before)
    page.close()
  }, 60_000)
  test('a round with bets (at most six a minute) costs a watching page less than a sixth of ten kilobytes', async () => {
    const players = await Promise.all(['ann', 'ben', 'cat', 'dan'].map((name) => seated(`${name}:INR`)))
    const watcher = await openPage()
    watcher.send({ t: 'hello', demo: 'INR' })
    await watcher.waitFor('snap')
    const { no } = await fastForward(() => watcher.waitFor('open'))
    for (const [index, page] of players.entries())
      for (const panel of [0, 1] as const)
        page.send({ t: 'bet', id: `watched-${index}-${panel}`, panel, stake: 1000, auto: panel === 0 ? 150 : null })
    await Promise.all(players.map((page) => page.waitFor('ack')))
    await fastForward(() => watcher.waitFor('open', (event) => event.no === no + 1))
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
  test('the tables publish the end of betting, the last results, and the number of players with a stake', async () => {
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
    const opened = await fastForward(() => demo.waitFor('open'))
    for (const [index, page] of [...pages, demo].entries())
      for (const panel of [0, 1] as const)
        page.send({ t: 'bet', id: `stake-now-${index}-${panel}`, panel, stake: 1000, auto: 101 })
    await vi.waitFor(async () => expect(await dhow()).toMatchObject({ closes: opened.closes, players: 2 }))
    const { crash } = await fastForward(() => demo.waitFor('crash'))
    expect((await dhow())?.last[0]).toEqual({
      text: `${(crash / 100).toFixed(2)}×`,
      tone: crash >= 200 ? 'a' : 'b',
    })
    for (const page of [...pages, demo]) page.close()
  }, 60_000)
  test('a stake outside the range is refused without a call to the wallet', async () => {
    const page = await seated('range:INR')
    page.send({ t: 'bet', id: 'too-small-1', panel: 0, stake: 999, auto: null })
    expect(await page.waitFor('ack')).toEqual({ t: 'ack', id: 'too-small-1', code: 'stake_out_of_range' })
    page.close()
  })
  test('invalid messages, and commands before the hello, close the connection', async () => {
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
  test('a sixth page of one player is refused', async () => {
    const pages = []
    for (let count = 0; count < 5; count++) pages.push(await seated('many:INR'))
    const sixth = await openPage()
    sixth.send({ t: 'hello', token: 'many:INR' })
    expect(await sixth.waitFor('bye')).toEqual({ t: 'bye', code: 'too_many' })
    for (const page of pages) page.close()
    await Promise.all(pages.map((page) => page.closed))
  })
})

test('a round’s hash is secret until the crash, and then hashes to the published end', async () => {
  const page = await seated('proof:INR')
  const { chain } = await page.waitFor('snap')
  const { no } = await fastForward(() => page.waitFor('open'))
  const early = await fetch(url(`/api/crash/rounds/${chain}-${no}`))
  expect(early.status).toBe(409)
  const crash = await fastForward(() => page.waitFor('crash', (event) => event.no === no))
  const proof = (await (await fetch(url(`/api/crash/rounds/${chain}-${no}`))).json()) as {
    crash: string
    hash: string
    salt: string
    number: number
    chain: { end_hash: string }
  }
  const commitment = expect.stringMatching(/\/api\/v1\/dhow\/commitments\/dhow-studio\/dhow\/dhow-\d+$/)
  const receipts = expect.stringMatching(new RegExp(`/receipts\\?provider=dhow-studio&round=${chain}-${no}$`))
  expect(proof).toMatchObject({ hash: crash.hash, number: no, log: { commitment, receipts } })
  expect(hundredthsText(crashHundredths(proof.hash, proof.salt))).toBe(proof.crash)
  expect(walkChain(proof.hash, no)).toBe(proof.chain.end_hash)
  page.close()
}, 200_000)

test('its metrics count rounds, pages and wallet answers, and contain no names', async () => {
  const text = await metrics.text()
  for (const line of [
    /dhow_tables_playing 1/,
    /dhow_rounds_total\{game="dhow"\} [1-9]/,
    /dhow_rounds_total\{game="roulette"\} [1-9]/,
    /dhow_wallet_answer_seconds_count\{call="bet",outcome="decided"\} [1-9]/,
    /dhow_requests_total\{listener="studio",method="GET",route="\/health\/ready",status="200"\} [1-9]/,
    /dhow_edges_up 1/,
  ])
    expect(text).toMatch(line)
  expect(text.match(/zoe|mia/)).toBeNull()
})
