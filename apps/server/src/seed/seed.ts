import type { Clock } from '@dhow/platform/clock'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/index.ts'
import { expected, listSeeded } from './census.ts'
import { openCast } from './cast.ts'
import { openSeedWorld } from './open-world.ts'
import type { OperatorSignIn } from './operators.ts'
import type { PlanSize } from './plan.ts'
import { expireDeposits, showDeposits, showHelp } from './show-deposits.ts'
import { showNewPlayers, showPlayers } from './show-players.ts'
import { showHeldWins, showRewards } from './show-rewards.ts'
import { showDeclinedVoucher, showServices } from './show-services.ts'
import { showStatements } from './show-statements.ts'
import { showUnknownWithdrawal, showWithdrawals } from './show-withdrawals.ts'
import { playYear } from './year.ts'

const dayMs = 86_400_000
/** Days before the first one to set up the console: two admins may decide together only after a day. */
const daysOfPreparation = 2
/** Days before the end on which slow states begin; a deposit expires after three days. */
const daysBeforeEnd = 5

export interface SeedResult {
  engine: string
  players: number
  visits: number
  /** Number of invariants checked, and the broken ones. */
  checks: number
  broken: string[]
  /** Census lines that this world lacks. */
  missing: string[]
  operators: OperatorSignIn[]
}

/**
 * Makes a demo world through the portal, the console and the providers' calls: a year of play, then players and
 * payments in every state.
 * @param parts the machine's clock, the server's settings, and optionally an open database instead of the configured
 * one
 * @param print receives a line for each step
 */
export async function seed(
  parts: { clock: Clock; config: Config; db?: Database },
  size: PlanSize,
  print: (line: string) => void,
): Promise<SeedResult> {
  if (size.days < daysBeforeEnd) throw new Error(`A demo world needs at least ${daysBeforeEnd} days.`)
  const today = Math.trunc(parts.clock.now().getTime() / dayMs) * dayMs
  const from = new Date(today - size.days * dayMs)
  print('opening the server')
  const world = await openSeedWorld(parts, new Date(from.getTime() - daysOfPreparation * dayMs))
  const cast = openCast(world)
  const sum = { players: 0, visits: 0 }
  try {
    await playYear(world, size, from, {
      async beforeDay(index) {
        if (index !== size.days - daysBeforeEnd) return
        print('players, bonuses and held wins in every state')
        await showPlayers(world, cast)
        await expireDeposits(cast)
        await showRewards(world, cast)
        await showHeldWins(world, cast)
      },
      afterDay(index, done) {
        Object.assign(sum, done)
        if ((index + 1) % 30 === 0 || index + 1 === size.days)
          print(`day ${index + 1} of ${size.days}: ${done.players} players, ${done.visits} visits`)
      },
    })
    await showDeclinedVoucher(world, cast)
    world.clock.runOn()
    print('payments in every state')
    await showWithdrawals(world, cast)
    await showStatements(world, cast)
    await showServices(world, cast)
    await showHelp(world, cast)
    await showNewPlayers(world, cast)
    await showDeposits(world, cast)
    await showUnknownWithdrawal(world, cast)
    print('checking the books')
    const found = await listSeeded(world)
    return {
      engine: world.engine,
      ...sum,
      ...(await world.checkBooks()),
      missing: expected.filter((line) => !found.has(line)),
      operators: world.operators.signIns(),
    }
  } finally {
    await world.close()
  }
}
