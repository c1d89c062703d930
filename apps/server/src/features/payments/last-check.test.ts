import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { paymentServices } from '../../../test/payment-services.ts'
import type { World } from '../../../test/world.ts'
import { checkInvariants } from '../wallet/index.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const services = paymentServices(
  () => world,
  () => sandbox,
)
const dayMs = 86_400_000
const rowOf = (id: string) =>
  world.db.kysely.selectFrom('payments.service_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const broken = async () =>
  (await checkInvariants(world.db.kysely, world.app.features.invariants)).filter(({ violations }) => violations > 0)
/** Sets the number of checks done, with the next one due. */
const askedBefore = (id: string, checks: number) =>
  world.db.kysely
    .updateTable('payments.service_payment')
    .set({ checks, next_check_at: world.platform.clock.now() })
    .where('id', '=', id)
    .execute()

/** Replaces `fetch` until it is restored. */
function answerBy(fetch: typeof globalThis.fetch) {
  const real = globalThis.fetch
  globalThis.fetch = fetch
  return () => void (globalThis.fetch = real)
}

describe('the last check of a payment', () => {
  it.each(services.protocols)(
    'by $service without an answer ends an open page, and every payment is still checked',
    async (protocol) => {
      const { id } = await services.startAt(protocol)
      const restore = answerBy(() => Promise.reject(new Error('no connection')))
      try {
        await askedBefore(id, 6)
        await world.app.features.payments.clean()
        // Days without an answer do not end it: the page may have been paid.
        expect((await rowOf(id)).state).toMatch(/initiating|pending/)
        await askedBefore(id, 12)
        await world.app.features.payments.clean()
        expect(await rowOf(id)).toMatchObject({ state: 'expired', next_check_at: null })
        expect(await broken()).toEqual([])
      } finally {
        restore()
      }
    },
  )

  it('of a voucher is repeated if the process ends before the answer, and then goes to review', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('lost')
    const redeemed = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
    const { id } = redeemed.json.data.deposit as { id: string }
    await askedBefore(id, 6)
    // The answer never arrives, as if the process had ended.
    const { promise, resolve } = deferred<Response>()
    const restore = answerBy(() => promise)
    const cut = world.app.features.payments.clean()
    try {
      await eventually(
        () => rowOf(id),
        ({ checks }) => checks === 7,
      )
      expect((await rowOf(id)).next_check_at).toEqual(expect.any(Date))
      expect(await broken()).toEqual([])
      globalThis.fetch = () => Promise.resolve(new Response('<html>busy</html>'))
      await world.clock.advance(dayMs)
      await world.app.features.payments.clean()
      expect(await rowOf(id)).toMatchObject({ state: 'review', next_check_at: null })
    } finally {
      resolve(new Response('<html>busy</html>'))
      await cut
      restore()
    }
  })
})

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolveIt) => void (resolve = resolveIt))
  return { promise, resolve }
}
