#!/usr/bin/env node
// Simulated return to player of the one-player games: seeds and nonces as in real rounds, with the studio's own rules.
// The measured return must lie within the 99.9 % interval around the exact one, which the tests compute from the paytables.
//   node bench/instant-return.mjs [--rounds 10000000] [--game mines]
// Ten million rounds of all strategies take about ten minutes of one core in total, divided among all cores.
// Build first: npx tsc -b apps/studio.
import { parseArgs } from 'node:util'
import { isMainThread, parentPort } from 'node:worker_threads'
import { meanOf, runShards } from './shards.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10000000' }, game: { type: 'string' } },
})
const rounds = Number(values.rounds)
const rules = (path) => import(new URL(`../apps/studio/dist/instant/${path}.js`, import.meta.url).href)
const { gameOf } = await rules('games')
const { plinkoBuckets } = await rules('games/plinko')
const { wheelSegments } = await rules('games/wheel')
const { kenoTable } = await rules('games/keno')
const { diceMultiplier, diceWins } = await rules('games/dice')
const { minesMultiplier } = await rules('games/mines')

const choose = (n, k) => {
  let ways = 1
  for (let step = 0; step < k; step++) ways = (ways * (n - step)) / (step + 1)
  return k < 0 || k > n ? 0 : ways
}
const sum = (list) => list.reduce((total, one) => total + one, 0)

/** A strategy per game, and its exact return as a share of the stake. */
const ways = [
  dice({ side: 'over', mark: 5050 }),
  dice({ side: 'under', mark: 500 }),
  { game: 'limbo', options: { target: 200 }, exact: 0.99 },
  { game: 'limbo', options: { target: 2500 }, exact: 0.99 },
  ...['low', 'medium', 'high'].map((risk) => plinko({ risk, rows: 12 })),
  plinko({ risk: 'medium', rows: 16 }),
  wheel({ risk: 'low', segments: 30 }),
  wheel({ risk: 'medium', segments: 20 }),
  wheel({ risk: 'high', segments: 50 }),
  keno({ risk: 'low', marked: [1, 5, 9, 13, 40] }),
  keno({ risk: 'medium', marked: [2, 4, 6, 8] }),
  keno({ risk: 'high', marked: [7, 17, 27] }),
  mines({ mines: 3 }, 4),
  mines({ mines: 12 }, 2),
  { game: 'hilo', options: {}, exact: 0.99, play: guessLikelier, strategy: 'two guesses, the guessLikelier one' },
  { game: 'blackjack', options: {}, exact: 0.98932, play: bestPlay, strategy: 'the play that its rules name' },
]
const chosen = ways.filter(({ game }) => !values.game || values.game === game)

function dice(options) {
  return { game: 'dice', options, exact: (diceWins(options) * diceMultiplier(options)) / 10_001 / 10_000 }
}
function plinko(options) {
  const buckets = plinkoBuckets(options)
  const exact = sum(buckets.map((times, bucket) => choose(options.rows, bucket) * times)) / 2 ** options.rows / 10_000
  return { game: 'plinko', options, exact }
}
function wheel(options) {
  return { game: 'wheel', options, exact: sum(wheelSegments(options)) / options.segments / 10_000 }
}
function keno(options) {
  const count = options.marked.length
  const table = kenoTable(options.risk, count)
  const exact = sum(table.map((times, hits) => choose(10, hits) * choose(30, count - hits) * times)) / choose(40, count)
  return { game: 'keno', options, exact: exact / 10_000 }
}
/** Opens so many shells, always the same ones: their position does not affect the return. */
function mines(options, shells) {
  const actions = Array.from({ length: shells }, (_, index) => ({ place: index * 5 }))
  const exact =
    (choose(25 - options.mines, shells) / choose(25, shells)) * (minesMultiplier(options.mines, shells) / 10_000)
  const play = (rules, seeds) => {
    // All at once if no shell but the last can hold a mine; otherwise one by one, until a mine is hit.
    const whole = rules.play(seeds, options, actions, true)
    if (whole) return whole.multiplier
    for (let count = 1; count <= shells; count++) {
      const now = rules.play(seeds, options, actions.slice(0, count), false)
      if (now.isOver) return now.multiplier
    }
  }
  return { game: 'mines', options: { ...options, shells }, exact, play }
}
/** Two guesses, always the likelier one. */
function guessLikelier(rules, seeds) {
  const actions = []
  for (let guesses = 0; guesses < 2; guesses++) {
    const now = rules.play(seeds, {}, actions, false)
    if (now.isOver) return now.multiplier
    const best = now.view.choices.reduce((one, other) => (other.multiplier < one.multiplier ? other : one))
    actions.push({ guess: best.guess })
  }
  return rules.play(seeds, {}, actions, true).multiplier
}

/** The optimal play by the game's own rules. */
function bestPlay(rules, seeds) {
  const actions = []
  for (;;) {
    const { isOver, multiplier, view } = rules.play(seeds, {}, actions, false)
    if (isOver) return multiplier
    const up = view.dealerTotal
    const most = view.isSoft ? (up >= 9 ? 18 : 17) : up >= 7 ? 16 : up <= 3 ? 12 : 11
    actions.push({ move: view.playerTotal <= most ? 'hit' : 'stand' })
  }
}

/** Return of a shard of rounds. */
function playShard({ task, from, to }) {
  const { game, options, play } = chosen[task]
  const rules = gameOf(game)
  const serverSeed = `the server seed of the simulation of ${game}`
  let total = 0
  let squares = 0
  for (let nonce = from; nonce < to; nonce++) {
    const seeds = { serverSeed, clientSeed: 'simulation', nonce }
    const back = (play ? play(rules, seeds) : rules.play(seeds, options, [], false).multiplier) / 10_000
    total += back
    squares += back * back
  }
  return { task, sums: new Map([['', { total, squares }]]) }
}

if (!isMainThread) parentPort.on('message', (shard) => parentPort.postMessage(playShard(shard)))
else {
  const percent = (share) => `${(share * 100).toFixed(3)} %`
  console.log(`${rounds.toLocaleString('en')} rounds each; the limit is the 99.9 % interval around the exact return`)
  await runShards({
    file: new URL(import.meta.url),
    tasks: chosen.length,
    rounds,
    done(task, sums) {
      const { game, options, exact, strategy = '' } = chosen[task]
      const { mean, error } = meanOf(sums.get(''), rounds)
      const width = 3.29 * error
      // Rounding a multiplier down to a ten-thousandth costs at most that much.
      const isGood = Math.abs(mean - exact) <= width + 0.0001
      if (!isGood) process.exitCode = 1
      const name = `${game} ${strategy || JSON.stringify(options)}`
      console.log(
        `${name.padEnd(52)} ${percent(mean).padStart(10)}   exact ${percent(exact)} ± ${percent(width)}   ${isGood ? 'reached' : 'MISSED'}`,
      )
    },
  })
}
