#!/usr/bin/env node
// npm run bench [-- name …]: runs the benches, each printing its table; exit code 1 if a limit was missed. Build first: npm run build.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every figure with a limit, and the command that measures it. */
const benches = [
  { name: 'bets', words: ['bets.mjs'], text: 'signed bets into PostgreSQL, grouped, against pgbench' },
  { name: 'bets-ungrouped', words: ['bets.mjs', '--ungrouped'], text: 'the same, a commit for each bet' },
  { name: 'bets-embedded', words: ['bets.mjs', '--engine', 'embedded'], text: 'the same on the embedded engine' },
  {
    name: 'receipts-cost',
    words: ['receipts-cost.mjs'],
    text: 'bets with and without the public log, and the log’s lag',
  },
  {
    name: 'log-crashes',
    words: ['log-crashes.mjs'],
    text: '10,000 seeded crashes of the public log’s sequencer: no contradicting checkpoints',
  },
  {
    name: 'observed-cost',
    words: ['observed-cost.mjs'],
    text: 'bets with and without /metrics and traces, in pairs',
  },
  {
    name: 'shard-money',
    words: ['shard-money/run.mjs'],
    text: 'a model of money between shards: 100,000 schedules, and each injected bug found',
  },
  { name: 'books', words: ['books.mjs'], text: 'the minutely ledger check as the ledger grows' },
  {
    name: 'frozen-process',
    words: ['frozen-process.mjs'],
    text: 'bets while another server is frozen in its transactions',
  },
  {
    name: 'thousand-players',
    words: ['thousand-players.mjs'],
    text: 'a thousand players with live streams at once: every bet’s delay, and causes of stalls',
  },
  { name: 'start', words: ['start.mjs'], text: 'npm start, the first and the second time, two copies side by side' },
  { name: 'dev', words: ['dev.mjs'], text: 'npm run dev: from a saved file to its effect' },
  { name: 'profile', words: ['profile.mjs'], text: 'the profile with token check, against bare node:http' },
  { name: 'crash-events', words: ['crash-events.mjs', '--minutes', '10'], text: 'events to 10,000 connected players' },
  { name: 'instant-delay', words: ['instant-delay.mjs'], text: 'answers of the one-player games' },
  { name: 'instant-return', words: ['instant-return.mjs'], text: 'the one-player games’ return to the player' },
  {
    name: 'soak',
    words: ['soak.mjs', '--minutes', '5'],
    text: 'all games under kills and failing calls: every stake has one outcome',
  },
  {
    name: 'reports',
    words: ['reports.mjs'],
    text: 'each report of a year with ten million rounds, against a limit calibrated in the same run',
  },
  { name: 'parsers', words: ['parsers.mjs'], text: 'parsers of external bytes, benign and hostile: time per megabyte' },
  {
    name: 'guesses',
    words: ['guesses.mjs'],
    text: 'rate limits of guesses: honest users behind one address, and bursts',
  },
  {
    name: 'answer-times',
    words: ['answer-times.mjs'],
    text: 'whether the time of an answer discloses who has an account',
  },
  { name: 'search', words: ['search.mjs'], text: 'search as you type among 5,000 games' },
  { name: 'table-return', words: ['table-return.mjs'], text: 'the shared games’ return to the player' },
  { name: 'table-settlement', words: ['table-settlement.mjs'], text: 'settlement of a round of 5,000 bets' },
  { name: 'history', words: ['history.mjs'], text: 'histories of 100,000 rows against those of 100' },
  {
    name: 'statement-matching',
    words: ['statement-matching.mjs'],
    text: '10,000 lines of a statement to 10,000 open deposits',
  },
  {
    name: 'picture-duplicates',
    words: ['picture-duplicates.mjs'],
    text: 'duplicates among generated receipts, and the search among 200,000 screenshots',
  },
  { name: 'cashier-queue', words: ['cashier-queue.mjs'], text: 'pages of the console with 100,000 deposits' },
  {
    name: 'deposit-submission',
    words: ['deposit-submission.mjs'],
    text: 'deposits reported, with and without a photograph',
  },
  {
    name: 'lighthouse',
    words: ['lighthouse.mjs'],
    text: 'Lighthouse on a phone, lobby and all games; needs npm start',
  },
  { name: 'messages', words: ['messages.mjs'], text: 'text messages per second through a gateway of 400 ms' },
  {
    name: 'campaigns',
    words: ['campaigns.mjs'],
    text: 'a segment over a million players, and a campaign of 10,000 messages',
  },
  { name: 'lobby', words: ['lobby.mjs'], text: 'first visit of the lobby and of sixty tiles on a slow phone' },
  { name: 'long-list', words: ['long-list.mjs'], text: 'scrolling a list of 5,000 games on a slow CPU' },
  {
    name: 'game-page',
    words: ['game-page.mjs'],
    text: 'three games from the lobby on a slow phone, and the frames of a flight',
  },
  {
    name: 'receipts',
    words: ['receipts.mjs'],
    text: 'a statement of 10,000 entries in the offline page on a slow phone',
  },
  {
    name: 'session-weight',
    words: ['session-weight.mjs'],
    text: 'bytes of a session: lobby, search, one game, with and without the data saver',
  },
  { name: 'routes', words: ['routes.mjs'], text: 'every other screen from the lobby on a slow phone' },
  {
    name: 'cold-routes',
    words: ['cold-routes.mjs'],
    text: 'every route loaded cold on a slow phone: largest paint, signed out and in',
  },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0 || wanted.includes('--help')) {
  for (const { name, text } of benches) console.log(`  ${name.padEnd(18)}${text}`)
  process.exit(wanted.includes('--help') ? 0 : 1)
}
const missed = []
for (const { name, words, text } of benches) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}: ${text}`)
  const [file, ...rest] = words
  const { status } = spawnSync(process.execPath, [join(fileURLToPath(new URL('.', import.meta.url)), file), ...rest], {
    stdio: 'inherit',
  })
  if (status !== 0) missed.push(name)
}
if (missed.length > 0) {
  console.log(`\nNot reached: ${missed.join(', ')}`)
  process.exitCode = 1
}
