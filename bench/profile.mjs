#!/usr/bin/env node
// The signed-in player's profile with its balance, compared with a bare node:http server that answers the same bytes.
//   node bench/profile.mjs [--seconds 10] [--connections 64] [--engine postgres|embedded] [--profile]
// The two alternate eight times, and the best of each counts: other load on the machine only slows them. Build first: npm run build.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { freePorts, machineNotes, openSetup, report } from './setup.mjs'
import { measureLoad } from './load.mjs'

const path = '/api/v1/dhow/player/profile'
const bar = 0.5
const turnsEach = 8

if (process.argv[2] === 'bare') process.once('message', answerBare)
else await main()

async function main() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '64' },
      players: { type: 'string', default: '2000' },
      engine: { type: 'string', default: 'postgres' },
      profile: { type: 'boolean', default: false },
    },
  })
  const connections = Number(values.connections)
  const seconds = Number(values.seconds) / turnsEach
  machineNotes()
  const cluster = values.engine === 'embedded' ? undefined : await startTemporaryCluster({ durable: true })
  try {
    const setup = await openSetup({
      url: cluster?.url,
      players: Number(values.players),
      nodeOptions: values.profile ? ['--cpu-prof', '--cpu-prof-dir=.cache/bench'] : [],
    })
    const { port, tokens } = setup
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${tokens[0]}` } })
    const body = await answer.text()
    const [barePort] = await freePorts(1)
    const bare = fork(fileURLToPath(import.meta.url), ['bare'])
    bare.send({ port: barePort, body })
    await new Promise((resolve) => bare.once('message', resolve))
    const turns = []
    for (let turn = 0; turn < turnsEach; turn++) {
      turns.push({
        bare: await measureLoad({ port: barePort, path, connections, seconds }),
        profile: await measureLoad({ port, path, connections, seconds, tokens }),
      })
    }
    bare.kill()
    await setup.close()
    const best = (name) => Math.max(...turns.map((turn) => turn[name].perSecond))
    const ratio = best('profile') / best('bare')
    const failed = turns.flatMap(({ profile }) =>
      Object.entries(profile.refused).map(([code, count]) => `${count} ${code}`),
    )
    report([
      {
        what: `bare node:http, ${body.length} bytes of JSON, answers per second`,
        value: best('bare').toFixed(0),
      },
      {
        what: 'profile with token check, answers per second',
        value: best('profile').toFixed(0),
      },
      {
        what: 'profile, 99th percentile',
        value: `${Math.max(...turns.map(({ profile }) => profile.p99)).toFixed(1)} ms`,
      },
      { what: 'profile against bare', value: ratio.toFixed(2), bar: `at least ${bar}`, isReached: ratio >= bar },
      { what: 'answers that were not 200', value: failed.join(', ') || '0', bar: '0', isReached: failed.length === 0 },
    ])
  } finally {
    await cluster?.stop()
  }
}

function answerBare({ port, body }) {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  server.listen(port, '127.0.0.1', () => process.send('ready'))
}
