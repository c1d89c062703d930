import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FileRound } from '@dhow/contract/rounds-file'
import pg from 'pg'
import type { OwnBet } from './crash/messages.ts'
import { openPage, type TestPage } from './testing/page.ts'
import { freePorts, openProgram, type Program } from './testing/programs.ts'
import { makeShortFlights } from './testing/short-flights.ts'

/**
 * The built programs together, as with `npm start`: a stake goes from the game page through the studio and the gateway into the ledger and back, also
 * when studio or server are killed during a flight.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url))
const base = '/api/v1/dhow'
const studioSecret = 'the secret of the studio in this test'
const gift = 'G1FTG1FTG1FTG1FTG1FTG1FTG1'
/** Number of short rounds; the test uses no more. */
const rounds = 6
const chainLength = 1000

/** PostgreSQL of this test run; without one, the server uses the embedded engine. */
const clusterUrl = process.env['DHOW_TEST_PG']

describe(`the server on ${clusterUrl ? 'PostgreSQL' : 'the embedded engine'}`, () => {
  let folder: string
  let server: Program
  /** The studio; on PostgreSQL two processes, one of which has the lease. */
  let studios: Program[]
  let playing: Program
  let sandbox: Program
  let database: { url?: string; dataDir?: string }
  let player: { token: string; id: string; mobile: string }
  let page: TestPage
  let resume: string
  /** Balance of the player at the first stake, in minor units. */
  let startMinor: number

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'with-server-'))
    database = clusterUrl ? { url: await makeDatabase(clusterUrl, 'server') } : { dataDir: join(folder, 'server') }
    const [serverPort = 0, consolePort = 0, studioPort = 0, secondPort = 0, sandboxPort = 0] = await freePorts(5)
    const shared = {
      PORT: String(serverPort),
      CONSOLE_PORT: String(consolePort),
      STUDIO_PORT: String(studioPort),
      SANDBOX_PORT: String(sandboxPort),
      PORTAL_ORIGIN: `http://127.0.0.1:${serverPort}`,
      STUDIO_ORIGIN: `http://127.0.0.1:${studioPort}`,
      SANDBOX_ORIGIN: `http://127.0.0.1:${sandboxPort}`,
      SANDBOX_KEY: 'a key between server and sandbox',
      STUDIO_WALLET_KEY: randomBytes(32).toString('base64url'),
    }
    server = openProgram('server', serverPort, {
      ...shared,
      DATA_DIR: join(folder, 'server'),
      DATABASE_URL: database.url ?? '',
      SECRET_KEY: 'a key of this test that is long enough',
      DHOW_FIRST_GIFTS: `NA:${gift}`,
    })
    const store = {
      STUDIO_DATA_DIR: join(folder, 'studio'),
      STUDIO_DATABASE_URL: clusterUrl ? await makeDatabase(clusterUrl, 'studio') : '',
      STUDIO_SECRET: studioSecret,
    }
    await makeShortFlights({
      dataDir: store.STUDIO_DATA_DIR,
      databaseUrl: store.STUDIO_DATABASE_URL || undefined,
      secret: studioSecret,
      chainLength,
      rounds,
      // Two to five seconds: long enough to kill a process, short enough to wait.
      isShort: (crash) => crash > 112n && crash < 135n,
    })
    studios = (clusterUrl ? [studioPort, secondPort] : [studioPort]).map((port) =>
      openProgram('studio', port, {
        ...shared,
        ...store,
        STUDIO_PORT: String(port),
        STUDIO_CHAIN_LENGTH: String(chainLength),
        STUDIO_WALLET_URL: `http://127.0.0.1:${serverPort}${base}/gateway/dhow`,
        STUDIO_BETTING_MS: '1500',
        STUDIO_PAUSE_MS: '500',
        // Far longer than the test waits, so that a takeover proves that the other process noticed the end.
        STUDIO_LEASE_SECONDS: '600',
      }),
    )
    sandbox = openProgram('sandbox', sandboxPort, { ...shared, SANDBOX_DATA_DIR: join(folder, 'sandbox') })
    await Promise.all([server.start(), sandbox.start()])
    player = await register()
  }, 180_000)

  afterAll(async () => {
    await Promise.all([...studios.map((studio) => studio.kill()), server?.kill('SIGTERM'), sandbox?.kill()])
    if (clusterUrl) for (const name of ['server', 'studio'] as const) await dropDatabase(clusterUrl, name)
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  async function call(method: string, path: string, body?: object): Promise<PortalReply> {
    const answer = await fetch(`${server.url}${base}${path}`, {
      method,
      headers: {
        ...(player ? { authorization: `Bearer ${player.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const json: PortalReply = JSON.parse(await answer.text())
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`)
    return json
  }

  async function register() {
    const mobile = '+264812345678'
    const password = 'calm-sea-at-dusk'
    await call('POST', '/register', {
      player_name: 'sailor',
      mobile,
      password,
      market: 'NA',
      accept_terms: true,
    })
    const otp = await vi.waitUntil(
      async () => {
        const inbox = (await (await fetch(`${sandbox.url}/sms?to=${encodeURIComponent(mobile)}`)).json()) as {
          text: string
        }[]
        return inbox.map(({ text }) => /^(\d{6}) /.exec(text)?.[1]).find(Boolean)
      },
      { timeout: 20_000 },
    )
    const answer = await call('POST', '/authentication-otp-verify', { otp, mobile, type: 'register' })
    return { token: answer.token, id: answer.user.id, mobile }
  }

  /** Balance shown by the portal, in minor units. */
  const chips = async (): Promise<number> =>
    Number((await call('GET', '/player/profile')).player.chips.replace('.', ''))

  const bet = (id: string, panel: 0 | 1, stake: number, auto: number | null = null): void =>
    page.send({ t: 'bet', id, panel, stake, auto })

  /** Waits until the player's bet is in one of the states. */
  async function ends(id: string, ...states: OwnBet['state'][]): Promise<OwnBet> {
    const mine = await page.waitFor('mine', ({ bets }) =>
      bets.some((one) => one.id.endsWith(`.${id}`) && states.includes(one.state)),
    )
    return mine.bets.find((one) => one.id.endsWith(`.${id}`))!
  }

  async function findPlaying(): Promise<void> {
    playing = await vi.waitUntil(
      async () => {
        const states = await Promise.all(studios.map(stateOf))
        return studios[states.indexOf('playing')]
      },
      { timeout: 30_000, interval: 50 },
    )
  }

  /** Kills the playing process; the other one takes over, or it restarts. The page reconnects. */
  async function killStudio(): Promise<void> {
    const killed = playing
    await killed.kill()
    if (studios.length === 1) await killed.start()
    await findPlaying()
    page = await openPage(playing.url)
    page.send({ t: 'hello', resume })
    await page.waitFor('snap')
    if (studios.length > 1) {
      expect(playing).not.toBe(killed)
      await killed.start()
      expect(await stateOf(killed)).toBe('standby')
    }
  }

  /** Waits for the next betting window. */
  async function nextOpen(): Promise<number> {
    const before = page.received.length
    const open = await page.waitFor('open', (event) => page.received.indexOf(event) >= before)
    return open.no
  }
  const flight = (no: number) =>
    page.waitFor('fly', (event) => {
      const open = page.received.findIndex((message) => message.t === 'open' && message.no === no)
      return open >= 0 && page.received.indexOf(event) > open
    })

  test('a launch through the gateway seats the player with the portal’s balance, once', async () => {
    await call('POST', '/gift-envelope/claim', { code: gift })
    startMinor = await chips()
    expect(startMinor).toBeGreaterThanOrEqual(1000)
    const launched = await call('POST', '/games/dhow/launch', {})
    const address = new URL(launched.url)
    expect(address.origin).toBe(studios[0]!.url)
    const token = address.searchParams.get('token')!
    for (const studio of studios) await studio.start()
    await findPlaying()
    page = await openPage(playing.url)
    page.send({ t: 'hello', token })
    const welcome = await page.waitFor('welcome')
    expect(welcome).toMatchObject({ name: 'sailor', currency: 'NAD', demo: false, balance: startMinor })
    resume = welcome.resume

    const second = await openPage(playing.url)
    second.send({ t: 'hello', token })
    expect(await second.waitFor('bye')).toEqual({ t: 'bye', code: 'session_unknown' })
  }, 60_000)

  test('two bets: one cashed out by hand, one lost in the crash; the portal’s balance equals the page’s', async () => {
    const no = await nextOpen()
    bet('by-hand-1', 0, 300)
    bet('too-long-1', 1, 200)
    const placed = await ends('by-hand-1', 'accepted')
    await ends('too-long-1', 'accepted')
    expect(await chips()).toBe(startMinor - 500)
    await flight(no)
    page.send({ t: 'cash_out', id: 'out-by-hand-1', bet: placed.id })
    expect(await page.waitFor('ack', ({ id }) => id === 'out-by-hand-1')).toMatchObject({ code: 'ok' })
    const byHand = await ends('by-hand-1', 'paid')
    expect(byHand.payout).toBe(Math.floor((300 * byHand.at!) / 100))
    await ends('too-long-1', 'lost')
    const after = startMinor - 500 + byHand.payout
    expect(await chips()).toBe(after)
    await page.waitFor('mine', ({ balance }) => balance === after)
  }, 60_000)

  test('the studio is killed during a flight: after its restart each stake has exactly one end', async () => {
    const before = await chips()
    const no = await nextOpen()
    bet('in-flight-1', 0, 200)
    bet('in-flight-2', 1, 100, 102)
    await ends('in-flight-1', 'accepted')
    await ends('in-flight-2', 'accepted')
    await flight(no)
    await killStudio()
    const one = await ends('in-flight-1', 'lost', 'closed', 'rolled_back')
    const two = await ends('in-flight-2', 'paid')
    expect(two).toMatchObject({ at: 102, payout: 102 })
    expect(await chips()).toBe(before - 300 + 102 + (one.state === 'rolled_back' ? 200 : 0))
  }, 90_000)

  test('the studio is killed during a stake call: the stake is returned or played', async () => {
    const before = await chips()
    await nextOpen()
    bet('asked-for-1', 0, 200)
    await killStudio()
    // The page repeats unanswered commands, so the bet may also be a new one with the same id.
    bet('asked-for-1', 0, 200)
    const ack = await page.waitFor('ack', ({ id }) => id === 'asked-for-1')
    const open = ack.code === 'ok' ? await ends('asked-for-1', 'lost', 'closed', 'rolled_back') : undefined
    await expect.poll(chips, { timeout: 60_000 }).toBe(before - (open && open.state !== 'rolled_back' ? 200 : 0))
  }, 90_000)

  test('a stake above the balance is refused; the server is killed during a flight: a cash-out waits for it and is paid once', async () => {
    const before = await chips()
    const no = await nextOpen()
    bet('too-much-1', 1, before + 100)
    bet('server-killed-1', 0, 200)
    const placed = await ends('server-killed-1', 'accepted')
    expect(await ends('too-much-1', 'refused')).toMatchObject({ code: 'insufficient_funds' })
    await flight(no)
    await server.kill()
    page.send({ t: 'cash_out', id: 'out-server-killed-1', bet: placed.id })
    expect(await page.waitFor('ack', ({ id }) => id === 'out-server-killed-1')).toMatchObject({ code: 'ok' })
    await server.start()
    const paid = await ends('server-killed-1', 'paid')
    expect(await chips()).toBe(before - 200 + paid.payout)
  }, 90_000)

  test('the histories agree: every stake ended once, each round links to a proof, and the books balance', async () => {
    const { data } = await call('GET', '/player/game-history?limit=50')
    expect(data.length).toBeGreaterThanOrEqual(3)
    expect(data.map(({ state }) => state)).not.toContain('open')
    const proof = await fetch(data.at(-1)!.proof_url)
    expect(proof.headers.get('content-security-policy')).toContain(`frame-ancestors ${server.url}`)
    const shown = await fetch(`${playing.url}/api/crash/rounds/${data.at(-1)!.round_id}`)
    expect(await shown.json()).toMatchObject({ number: Number(data.at(-1)!.round_id.split('-').at(-1)) })
    const net = data.reduce((sum, round) => sum + Number(round.net.replace('.', '')), 0)
    expect(await chips()).toBe(startMinor + net)

    const file = join(folder, 'rounds.json')
    // A stake may be paid before its round is over, and only then it can be checked.
    const download = () => call('GET', '/player/rounds-download')
    const kinds = async () => (await download()).rounds.map(({ inputs }) => inputs?.kind)
    await expect.poll(kinds, { timeout: 60_000 }).not.toContain('in_play')
    const downloaded = await download()
    const checkFile = (content: object) => {
      writeFileSync(file, JSON.stringify(content))
      return spawnSync(process.execPath, [join(root, 'packages/fairness/fair.mjs'), '--history', file], {
        encoding: 'utf8',
      })
    }
    const check = checkFile(downloaded)
    expect(check.stdout).toContain(`${data.length} rounds: ${data.length} agree, 0 differ`)
    expect(check.status).toBe(0)
    const forged = structuredClone(downloaded)
    forged.rounds[1]!.payout = '500.00'
    const found = checkFile(forged)
    expect(found.status).toBe(1)
    expect(found.stdout.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([
      expect.stringContaining(forged.rounds[1]!.round_id),
    ])

    page.close()
    await Promise.all(studios.map((studio) => studio.kill('SIGTERM')))
    await server.kill('SIGTERM')
    const wallet = await import(`${root}apps/server/dist/features/wallet/index.js`)
    const gateway = await import(`${root}apps/server/dist/features/gateway/index.js`)
    const { openDatabase } = await import(`${root}apps/server/dist/platform/db/index.js`)
    const db = await openDatabase(database)
    try {
      const results = await wallet.checkInvariants(db.kysely, [
        ...wallet.walletInvariants,
        ...gateway.gatewayInvariants,
      ])
      expect(results.length).toBeGreaterThan(10)
      expect(results.filter((result: { violations: number }) => result.violations > 0)).toEqual([])
      const bets = await db.kysely
        .selectFrom('gateway.game_transaction')
        .select(['tx_id', 'bet_state'])
        .where('kind', '=', 'bet')
        .execute()
      expect(bets.length).toBeGreaterThanOrEqual(5)
      expect(bets.filter((row: { bet_state: string }) => row.bet_state === 'open')).toEqual([])
    } finally {
      await db.close()
    }
  }, 60_000)
})

const stateOf = async ({ url }: Program): Promise<unknown> =>
  fetch(`${url}/health`).then(
    async (answer) => ((await answer.json()) as { state: unknown }).state,
    () => 'gone',
  )

/** Members of the portal's answers that these tests read. */
interface PortalReply {
  token: string
  user: { id: string }
  player: { chips: string }
  /** Of a launch. */
  url: string
  /** Of the history. */
  data: { state: string; round_id: string; proof_url: string; net: string }[]
  rounds: FileRound[]
}

type Of = 'server' | 'studio'
const databaseName = (of: Of): string => `with_server_${of}_${process.pid}`

async function makeDatabase(cluster: string, of: Of): Promise<string> {
  await ask(cluster, `create database ${databaseName(of)}`)
  const url = new URL(cluster)
  url.pathname = `/${databaseName(of)}`
  return url.href
}

const dropDatabase = (cluster: string, of: Of): Promise<void> =>
  ask(cluster, `drop database if exists ${databaseName(of)} with (force)`)

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}
