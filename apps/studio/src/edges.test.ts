import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { apply, emptyState, type GameState } from '../client/src/state.ts'
import type { ToPage } from './crash/messages.ts'
import { openWalletDouble, type WalletDouble } from './testing/wallet-double.ts'
import { openPage, type TestPage } from './testing/page.ts'
import { freePorts, openProgram, type Program } from './testing/programs.ts'
import { makeShortFlights } from './testing/short-flights.ts'

/** The built studio with edge processes, of which some are killed. */
const edges = 3
const pagesOfEdge = 2
let folder: string
let double: WalletDouble
let studio: Program

interface Health {
  state: string
  pages: number
  edges: { up: number; of: number }
}
const health = async (): Promise<Health> => (await fetch(`${studio.url}/health`)).json() as Promise<Health>
const isWhole = ({ state, edges }: Record<string, unknown>): boolean =>
  state === 'playing' && (edges as Health['edges']).up === (edges as Health['edges']).of

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'edges-'))
  double = await openWalletDouble()
  const [port = 0] = await freePorts(1)
  const secret = 'the secret of the studio in this test'
  const isShort = (crash: bigint): boolean => crash < 130n
  await makeShortFlights({ dataDir: folder, databaseUrl: undefined, secret, chainLength: 1000, rounds: 8, isShort })
  const settings = {
    STUDIO_SECRET: secret,
    STUDIO_PORT: String(port),
    STUDIO_DATA_DIR: folder,
    STUDIO_WALLET_URL: double.url,
    STUDIO_WALLET_KEY: double.key,
    STUDIO_CHAIN_LENGTH: '1000',
    STUDIO_BETTING_MS: '1500',
    STUDIO_PAUSE_MS: '500',
    STUDIO_EDGES: String(edges),
    LOG_LEVEL: 'info',
  }
  studio = openProgram('studio', port, settings, isWhole)
  await studio.start()
})
afterAll(async () => {
  await studio?.kill()
  await double?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Pids of the edges, newest last. */
const edgePids = (): number[] =>
  studio
    .output()
    .split('\n')
    .filter((line) => line.includes('an edge accepts connections'))
    .map((line) => (JSON.parse(line) as { pid: number }).pid)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const within = { timeout: 20_000, interval: 20 }

/** Test page that behaves like the real one: its state follows from messages, and it asks for a snapshot after a gap. */
interface Player {
  page: TestPage
  resume: string
  isClosed: boolean
  gaps: number
  state(): GameState
}

async function seat(hello: object): Promise<Player> {
  // A restarted edge accepts connections within moments.
  const page = await vi.waitUntil(() => openPage(studio.url).catch(() => undefined), within)
  page.send({ t: 'hello', ...hello })
  const { resume } = await page.waitFor('welcome')
  await page.waitFor('snap')
  const player: Player = {
    page,
    resume,
    isClosed: false,
    gaps: 0,
    state() {
      let state = emptyState
      player.gaps = 0
      for (const message of page.received as ToPage[]) {
        const next = apply(state, message)
        if (next === 'gap') player.gaps++
        else state = next
      }
      return state
    },
  }
  void page.closed.then(() => (player.isClosed = true))
  return player
}

const seatMany = (): Promise<Player[]> =>
  Promise.all(Array.from({ length: edges * pagesOfEdge }, (_, index) => seat({ token: `player-${index}:INR` })))

test('a killed edge disconnects only its own pages, which reconnect, miss nothing, and keep their bets', async () => {
  const players = await seatMany()
  expect(await health()).toMatchObject({ pages: players.length, edges: { up: edges, of: edges } })
  const before = edgePids()
  await players[0]!.page.waitFor('open')
  for (const [index, { page }] of players.entries())
    page.send({ t: 'bet', id: `before-${index}`, panel: 0, stake: 1000, auto: 101 })

  process.kill(before[0]!, 'SIGKILL')
  await vi.waitUntil(() => players.filter(({ isClosed }) => isClosed).length === pagesOfEdge, within)
  const lost = players.filter(({ isClosed }) => isClosed)
  const others = players.filter(({ isClosed }) => !isClosed)
  const back = await Promise.all(lost.map(({ resume }) => seat({ resume })))
  for (const [index, { page }] of back.entries()) {
    expect(back[index]!.resume).toBe(lost[index]!.resume)
    // The page repeats an unanswered command: it becomes at most one bet.
    page.send({ t: 'bet', id: `before-${players.indexOf(lost[index]!)}`, panel: 0, stake: 1000, auto: 101 })
  }

  const all = [...others, ...back]
  const ended = all.map(({ page }) =>
    page.waitFor('mine', ({ bets }) =>
      bets.some(({ state }) => ['paid', 'lost', 'rolled_back', 'refused'].includes(state)),
    ),
  )
  await Promise.all(ended)
  const last = Math.max(...all.map(({ page }) => (page.received.findLast((one) => 'n' in one) as { n: number }).n))
  await Promise.all(all.map(({ page }) => page.waitFor('open', ({ n }) => n > last)))
  for (const player of all) {
    expect(player.state().round).not.toBeNull()
    expect(player.gaps).toBe(0)
  }
  await vi.waitUntil(async () => isWhole({ ...(await health()) }), within)
  expect(edgePids()).toHaveLength(before.length + 1)
  expect((await health()).pages).toBe(players.length)
  await vi.waitUntil(() => double.faults().length === 0, within)
  for (const { page } of all) page.close()
  await Promise.all(all.map(({ page }) => page.closed))
  await vi.waitUntil(async () => (await health()).pages === 0, within)
})

test('an edge that hangs is replaced, and its pages connect to another one', async () => {
  const [before] = [edgePids()]
  process.kill(before.at(-1)!, 'SIGSTOP')
  await vi.waitUntil(() => edgePids().length === before.length + 1, within)
  expect(isRunning(before.at(-1)!)).toBe(false)
  const players = await seatMany()
  expect((await health()).pages).toBe(players.length)
  for (const { page } of players) page.close()
})

test('without any edge the studio keeps playing, and accepts pages again once one is back', async () => {
  const running = edgePids().filter(isRunning)
  expect(running).toHaveLength(edges)
  for (const pid of running) process.kill(pid, 'SIGKILL')
  const player = await seat({ demo: 'INR' })
  await player.page.waitFor('open')
  player.page.close()
  await vi.waitUntil(async () => isWhole({ ...(await health()) }), within)
})

test('Ctrl-C reaches every process at once, and each page still gets the reason of the close', async () => {
  const players = await seatMany()
  const running = edgePids().filter(isRunning)
  for (const pid of running) process.kill(pid, 'SIGINT')
  expect(await studio.kill('SIGINT')).toBe(0)
  await Promise.all(players.map(({ page }) => page.closed))
  for (const { page } of players) expect(page.received.at(-1)).toEqual({ t: 'bye', code: 'stopping' })
  expect(running.filter(isRunning)).toEqual([])
})

test('a killed studio leaves no edge running', async () => {
  await studio.start()
  await vi.waitUntil(() => edgePids().length === edges, within)
  const running = edgePids()
  expect(running.filter(isRunning)).toHaveLength(edges)
  await studio.kill()
  await vi.waitUntil(() => !running.some(isRunning), within)
})
