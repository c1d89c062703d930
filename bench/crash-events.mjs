#!/usr/bin/env node
// Delivery of the crash table's events from one studio process to many connected players.
//   node bench/crash-events.mjs [--players 10000] [--minutes 1 | --seconds 20] [--bets 200]
// The studio runs in production mode on its embedded engine, with a minimal real HTTP wallet; the players run in a separate program
// (`players.c`). An event's delay runs from the moment it reports (opening, take-off, or crash by the server's clock, before it is
// stored) to its arrival at each player's socket, by the kernel's timestamp. Build first: npx tsc -b apps/studio.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compiled } from './compiled.mjs'
import { median } from './median.mjs'
import { processorUs, residentMb, stolenShare } from './setup.mjs'

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    bets: { type: 'string', default: '200' },
    port: { type: 'string', default: '18310' },
    edges: { type: 'string', default: '' },
  },
})
const players = Number(values.players)
const minutes = values.seconds === undefined ? Number(values.minutes) : Number(values.seconds) / 60
const port = Number(values.port)
/** The production value. */
const bettingMs = 7000
const limitMs = 100
const costLimit = 1.7
const messagesOfCurve = 600
const growthLimit = 0.1
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

await main()

async function main() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { openWalletDouble } = await import(
    new URL('../apps/studio/dist/testing/wallet-double.js', import.meta.url).href
  )
  // Baseline: the best that any single-threaded server could do on this machine now.
  const words = ['-c', 'ulimit -n $(ulimit -Hn); exec "$@"', 'sweep', compiled('sweep'), values.players, '20', '150']
  const bare = JSON.parse(execFileSync('bash', words))
  const setup = await openWalletDouble()
  const folder = mkdtempSync(join(tmpdir(), 'crash-bench-'))
  const raised = (words, env) =>
    spawn('bash', ['-c', 'ulimit -n $(ulimit -Hn); exec "$@"', 'bench', ...words], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
  const studio = raised([process.execPath, 'apps/studio/dist/program.js'], {
    STUDIO_PORT: String(port),
    STUDIO_DATA_DIR: folder,
    STUDIO_DATABASE_URL: '',
    STUDIO_WALLET_URL: setup.url,
    STUDIO_WALLET_KEY: setup.key,
    STUDIO_CHAIN_LENGTH: '10000',
    STUDIO_SOCKETS_PER_ADDRESS: '100000',
    STUDIO_EDGES: values.edges,
    LOG_LEVEL: 'warn',
  })
  studio.stdout.pipe(process.stderr)
  try {
    for (let tries = 0; ; tries++) {
      const health = await fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.json(),
        () => null,
      )
      if (health?.state === 'playing') break
      if (tries > 300) throw new Error('the studio does not play')
      await wait(200)
    }
    const words = [port, players, minutes * 60, Math.min(Number(values.bets), players), bettingMs]
    const loader = raised([compiled('players'), ...words.map(String)], {})
    const lines = []
    const rss = []
    const used = []
    let isMeasuring = false
    let stolen = stolenShare()
    let buffered = ''
    loader.stdout.on('data', (part) => {
      buffered += part
      for (let end = buffered.indexOf('\n'); end >= 0; end = buffered.indexOf('\n')) {
        const line = JSON.parse(buffered.slice(0, end))
        buffered = buffered.slice(end + 1)
        if (line.measuring === undefined) lines.push(line)
        else {
          isMeasuring = line.measuring
          if (isMeasuring) stolen = stolenShare()
          used.push(processorUs(studio.pid))
        }
      }
    })
    const sampler = setInterval(() => {
      if (!isMeasuring) return
      rss.push(residentMb(studio.pid))
    }, 1000)
    await new Promise((resolve) => loader.on('exit', resolve))
    clearInterval(sampler)
    report({ ...lines[0], studioUs: (used[1] - used[0]) / lines[0].delivered, stolen: stolen() }, rss, bare)
  } finally {
    studio.kill('SIGTERM')
    await new Promise((resolve) => studio.on('exit', resolve))
    await setup.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(result, rss, bare) {
  // Memory settles during the first rounds; growth is measured after the first quarter.
  const quarter = Math.max(1, Math.floor(rss.length / 4))
  const early = median(rss.slice(quarter, quarter * 2))
  const late = median(rss.slice(-quarter))
  const growth = late / early - 1
  const row = (name, value, bar = '') => console.log(`${name.padEnd(52)}${String(value).padStart(12)}   ${bar}`)
  row('players connected', result.connected)
  row('rounds watched', result.rounds)
  row('events delivered', result.delivered)
  row('events delivered but not timed', result.untimed, 'a ping arrived right after them')
  row('events missed', result.missed, 'bar 0')
  for (const [kind, one] of Object.entries(result.kinds)) {
    row(`${kind}: p50 / p99 / max ms`, `${one.p50} / ${one.p99} / ${one.max}`)
  }
  row('delivery, 50th percentile, ms', result.p50)
  row('delivery, 95th percentile, ms', result.p95)
  row('delivery, 99th percentile, ms', result.p99, `bar ${limitMs}: ${(result.p99 / limitMs).toFixed(2)} of it`)
  row('minimal C sender: p50 / p99 / max ms', `${bare.p50} / ${bare.p99} / ${bare.max}`)
  row('CPU time stolen by the host', `${(result.stolen * 100).toFixed(1)} %`)
  row('CPU time per message, that sender, us', bare.processorUs.toFixed(1))
  const cost = result.studioUs / bare.processorUs
  const perMinute = result.delivered / result.connected / minutes
  const costText = `bar ${costLimit} times that sender, or fewer messages: ${cost.toFixed(2)}`
  row('CPU time per message, whole studio, us', result.studioUs.toFixed(1), costText)
  row('messages per player and minute', perMinute.toFixed(0), `the curve ten times a second: ${messagesOfCurve}`)
  row('public bytes per player and minute', Math.round(result.bytesPerMinute), 'bar 10240')
  row('resident memory early, MB', early.toFixed(0))
  row('resident memory late, MB', late.toFixed(0), `${(growth * 100).toFixed(1)} %, bar ${growthLimit * 100} %`)
  const isGood =
    result.connected === players &&
    result.missed === 0 &&
    result.p99 < limitMs &&
    (cost <= costLimit || perMinute < messagesOfCurve) &&
    growth < growthLimit &&
    result.bytesPerMinute < 10_240
  console.log(isGood ? 'reached' : 'MISSED')
  process.exitCode = isGood ? 0 : 1
}
