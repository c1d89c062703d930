#!/usr/bin/env node
// Bets with and without /metrics (scraped every five seconds, three times as often as deploy/observe/prometheus.yml) and traces (the default
// sampling): signed bets at two servers on one temporary cluster. Rounds alternate, so that both of a pair see the same machine. After half of
// the pairs the servers restart with exchanged roles, since two equal servers can differ by 5 % in CPU time; the mean of both halves' medians
// counts.
//   node bench/observed-cost.mjs [--rounds 4] [--seconds 5] [--connections 64] [--percent 10]
// Build first: npm run build.
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { makeDatabase, startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { measureLoad } from './load.mjs'
import { median } from './median.mjs'
import { booksRow, freePorts, machineNotes, openSetup, processorUs, report, stolenShare } from './setup.mjs'

const bars = { costShare: 0.02 }
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
    players: { type: 'string', default: '2000' },
    percent: { type: 'string', default: '10' },
  },
})
machineNotes()
const stolen = stolenShare()
let collectedBytes = 0
const collector = createServer((request, response) => {
  request.on('data', (chunk) => (collectedBytes += chunk.length))
  request.on('end', () => response.end('{}'))
})
await new Promise((resolve) => collector.listen(0, '127.0.0.1', resolve))
const [metricsPort] = await freePorts(1)
const cluster = await startTemporaryCluster({ durable: true })
try {
  const observing = {
    METRICS_PORT: String(metricsPort),
    TRACES_URL: `http://127.0.0.1:${collector.address().port}`,
    TRACES_PERCENT: values.percent,
  }
  const servers = [await openSide('observed_one'), await openSide('observed_other')]
  const halves = []
  for (const [off, on] of [servers, servers.toReversed()]) {
    for (const [server, env] of [
      [off, {}],
      [on, observing],
    ]) {
      await server.kill()
      await server.start(env)
    }
    const pairs = []
    for (let round = 1; round <= Number(values.rounds); round++) {
      const last = {}
      for (const side of round % 2 === 0 ? ['on', 'off'] : ['off', 'on'])
        last[side] = await measureSide(side === 'on' ? on : off, `${halves.length}-${round}`, round, side === 'on')
      pairs.push(last)
    }
    halves.push(pairs)
  }
  const broken = [...(await servers[0].close()), ...(await servers[1].close())]
  const each = (of, digits = 0) =>
    halves.map((pairs) => pairs.map((pair) => of(pair).toFixed(digits)).join(', ')).join('; ')
  const costs = (of) => halves.map((pairs) => median(pairs.map((pair) => of(pair.on) / of(pair.off) - 1)))
  const cost = (of) => costs(of).reduce((sum, share) => sum + share, 0) / halves.length
  const percent = (share) => `${(share * 100).toFixed(1)} %`
  const bar = `at most ${percent(bars.costShare)}`
  const [processor, rate] = [cost(({ serverUs }) => serverUs), cost(({ perSecond }) => 1 / perSecond)]
  report([
    { what: 'bets per second, unobserved', value: each((pair) => pair.off.perSecond) },
    { what: 'bets per second, observed', value: each((pair) => pair.on.perSecond) },
    { what: 'CPU time of a bet, server, us, unobserved', value: each((pair) => pair.off.serverUs, 1) },
    { what: 'CPU time of a bet, server, us, observed', value: each((pair) => pair.on.serverUs, 1) },
    { what: 'bets per second lost', value: percent(rate), bar, isReached: rate <= bars.costShare },
    {
      what: 'CPU time added per bet',
      value: percent(processor),
      bar,
      isReached: processor <= bars.costShare,
    },
    {
      what: 'the same, one half and the other',
      value: costs(({ serverUs }) => serverUs)
        .map(percent)
        .join(', '),
    },
    { what: 'megabytes of traces', value: (collectedBytes / 1e6).toFixed(1) },
    { what: 'CPU time stolen by the host', value: percent(stolen()) },
    booksRow(broken),
  ])
} finally {
  await cluster.stop()
  collector.closeAllConnections()
  collector.close()
}

function openSide(name) {
  return openSetup({ url: makeDatabase(cluster.url, name), players: Number(values.players) })
}

async function measureSide(setup, name, round, isObserved) {
  const before = processorUs(setup.pid)
  const scrape = setInterval(async () => {
    if (isObserved) await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  }, 5_000)
  const load = await measureLoad({
    port: setup.port,
    path: '/api/v1/dhow/gateway/dhow/bet',
    connections: Number(values.connections),
    seconds: Number(values.seconds),
    // Warm up until the code is compiled.
    warmupSeconds: round === 1 ? 6 : 1,
    bets: { ...setup.bets, name },
  })
  clearInterval(scrape)
  return { ...load, serverUs: (processorUs(setup.pid) - before) / load.sent }
}
