import { readFileSync } from 'node:fs'
import { checkRounds, reportOf } from './history/check-rounds.ts'

/** Entry point of `npm run -s fair -- --history FILE`. */
try {
  const [, , file = ''] = process.argv
  const checked = checkRounds(readFileSync(file, 'utf8'))
  process.stdout.write(reportOf(checked))
  if (checked.some(({ verdict }) => verdict === 'differs')) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
