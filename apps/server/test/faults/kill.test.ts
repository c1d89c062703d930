import { afterAll, beforeAll, describe, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses } from '../processes.ts'
import { openWorldWithSandbox } from '../sandbox.ts'
import { dieTogether } from './company.ts'
import { flowsOfBets } from './flows/bets.ts'
import { flowsOfDeposits } from './flows/deposits.ts'
import type { Place } from './flows/place.ts'
import { flowsOfRewards } from './flows/rewards.ts'
import { flowsOfServices } from './flows/services.ts'
import { flowsOfStatements } from './flows/statements.ts'
import { flowsOfWithdrawals } from './flows/withdrawals.ts'

/**
 * A server that is a real process dies by kill -9 at every boundary between two statements of an act, and with every commit on its way.
 * Another one starts, the janitors have their turn and the act is repeated with its key: there is one effect, whole, and nothing of the first
 * try is half there.
 */

let place: Place
let close: () => Promise<void>

describe.runIf(testEngine === 'postgres')('a kill -9 of the server', () => {
  beforeAll(async () => {
    const opened = await openWorldWithSandbox((env) => openWorldOfProcesses(env, { withoutJobs: true }))
    const { world, sandbox } = opened
    close = opened.close
    place = { world, sandbox, cashier: await world.operator('cashier'), manager: await world.operator('manager') }
    await sandbox.payoutsAre('paid')
  })
  afterAll(() => close())

  const flows = () => ({
    ...flowsOfWithdrawals(place),
    ...flowsOfDeposits(place),
    ...flowsOfBets(place),
    ...flowsOfStatements(place),
    ...flowsOfServices(place),
    ...flowsOfRewards(place),
  })

  it.each([
    ['between two statements', 'answered'],
    ['with a commit on its way', 'committing'],
  ] as const)(
    '%s leaves all of a money flow or nothing, and janitors and its repeat make it whole once',
    async (_name, when) => dieTogether(place.world, when, flows()),
    600_000,
  )
})
