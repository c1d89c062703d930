#!/usr/bin/env node
// The return to the player of the live tables, by playing them: hashes of a chain, a salt and numbers as in real rounds.
// The measured return of every field has to lie within the 99.99 per cent interval around the exact one, which the tests add up;
// there are three dozen fields, so a narrower one would be missed by chance every now and then.
//   node bench/table-return.mjs [--rounds 10000000] [--game baccarat]
// Build first: npx tsc -b apps/studio.
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10000000' }, game: { type: 'string' } },
})
const rounds = Number(values.rounds)
const { tableGames } = await import(new URL('../apps/studio/dist/tables/games.js', import.meta.url).href)
const salt = 'the salt of the simulation'

console.log(
  `${rounds.toLocaleString('en')} rounds each; the bar is the 99.99 per cent interval around the exact return`,
)
let missed = 0
for (const game of tableGames) {
  if (values.game && values.game !== game.slug) continue
  // The numbers of the wheel are alike; one of them stands for the thirty-seven.
  const fields = game.fields.filter((field) => !/^n(?!17$)\d+$/.test(field))
  const sums = fields.map(() => 0)
  const squares = fields.map(() => 0)
  let hash = createHash('sha256').update(`the end of the chain of ${game.slug}`).digest()
  for (let nonce = 1; nonce <= rounds; nonce++) {
    const outcome = game.draw({ serverSeed: hash.toString('hex'), clientSeed: salt, nonce })
    for (const [place, field] of fields.entries()) {
      const back = game.returns(field, outcome)
      if (back === 0) continue
      sums[place] += back
      squares[place] += back * back
    }
    hash = createHash('sha256').update(hash).digest()
  }
  for (const [place, field] of fields.entries()) {
    const mean = sums[place] / rounds
    const width = 3.89 * Math.sqrt((squares[place] / rounds - mean * mean) / rounds)
    const exact = Number(game.fieldReturns[field] ?? game.rtp)
    // The stated return is rounded to a hundredth of a per cent.
    const isGood = Math.abs(mean - exact) <= width + 0.005
    if (!isGood) missed++
    console.log(
      `${`${game.slug} ${field}`.padEnd(28)} ${mean.toFixed(3).padStart(9)} %   exact ${exact.toFixed(2)} ± ${width.toFixed(3)} %   ${isGood ? 'reached' : 'MISSED'}`,
    )
  }
}
process.exitCode = missed > 0 ? 1 : 0
