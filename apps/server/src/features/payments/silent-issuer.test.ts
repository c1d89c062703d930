import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, leaveUnanswered, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { openVouchers } from '../../../test/vouchers.ts'
import type { World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

type Player = Awaited<ReturnType<World['player']>>
const { redeem, cash, deposit } = openVouchers(() => world)
/** Advances the clock and runs the clean-up job. */
const later = async (ms: number) => {
  await world.clock.advance(ms)
  await world.app.features.payments.clean()
}
const settled = (player: Player, id: string) =>
  eventually(
    () => deposit(player, id),
    (seen) => seen.state !== 'unknown' && seen.state !== 'redeeming',
  )

describe('an issuer that does not answer', () => {
  it.each(['silent', 'lost'])(
    'leaves the voucher open (%s); the clean-up job queries the same reference and credits once',
    async (behaviour) => {
      const player = await world.player()
      const { pin } = await sandbox.voucher(behaviour, '75.00')
      const { json } = await redeem(player, pin)
      expect(json).toMatchObject({
        status: 'success',
        data: { deposit: { status: 'processing', state: 'unknown', credited_amount: null } },
      })
      expect(await cash(player)).toBe(0n)
      const { id } = json.data.deposit
      expect((await redeem(player, pin)).json.data.deposit.id).toBe(id)
      await later(20_000)
      expect(await settled(player, id)).toMatchObject({ status: 'completed', credited_amount: '75.00' })
      expect(await cash(player)).toBe(7_500n)
      const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
      expect(redemption!.external_reference).toBe(id)
      const row = await world.db.kysely
        .selectFrom('payments.service_payment')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect([row.pin_sealed, row.next_check_at]).toEqual([null, null])
    },
  )

  it('is waited for as long as the setting allows, and queried again', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '75.00')
    const answersAgain = leaveUnanswered('/redemptions')
    const { json } = await redeem(player, pin).finally(answersAgain)
    expect(json.data.deposit).toMatchObject({ status: 'processing', state: 'unknown', credited_amount: null })
    await later(20_000)
    expect(await settled(player, json.data.deposit.id)).toMatchObject({ status: 'completed', credited_amount: '75.00' })
  })

  it.each([
    ['at once', 'good', 'declined'],
    ['after a silence', 'lost', 'unknown'],
  ])(
    'that refuses after all, %s, ends the voucher as declined, and nothing is credited',
    async (_when, kind, first) => {
      const player = await world.player()
      const { pin } = await sandbox.voucher(kind)
      const real = globalThis.fetch
      const refuses: typeof fetch = (...call) =>
        String(call[0]).endsWith('/redemptions')
          ? Promise.resolve(Response.json({ status: 'failed', reason: 'used' }))
          : real(...call)
      if (first === 'declined') globalThis.fetch = refuses
      const answer = await redeem(player, pin).finally(() => (globalThis.fetch = real))
      expect(answer.json.code).toBe(first === 'declined' ? 'voucher_refused' : undefined)
      const { id } = (await player.get('/player/deposit-history')).json.data[0]
      expect((await deposit(player, id)).state).toBe(first)
      globalThis.fetch = refuses
      try {
        await later(20_000)
        expect((await settled(player, id)).state).toBe('declined')
      } finally {
        globalThis.fetch = real
      }
      expect(await cash(player)).toBe(0n)
    },
  )

  it('for a day sends the voucher to review without a credit', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('lost')
    const { id } = (await redeem(player, pin)).json.data.deposit
    await world.db.kysely
      .updateTable('payments.service_payment')
      .set({ checks: 6, pin_mac: Buffer.from('nothing that the issuer knows') })
      .where('id', '=', id)
      .execute()
    // An invalid answer from the issuer counts as none.
    const { kysely } = world.db
    const real = globalThis.fetch
    globalThis.fetch = () => Promise.resolve(new Response('<html>busy</html>', { status: 200 }))
    try {
      await later(86_400_000)
      await eventually(
        () =>
          kysely.selectFrom('payments.service_payment').select('state').where('id', '=', id).executeTakeFirstOrThrow(),
        ({ state }) => state === 'review',
      )
    } finally {
      globalThis.fetch = real
    }
    expect(await cash(player)).toBe(0n)
  })

  it('that is slow is waited for', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('slow')
    expect((await redeem(player, pin)).json.data.deposit.status).toBe('completed')
  })
})
