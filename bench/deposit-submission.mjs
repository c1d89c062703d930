#!/usr/bin/env node
// Deposits reported by players, over HTTP: with a different 2 MB photograph each, and without one, compared with plain bets.
//   node bench/deposit-submission.mjs [--seconds 10] [--photographs 150] [--profile]
// Build first: npm run build.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { openConsole, machineNotes, openSetup, processorUs, report } from './setup.mjs'
import { measureLoad } from './load.mjs'

/** The server's own image library. */
const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))('sharp')
const pg = createRequire(new URL('../apps/server/package.json', import.meta.url))('pg')

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    photographs: { type: 'string', default: '150' },
    profile: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const bars = { photographs: 60, memoryMb: 300, ratio: 0.5 }
const connections = 32
const submitPath = '/api/v1/dhow/player/deposit-namibia/manual-deposit/send-deposit-request'

machineNotes()
const photographs = await makePhotographs(Number(values.photographs))
const cluster = await startTemporaryCluster({ durable: true })
try {
  const { statements } = openConsole()
  const setup = await openSetup({
    url: cluster.url,
    players: 20_000,
    statements,
    nodeOptions: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.cache/bench'] : [],
  })
  const { port, bets, tokens } = setup
  const memory = watchMemory(setup.pid)
  let reported = 0
  const withPhotograph = await timed(() => submit(photographs.length, 8, (n) => photographs[n]))
  const reencodedMs = await untilReencoded()
  const peakMb = memory.stop()
  // With the same client as the bets, which uses its share of the cores as well.
  const plain = await timed(() => measureLoad({ port, path: submitPath, connections, seconds, deposits: { tokens } }))
  const bet = await timed(() =>
    measureLoad({ port, path: '/api/v1/dhow/gateway/dhow/bet', connections, seconds, bets }),
  )
  const broken = await setup.close()
  const ratio = plain.perSecond / bet.perSecond
  report([
    {
      what: 'photograph, mean size',
      value: `${(photographs.reduce((sum, one) => sum + one.length, 0) / photographs.length / 1e6).toFixed(2)} MB`,
    },
    {
      what: 'deposits per second with a photograph',
      value: withPhotograph.perSecond.toFixed(1),
      bar: `>= ${bars.photographs}`,
      isReached: withPhotograph.perSecond >= bars.photographs,
    },
    {
      what: 'memory of the server, peak',
      value: `${peakMb} MB`,
      bar: `<= ${bars.memoryMb} MB`,
      isReached: peakMb <= bars.memoryMb,
    },
    { what: 'time to re-encode all afterwards', value: `${(reencodedMs / 1000).toFixed(1)} s` },
    { what: 'CPU time of each: server, database', value: each(withPhotograph) },
    { what: 'deposits per second without', value: plain.perSecond.toFixed(0) },
    { what: 'CPU time of each: server, database, client', value: each(plain) },
    {
      what: 'deposits refused',
      value: JSON.stringify(plain.refused),
      bar: '{}',
      isReached: Object.keys(plain.refused).length === 0,
    },
    { what: 'plain bets per second, in groups', value: bet.perSecond.toFixed(0) },
    { what: 'CPU time of each: server, database, client', value: each(bet) },
    {
      what: 'deposits without, relative to bets',
      value: ratio.toFixed(2),
      bar: `>= ${bars.ratio}`,
      isReached: ratio >= bars.ratio,
    },
    { what: 'failed ledger checks', value: String(broken.length), bar: '0', isReached: broken.length === 0 },
  ])

  /** CPU use of a load, added to its own figures. */
  async function timed(load) {
    const used = () => [processorUs(setup.pid), processorUs(cluster.pid)]
    const before = used()
    const result = await load()
    return { ...result, used: used().map((us, index) => us - before[index]) }
  }

  function each({ used, sent, processorUs: client }) {
    return `${[...used, ...(client === undefined ? [] : [client])].map((us) => Math.round(us / sent)).join(' + ')} us`
  }

  /** Each submission is of another player, so that no player's limit is reached. */
  function send(agent, photograph) {
    const index = reported++
    const boundary = 'bench-boundary'
    const field = (name, value) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const head = field('manual_deposit_id', '2') + field('amount', '50') + field('utr', `BENCH${index}`)
    const file = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="p.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`
    // In three writes: a copy of the whole would cost CPU on the measured machine.
    const body = [Buffer.from(head + file), photograph, Buffer.from(`\r\n--${boundary}--\r\n`)]
    return new Promise((resolve, reject) => {
      const call = request(
        {
          agent,
          port,
          method: 'POST',
          path: submitPath,
          headers: {
            authorization: `Bearer ${tokens[index % tokens.length]}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
            'content-length': body.reduce((sum, part) => sum + part.length, 0),
          },
        },
        (answer) => {
          let body = ''
          answer.setEncoding('utf8')
          answer.on('data', (part) => (body += part))
          answer.on('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}: ${body}`)),
          )
        },
      )
      call.on('error', reject)
      for (const part of body) call.write(part)
      call.end()
    })
  }

  /** Time for which the job continues re-encoding after the last answer. */
  async function untilReencoded() {
    const startMs = performance.now()
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    for (;;) {
      const { rowCount } = await client.query('select from deposits.upload limit 1')
      if (rowCount === 0) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await client.end()
    return performance.now() - startMs
  }

  async function submit(count, width, photographOf) {
    const agent = new Agent({ keepAlive: true, maxSockets: width })
    let next = 0
    const startMs = performance.now()
    await Promise.all(
      Array.from({ length: width }, async () => {
        while (next < count) await send(agent, photographOf(next++))
      }),
    )
    agent.destroy()
    return { perSecond: (count / (performance.now() - startMs)) * 1000, sent: count }
  }
} finally {
  await cluster.stop()
}

/** Distinct pictures of about two megabytes with the noise of photographs. */
async function makePhotographs(count) {
  const [width, height] = [2400, 1800]
  const made = []
  const ground = await sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .blur(1.5)
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer()
  for (let n = 0; n < count; n++) {
    const shapes = Buffer.from(
      `<svg width="${width}" height="${height}">${Array.from({ length: 12 }, () => `<rect x="${rand(width)}" y="${rand(height)}" width="${200 + rand(500)}" height="${200 + rand(400)}" fill="rgb(${rand(255)},${rand(255)},${rand(255)})" fill-opacity=".6"/>`).join('')}</svg>`,
    )
    const grain = Buffer.from(ground)
    const noise = randomBytes(65_536)
    for (let at = 0; at < grain.length; at++) grain[at] = Math.min(255, grain[at] + (noise[(at * 31) & 65_535] & 31))
    made.push(
      await sharp(grain, { raw: { width, height, channels: 3 } })
        .composite([{ input: shapes }])
        .jpeg({ quality: 93 })
        .toBuffer(),
    )
  }
  return made
}

function rand(limit) {
  return randomBytes(4).readUInt32BE() % limit
}

/** Peak memory of a process, sampled ten times a second. */
function watchMemory(pid) {
  let mostKb = 0
  const look = () => {
    const found = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    mostKb = Math.max(mostKb, Number(found?.[1] ?? 0))
  }
  const timer = setInterval(look, 100)
  return {
    stop() {
      look()
      clearInterval(timer)
      return Math.round(mostKb / 1024)
    },
  }
}
