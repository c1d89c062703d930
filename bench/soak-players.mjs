// The players of soak.mjs: each retries until answered, as the real page does, and records what it learned of its stakes.
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'

export const shared = ['dhow', 'dragontiger', 'andarbahar', 'baccarat', 'teenpatti', 'roulette']
export const instant = {
  dice: () => ({ side: 'over', mark: 5050 }),
  limbo: () => ({ target: 150 }),
  plinko: () => ({ risk: 'high', rows: 8 }),
  wheel: () => ({ risk: 'medium', segments: 10 }),
  keno: () => ({ risk: 'low', marked: [1, 2, 3] }),
  mines: () => ({ mines: 2 }),
  hilo: () => ({}),
  blackjack: () => ({}),
}
const pauses = [300, 500, 500, 700, 1000, 1500, 3000, 5000]
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const pick = (list) => list[Math.floor(Math.random() * list.length)]
const newId = () => randomBytes(12).toString('hex')

/**
 * `setup` has the server's address and the players' tokens; `studioUrl` returns the current address of the studio's pages.
 * @param {{ setup: { port: number, tokens: string[] }, studioUrl: () => string }} parts
 */
export function openPlayers({ setup, studioUrl }) {
  const now = { isPlaying: true, isOver: false }
  const seen = { launches: 0, lines: 0, commands: 0 }
  /** Outcomes reported to pages: payout by stake; null if returned. */
  const ends = new Map()
  /** Connections to shared tables: when each was last cut, and when it was last open again. */
  const lines = []

  /** Repeats the same call until there is a decided answer, as a page does. */
  async function retryUntilDecided(send) {
    for (let pauseMs = 200; !now.isOver; pauseMs = Math.min(pauseMs * 2, 3000)) {
      const answer = await send().catch(() => undefined)
      if (answer?.ok) return answer.json()
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
      await wait(pauseMs * (0.5 + Math.random()))
    }
    throw new Error('over')
  }

  async function launch(index, game) {
    const launch = await retryUntilDecided(() =>
      fetch(`http://127.0.0.1:${setup.port}/api/v1/dhow/games/${game}/launch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${setup.tokens[index]}`, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(20_000),
      }),
    )
    seen.launches++
    return new URL(launch.url).searchParams.get('token')
  }

  /** Plays at a shared table: stakes in about every second round, occasionally with a manual cash-out. */
  function playTable(index, game, token) {
    let resume
    let tries = 0
    const line = { isOpen: false, cutAtMs: 0, openAtMs: 0 }
    lines.push(line)
    const bets = game === 'dhow' ? betOnFlight : betOnFields
    const connect = () => {
      if (now.isOver) return
      const ws = new WebSocket(`${studioUrl().replace('http', 'ws')}/live/${game}`)
      const send = (message) => {
        if (ws.readyState !== ws.OPEN) return
        seen.commands++
        ws.send(JSON.stringify(message))
      }
      ws.on('open', () => ws.send(JSON.stringify({ t: 'hello', ...(resume ? { resume } : { token }) })))
      ws.on('message', (data) => {
        const message = JSON.parse(data)
        if (message.t === 'welcome') {
          resume = message.resume
          tries = 0
          seen.lines++
          Object.assign(line, { isOpen: true, openAtMs: Date.now() })
        }
        if (message.t === 'bye' && message.code === 'session_unknown' && !resume) {
          // A connection that broke before the answer has used the token.
          void launch(index, game).then(
            (next) => (token = next),
            () => undefined,
          )
        }
        if (message.t === 'mine' || message.t === 'own') for (const bet of message.bets) recordEnd(bet.id, bet)
        if (now.isPlaying) bets(message, send)
      })
      ws.on('error', () => undefined)
      // The same delay as on the real page.
      ws.on('close', () => {
        if (line.isOpen) Object.assign(line, { isOpen: false, cutAtMs: Date.now() })
        setTimeout(connect, pauses[Math.min(tries++, pauses.length - 1)] * (0.75 + Math.random() / 2))
      })
    }
    connect()
  }

  function betOnFlight(message, send) {
    if (message.t === 'open' && Math.random() < 0.5) {
      const auto = Math.random() < 0.6 ? 101 + Math.floor(Math.random() * 300) : null
      const bet = { t: 'bet', id: newId(), panel: pick([0, 1]), stake: 100 + Math.floor(Math.random() * 400), auto }
      setTimeout(() => send(bet), Math.random() * 7000)
    }
    if (message.t !== 'mine') return
    for (const one of message.bets) {
      if (one.state === 'accepted' && one.auto === null && Math.random() < 0.5)
        setTimeout(() => send({ t: 'cash_out', id: newId(), bet: one.id }), 5000 + Math.random() * 8000)
    }
  }

  function betOnFields(message, send) {
    if (message.t !== 'open' || Math.random() < 0.5) return
    const bets = [[0, 100], ...(Math.random() < 0.5 ? [[1, 200]] : [])]
    setTimeout(() => send({ t: 'bet', id: newId(), no: message.no, bets }), Math.random() * 7000)
    if (Math.random() < 0.05) setTimeout(() => send({ t: 'cancel_bets', id: newId() }), 7000)
  }

  /** Plays a one-player game: a round every few seconds, each to its end. */
  async function playSingle(index, game, token) {
    const call = (name, body, resume) =>
      retryUntilDecided(() =>
        fetch(`${studioUrl()}/api/instant/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(resume ? { authorization: `Bearer ${resume}` } : {}) },
          body: JSON.stringify({ game, ...body }),
          signal: AbortSignal.timeout(15_000),
        }),
      )
    let hello
    while (!hello)
      hello = await call('hello', { token }).catch(async (error) => {
        // A call that broke before its answer has used the token.
        if (!/ 40[13] /.test(error.message)) throw error
        token = await launch(index, game)
      })
    const { resume, seeds } = hello
    const record = (round) => {
      if (round) recordEnd(round.id, round)
      return round
    }
    if (!seeds.active) await call('rotate', { commitment: seeds.next, clientSeed: `soak-${index}` }, resume)
    const end = async (first) => {
      for (let round = first; round?.state === 'open';) {
        const isCashOut = round.canCashOut && (!now.isPlaying || Math.random() < 0.4)
        const action = isCashOut
          ? 'cash_out'
          : game === 'mines'
            ? { place: round.step }
            : game === 'blackjack'
              ? { move: 'stand' }
              : { guess: pick(round.view.choices).guess }
        seen.commands++
        round = record((await call('action', { id: newId(), round: round.id, step: round.step, action }, resume)).round)
      }
    }
    const rest = async () => {
      const { rounds } = await call('state', {}, resume)
      for (const round of rounds) record(round)
      await end(rounds.find(({ state }) => state === 'open'))
    }
    while (now.isPlaying) {
      await wait(5000 + Math.random() * 10_000)
      seen.commands++
      const { code, round } = await call('bet', { id: newId(), stake: 100, options: instant[game]() }, resume)
      await (code === 'round_open' ? rest() : end(record(round)))
    }
    await rest()
  }

  /** The first reported outcome of a stake is final: a different one later, or in the ledger, is a fault. */
  function recordEnd(id, { state, payout }) {
    if (['paid', 'lost', 'closed', 'settled'].includes(state)) ends.set(id, payout)
    if (state === 'rolled_back' || state === 'refused') ends.set(id, null)
  }

  return {
    seen,
    ends,
    lines,
    takeSeat: async (index, game) => {
      const token = await launch(index, game)
      return shared.includes(game) ? playTable(index, game, token) : playSingle(index, game, token)
    },
    /** Stops new stakes; open ones are played to their end. */
    stopPlaying: () => (now.isPlaying = false),
    leave: () => (now.isOver = true),
  }
}
