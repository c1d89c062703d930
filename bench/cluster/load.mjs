// Load for the drills: players with money, signed bets retried as providers retry them, and the live streams of pages.
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import { openLiveStream } from '../../packages/client/dist/live-stream.js'
import { host } from '../../deploy/cluster/program/plan.mjs'
import { seedPlayers } from '../setup.mjs'
import { sleep, until } from './parts.mjs'

const stakeMinor = 100
/** Time during which an undecided bet is retried. */
const retryForMs = 60_000

/**
 * @param cluster running, with a new database
 * @param {{ bets: number, streams: number, players: number }} wanted total bets per second, pages with a stream, and players at the tables
 */
export async function openLoad(cluster, { bets, streams, players: atTables }) {
  const sockets = []
  globalThis.WebSocket = class extends WebSocket {
    /** A refused stream closes and is retried, as in a browser. */
    constructor(url) {
      super(url)
      const times = { triedAtMs: Date.now(), openAtMs: undefined, begunAtMs: undefined }
      sockets.push(times)
      this.on('error', () => {})
      this.once('open', () => (times.openAtMs = Date.now()))
      this.once('message', () => (times.begunAtMs = Date.now()))
    }
  }
  const bettors = Math.max(1, Math.min(200, bets))
  const { STUDIO_WALLET_KEY: key } = cluster.serverEnvironment
  const players = Math.max(bettors, streams)
  const { tokens, sessions } = await seedPlayers(
    cluster.serverEnvironment,
    cluster.urls.leader.owner,
    players + atTables,
  )
  const caller = openCaller(cluster.plan.ports.portalPort, key)
  const pages = []
  for (let index = 0; index < streams; index++) {
    pages.push(openPage(index, caller, tokens[index]))
    if (index % 50 === 49) await sleep(200)
  }
  await until(() => pages.every(({ hellos }) => hellos > 0), 120_000)
  const { bet, stop } = startBets({ caller, sessions, bets, bettors })
  return {
    bet,
    pages,
    /** Times at which each stream was requested, opened and started. */
    sockets,
    call: caller.call,
    tokens,
    /** Players who neither bet here nor have a page. */
    tableTokens: tokens.slice(players),
    acknowledged: () => bet.acknowledged.length,
    stopBets: stop,
    wrongPages: () => countWrong(cluster, pages),
    compare: () => compareWithLedger(cluster, bet, players),
    close() {
      for (const { stream } of pages) stream.close()
      caller.close()
    },
  }
}

/** Calls through HAProxy; undefined without an answer. */
function openCaller(port, key) {
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  const call = (method, path, body, headers) =>
    new Promise((resolve) => {
      const options = { host, port, method, path: `/api/v1/dhow${path}`, agent, timeout: 15_000 }
      const sent = request({ ...options, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
        const parts = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            json: parsed(Buffer.concat(parts).toString()),
          }),
        )
        answer.on('error', () => resolve(undefined))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(undefined))
      sent.end(body)
    })
  return {
    call,
    port,
    signed(path, body) {
      const text = JSON.stringify(body)
      const timestamp = String(Date.now())
      const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
      const headers = { 'x-provider': 'dhow-studio', 'x-timestamp': timestamp, 'x-signature': signature }
      return call('POST', `/gateway/dhow/${path}`, text, headers)
    },
    close: () => agent.destroy(),
  }
}

/** Starts bets of many players at the requested rate. */
function startBets({ caller, sessions, bets, bettors }) {
  const bet = { acknowledged: [], refused: new Map(), repeats: 0, longestMs: 0 }
  let isOver = false
  let number = 0

  /** Places one bet, retried with the same id until it is decided. */
  async function place(index) {
    const txId = `drill-${index}-${++number}`
    const body = { session: sessions[index], txId, roundId: txId, game: 'dhow', amount: stakeMinor, currency: 'NAD' }
    const fromMs = Date.now()
    for (;;) {
      const answer = await caller.signed('bet', body)
      if (answer?.status === 200) {
        bet.acknowledged.push(txId)
        bet.longestMs = Math.max(bet.longestMs, Date.now() - fromMs)
        return
      }
      const isOpen = answer === undefined || answer.status >= 500 || answer.status === 429
      if (!isOpen || Date.now() - fromMs > retryForMs) {
        const what = `${answer?.status ?? 'no answer'} ${answer?.json?.code ?? ''}`.trim()
        bet.refused.set(what, (bet.refused.get(what) ?? 0) + 1)
        return
      }
      bet.repeats++
      await sleep(100 + 200 * Math.random())
    }
  }
  async function play(index) {
    const eachMs = (1_000 * bettors) / bets
    await sleep(eachMs * Math.random())
    while (!isOver) {
      const fromMs = Date.now()
      await place(index)
      await sleep(Math.max(0, eachMs * (0.5 + Math.random()) - (Date.now() - fromMs)))
    }
  }
  const loops = Array.from({ length: bets > 0 ? bettors : 0 }, (_, index) => play(index))
  return {
    bet,
    /** Stops new bets; pending ones are decided. */
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

/** A page's live stream, with the client code of real pages. */
function openPage(index, { call, port }, token) {
  const page = { player: `bench_${index + 1}`, chips: undefined, hellos: 0, helloAtMs: 0, tickets: [], tickedAtMs: 0 }
  const authorization = `Bearer ${token}`
  page.stream = openLiveStream({
    origin: `ws://${host}:${port}`,
    async ticket() {
      page.tickets.push(Date.now())
      const answer = await call('POST', '/player/live-ticket', '{}', { authorization })
      page.tickedAtMs = Date.now()
      return answer?.json?.ticket
    },
    onEvent: (event) => {
      if (event.type === 'balance') page.chips = event.chips
    },
    onBalance({ chips }) {
      page.hellos++
      page.helloAtMs = Date.now()
      if (chips !== undefined) page.chips = chips
    },
    onGap: () => {},
    isCurrent: () => true,
    spread: Math.random,
  })
  return page
}

/** Number of pages whose balance differs from the ledger. */
function countWrong(cluster, pages) {
  const rows = cluster.query("select player_id, cash_minor from ledger.wallet where player_id like 'bench_%'")
  const now = new Map(rows.split('\n').map((line) => line.split('|')))
  return pages.filter(({ player, chips }) => chips !== (Number(now.get(player)) / 100).toFixed(2)).length
}

/** Compares the acknowledged bets with the ledger. @returns how many are lost, and how many deducted the stake twice */
function compareWithLedger(cluster, bet, players) {
  const rows = cluster.query("select tx_id from gateway.game_transaction where tx_id like 'drill-%'")
  const written = new Set(rows.split('\n').filter(Boolean))
  const taken = cluster.query(
    `select coalesce(sum(1000000000 - cash_minor), 0) from ledger.wallet
     where player_id like 'bench_%' and substr(player_id, 7)::int <= ${players}`,
  )
  const lost = bet.acknowledged.filter((txId) => !written.has(txId)).length
  return { written: written.size, lost, doubled: Number(taken) / stakeMinor - written.size }
}

const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
