import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parsePolicy } from '@dhow/receipts/policy'
import { verifyReceipt } from '@dhow/receipts/receipt'
import { openWorldWithSandbox } from '../../../../test/sandbox.ts'
import { sequenceLog } from '../../../../test/sequence-log.ts'
import { ask, openWorld } from '../../../../test/world.ts'

let opened: Awaited<ReturnType<typeof openWorldWithSandbox>>
beforeAll(async () => {
  opened = await openWorldWithSandbox((env) => openWorld(env, { withoutJobs: true }))
})
afterAll(() => opened.close())

/** Asks until the newest head of a log is cosigned: the witness may still be starting on a busy machine. */
const cosigned = (log: string, size: number) =>
  vi.waitFor(async () => {
    const { world } = opened
    world.clock.leap(60_000)
    await world.app.features.receipts.witnesses.ask()
    const states = await world.app.features.receipts.witnesses.states()
    expect(states.filter((state) => state.log === log)).toMatchObject([
      { name: 'sandbox', size, logSize: size, failures: 0, fault: null },
    ])
  }, 25_000)

it('the sandbox’s witness process cosigns the heads of both logs, and receipts satisfy its policy', async () => {
  const { world } = opened
  const { receipts, staff } = world.app.features
  const player = await world.player()
  for (const size of [1, 2, 3]) {
    await world.fund(player.id, '1.00')
    await sequenceLog(world)
    await cosigned('players', size)
  }
  const seals = await staff.chain.seal()
  await receipts.sequenceStaff()
  await cosigned('staff', seals)
  const { id } = await world.db.kysely
    .selectFrom('ledger.postings')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const { receipt } = (await player.get(`/player/receipts/${id}`)).json
  const policy = parsePolicy((await ask(world.app.portal, { url: '/log/policy' })).payload)
  expect(verifyReceipt(receipt, policy).checkpoint).toMatchObject({ size: 3, cosignedBy: ['sandbox'] })
})
