import { afterAll, beforeAll, describe, it } from 'vitest'
import { testEngine } from '../engines.ts'
import { openWorldOfProcesses } from '../processes.ts'
import { openWorldWithSandbox } from '../sandbox.ts'
import { crashFlows, type Flow } from './crash-flows.ts'
import type { Setup } from './flows/setup.ts'

/**
 * A real server process is stopped by kill -9 at every boundary between two statements of a flow, and with every commit
 * on its way. Another one starts, the clean-up jobs run and the flow is repeated with its key: there is exactly one
 * complete effect. Several flows crash together, in three files that run in parallel.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each flow has its own subjects
export function describeKills(name: string, flowsAt: (setup: Setup) => Record<string, Flow<any>>): void {
  describe.runIf(testEngine === 'postgres')(`a kill -9 of the server in the flows of ${name}`, () => {
    let setup: Setup
    let close: () => Promise<void>
    beforeAll(async () => {
      const opened = await openWorldWithSandbox((env) => openWorldOfProcesses(env, { withoutJobs: true }))
      const { world, sandbox } = opened
      close = opened.close
      // The kills exceed the daily sum that one person may decide alone, and the rounds return their stakes.
      const enough = { NA: '100000000', IN: '100000000' }
      await world.approvals({ operator_day_minor: enough, player_day_minor: enough })
      await world.db.kysely.deleteFrom('rewards.wagering_return').execute()
      setup = {
        world,
        sandbox,
        cashier: await world.operator('cashier'),
        manager: await world.operator('manager'),
        second: await world.operator('manager'),
      }
      await sandbox.payoutsAre('paid')
    })
    afterAll(() => close())

    it.each([
      ['between two statements', 'answered'],
      ['with a commit on its way', 'committing'],
    ] as const)(
      '%s leaves all of a money flow or nothing, and the clean-up jobs and its repeat make it whole once',
      async (_name, when) => crashFlows(setup.world, when, flowsAt(setup)),
      600_000,
    )
  })
}
