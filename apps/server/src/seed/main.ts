import { parseArgs } from 'node:util'
import { systemClock } from '@dhow/platform/clock'
import { readConfig } from '../config.ts'
import { seed, type SeedResult } from './seed.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Reads the command line, makes the world and reports. */
async function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      players: { type: 'string', default: '60' },
      days: { type: 'string', default: '365' },
    },
  })
  const count = (name: 'players' | 'days', most: number) => {
    const number = Number(values[name])
    if (Number.isInteger(number) && number > 0 && number <= most) return number
    throw new Error(`--${name} is "${values[name]}"; it has to be a whole number from 1 to ${most}.`)
  }
  const size = { seed: values.seed, players: count('players', 20_000), days: count('days', 3_650) }
  const clock = systemClock()
  const startMs = clock.monotonicMs()
  const seconds = () => String(Math.round((clock.monotonicMs() - startMs) / 1_000)).padStart(4)
  const result = await seed({ clock, config: readConfig(process.env) }, size, (line) =>
    print(`${seconds()} s  ${line}`),
  )
  report(result, seconds().trim())
}

function report({ engine, players, visits, checks, broken, missing, operators }: SeedResult, seconds: string) {
  print(`Seeded in ${seconds} s on ${engine}: ${players} players made ${visits} visits.`)
  for (const line of missing) print(`Missing: ${line}`)
  for (const line of broken) print(`Broken: ${line}`)
  print(
    broken.length === 0 ? `All ${checks} invariants hold.` : `${broken.length} of ${checks} invariants do not hold.`,
  )
  if (broken.length > 0 || missing.length > 0) process.exitCode = 1
  // The parent process writes the sign-ins to a file that only this user can read.
  process.send?.({ operators })
  process.disconnect?.()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
