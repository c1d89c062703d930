#!/usr/bin/env node
// Search as you type among many games: one more letter per request, over one connection.
//   node bench/search.mjs [--games 5000] [--words 60] [--engine postgres|embedded]
// Build first: npm run build.
import { parseArgs } from 'node:util'
import { startTemporaryCluster } from '../packages/platform/testing/postgres.mjs'
import { machineNotes, openSetup, report } from './setup.mjs'

const barMs = 50
const first = ['Golden', 'Desert', 'Ocean', 'Royal', 'Lucky', 'Crimson', 'Silver', 'Thunder', 'Amber', 'Jade']
const second = ['Falcon', 'Dunes', 'Pearl', 'Caravan', 'Oasis', 'Lion', 'Monsoon', 'Lantern', 'Baobab', 'Tiger', 'Kudu']

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '5000' },
    words: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'postgres' },
  },
})
machineNotes()
const cluster = values.engine === 'embedded' ? undefined : await startTemporaryCluster()
try {
  const list = (words) => `(array[${words.map((word) => `'${word}'`).join(',')}])`
  const setup = await openSetup({
    url: cluster?.url,
    players: 1,
    statements: [
      `insert into catalog.game (id, slug, code, provider_code, name, tile, position)
       select 'game_' || n, 'bench-' || n, 'bench-' || n, 'dhow-studio',
         ${list(first)}[1 + n % ${first.length}] || ' ' || ${list(second)}[1 + n % ${second.length}] || ' ' || n, '/tiles/dhow.svg', 10 + n
       from generate_series(1, ${Number(values.games)}) n`,
    ],
  })
  const times = []
  let found = 0
  for (let word = 0; word < Number(values.words); word++) {
    const name = `${first[word % first.length]} ${second[(word * 7) % second.length]} ${word}`
    for (let length = 1; length <= name.length; length++) {
      const typed = encodeURIComponent(name.slice(0, length).toLowerCase())
      const since = performance.now()
      const answer = await fetch(`http://127.0.0.1:${setup.port}/api/v1/dhow/games?q=${typed}&limit=24`)
      const { games } = await answer.json()
      times.push(performance.now() - since)
      if (games.length > 0) found++
    }
  }
  await setup.close()
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  report([
    { what: `searches among ${values.games} games, ${values.engine}`, value: String(times.length) },
    { what: 'of them with a result', value: String(found) },
    { what: 'median', value: `${at(0.5).toFixed(1)} ms` },
    {
      what: 'first page, 95th percentile, over HTTP',
      value: `${at(0.95).toFixed(1)} ms`,
      bar: `at most ${barMs} ms`,
      isReached: at(0.95) <= barMs,
    },
  ])
} finally {
  await cluster?.stop()
}
