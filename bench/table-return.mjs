#!/usr/bin/env node
// Simulated return to player of the shared games, the crash game and the live tables, with a hash chain, a salt and numbers as in real rounds.
// The measured return of every field must lie within the 99.99 % interval around the exact one, which the tests compute; with some forty
// fields a narrower interval would be missed by chance now and then.
//   node bench/table-return.mjs [--rounds 10000000] [--game baccarat]
// Ten million rounds of all take about four minutes of one core in total, divided among all cores.
// Build first: npx tsc -b apps/studio.
import { parseArgs } from 'node:util'
import { isMainThread, parentPort } from 'node:worker_threads'
import { meanOf, runShards } from './shards.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10000000' }, game: { type: 'string' } },
})
const rounds = Number(values.rounds)
const { tableGames } = await import(new URL('../apps/studio/dist/tables/games.js', import.meta.url).href)
const salt = 'the salt of the simulation'
const fairness = (path) => import(new URL(`../packages/fairness/dist/${path}.js`, import.meta.url).href)
const { crashHundredths } = await fairness('crash')
const { bytesOfText, sha256 } = await fairness('sha256')

/** The crash game as a table: its fields are targets in hundredths, all with the same return. */
const crash = {
  slug: 'dhow',
  rtp: '99.00',
  fieldReturns: {},
  fields: ['101', '150', '200', '1000', '10000'],
  draw: ({ serverSeed: hash, clientSeed }) => Number(crashHundredths(hash, clientSeed)),
  returns: (target, crashed) => (crashed >= Number(target) ? Number(target) : 0),
}
const chosen = [crash, ...tableGames].filter(({ slug }) => !values.game || values.game === slug)
// The numbers of the wheel are equivalent; one of them represents the thirty-seven.
const fieldsOf = (game) => game.fields.filter((field) => !/^n(?!17$)\d+$/.test(field))

/** Return of a shard of rounds on each field, on its own chain. */
function playShard({ task, from, to }) {
  const game = chosen[task]
  const fields = fieldsOf(game)
  const sums = fields.map(() => ({ total: 0, squares: 0 }))
  let hash = sha256(bytesOfText(`the end of the chain of ${game.slug} from ${from}`))
  for (let nonce = from + 1; nonce <= to; nonce++) {
    const outcome = game.draw({ serverSeed: Buffer.from(hash.buffer).toString('hex'), clientSeed: salt, nonce })
    for (const [index, field] of fields.entries()) {
      const back = game.returns(field, outcome)
      sums[index].total += back
      sums[index].squares += back * back
    }
    hash = sha256(hash)
  }
  return { task, sums: new Map(fields.map((field, index) => [field, sums[index]])) }
}

if (!isMainThread) parentPort.on('message', (shard) => parentPort.postMessage(playShard(shard)))
else {
  console.log(`${rounds.toLocaleString('en')} rounds each; the limit is the 99.99 % interval around the exact return`)
  await runShards({
    file: new URL(import.meta.url),
    tasks: chosen.length,
    rounds,
    done(task, sums) {
      const game = chosen[task]
      for (const [field, sum] of sums) {
        const { mean, error } = meanOf(sum, rounds)
        const width = 3.89 * error
        const exact = Number(game.fieldReturns[field] ?? game.rtp)
        // The stated return is rounded to a hundredth of a per cent.
        const isGood = Math.abs(mean - exact) <= width + 0.005
        if (!isGood) process.exitCode = 1
        console.log(
          `${`${game.slug} ${field}`.padEnd(28)} ${mean.toFixed(3).padStart(9)} %   exact ${exact.toFixed(2)} ± ${width.toFixed(3)} %   ${isGood ? 'reached' : 'MISSED'}`,
        )
      }
    },
  })
}
