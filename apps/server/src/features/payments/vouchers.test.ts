import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { openVouchers } from '../../../test/vouchers.ts'
import type { World } from '../../../test/world.ts'
import { voucherUses } from './voucher-limits.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const base = '/player/deposit-namibia/kazang-deposit'
type Player = Awaited<ReturnType<World['player']>>
const { check, redeem, cash, deposit } = openVouchers(() => world)
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]

describe('a valid voucher', () => {
  it('is checked and credited once with the issuer’s amount, even if it is sent again', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('good', '220.50')
    const spaced = pin.replace(/(.{4})/g, '$1 ').trim()
    expect((await check(player, spaced)).json.data.voucher).toEqual({
      state: 'valid',
      last4: pin.slice(-4),
      amount: '220.50',
      currency: 'NAD',
    })
    expect(await cash(player)).toBe(0n)
    const { json } = await redeem(player, pin)
    expect(json).toMatchObject({
      status: 'success',
      message: 'The voucher was added to your balance.',
      data: {
        has_change: false,
        deposit: {
          family: 'kazang-voucher',
          status: 'completed',
          credited_amount: '220.50',
          utr: `•••• ${pin.slice(-4)}`,
        },
      },
    })
    const again = await Promise.all([redeem(player, pin), redeem(player, spaced), redeem(player, pin)])
    expect(new Set(again.map((answer) => answer.json.data.deposit.id))).toEqual(new Set([json.data.deposit.id]))
    expect(await cash(player)).toBe(22_050n)
    const shown = await deposit(player, json.data.deposit.id)
    expect(shown.timeline.map((step: { state: string }) => step.state)).toEqual(['redeeming', 'succeeded'])
    expect(shown.receipt).toMatch(/^DHOW-\d+$/)
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
    const posting = await world.db.kysely
      .selectFrom('ledger.posting')
      .select(['key', 'reason'])
      .where('player_id', '=', player.id)
      .execute()
    expect(posting).toEqual([{ key: `voucher:kazang:${redemption!.reference}`, reason: 'voucher' }])
  })

  it('is in its own history and in the common one, by time', async () => {
    const player = await world.player()
    const manual = async (utr: string) => {
      const fields = { manual_deposit_id: '2', amount: '50', utr }
      const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
      await world.clock.advance(1_000)
      return answer.json.data.deposit.id as string
    }
    const first = await manual('HISTORY1')
    const { pin } = await sandbox.voucher()
    const voucher = (await redeem(player, pin)).json.data.deposit.id as string
    await world.clock.advance(1_000)
    const last = await manual('HISTORY2')
    const ids = async (path: string) => {
      const { json } = await player.get(path)
      return { ids: json.data.map((row: { id: string }) => row.id), next: json.next_cursor, totals: json.totals }
    }
    expect(await ids(`${base}/history`)).toMatchObject({ ids: [voucher], totals: { in: '150.00' } })
    expect(await ids('/player/deposit-history')).toMatchObject({
      ids: [last, voucher, first],
      totals: { in: '150.00' },
    })
    const page = await ids('/player/deposit-history?limit=2')
    expect(page.ids).toEqual([last, voucher])
    expect(await ids(`/player/deposit-history?limit=2&cursor=${page.next}`)).toMatchObject({ ids: [first], next: null })
    expect((await ids('/player/deposit-history?state=completed')).ids).toEqual([voucher])
  })

  it('is credited to only one of two players in eight concurrent calls', async () => {
    const players = [await world.player(), await world.player()]
    const { pin } = await sandbox.voucher('good', '90.00')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => redeem(players[index % 2]!, pin).then((answer) => ({ index, answer }))),
    )
    const [a, b] = [await cash(players[0]!), await cash(players[1]!)]
    expect([a, b].sort()).toEqual([0n, 9_000n].sort())
    const winner = a > 0n ? 0 : 1
    for (const { index, answer } of answers) {
      const allowed = index % 2 === winner ? [200] : [422, 429]
      expect(allowed).toContain(answer.status)
    }
  })

  it('with change shows it only to its owner, and records each view', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const { pin } = await sandbox.voucher('change', '150.00')
    const { data } = (await redeem(player, pin)).json
    expect([data.has_change, data.deposit.credited_amount]).toEqual([true, '100.00'])
    const path = `/player/deposits/${data.deposit.id}/change-voucher`
    const { change } = (await player.get(path)).json
    expect(change).toMatchObject({ amount: '50.00', currency: 'NAD' })
    expect(refusal(await other.get(path))).toEqual([404, 'not_found'])
    const { timeline } = await deposit(player, data.deposit.id)
    expect(timeline.at(-1).text.code).toBe('voucher_change_seen')
    expect((await redeem(player, change.pin)).json.data.deposit.credited_amount).toBe('50.00')
    expect(await cash(player)).toBe(15_000n)
  })
})

describe('checking vouchers', () => {
  it('returns the same answer for used, expired and wrong numbers', async () => {
    const player = await world.player()
    const stranger = await world.player()
    const taken = await sandbox.voucher()
    await redeem(stranger, taken.pin)
    const pins = [
      (await sandbox.voucher('used')).pin,
      (await sandbox.voucher('expired')).pin,
      '9999999999999999',
      taken.pin,
    ]
    const refusals = new Set<string>()
    for (const pin of pins) refusals.add(JSON.stringify(refusalOf(await check(player, pin))))
    const another = await world.player()
    for (const pin of pins) refusals.add(JSON.stringify(refusalOf(await redeem(another, pin))))
    expect([...refusals]).toEqual([
      JSON.stringify({
        status: 422,
        code: 'voucher_refused',
        msg: 'This voucher cannot be used. Please check its number.',
        errors: { pin: ['This voucher cannot be used. Please check its number.'] },
      }),
    ])
    expect([await cash(player), await cash(another)]).toEqual([0n, 0n])
  })

  it('is limited to five wrong numbers in 15 minutes, bursts included; valid ones do not count', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    for (let n = 0; n < 6; n++) expect((await check(player, pin)).status).toBe(200)
    const burst = await Promise.all(Array.from({ length: 12 }, (_, n) => check(player, `10000000000000${10 + n}`)))
    expect(burst.filter((answer) => answer.status === 422)).toHaveLength(5)
    expect(burst.filter((answer) => answer.json.code === 'too_many_requests')).toHaveLength(7)
    expect(refusal(await check(player, pin))).toEqual([429, 'too_many_requests'])
    expect(refusal(await redeem(player, pin))).toEqual([429, 'too_many_requests'])
    await world.clock.advance(15 * 60_000)
    expect((await redeem(player, pin)).json.data.deposit.status).toBe('completed')
  })

  it.each([
    ['letters', 'abcdefghij'],
    ['too few digits', '123456789'],
    ['too many digits', '1'.repeat(21)],
    ['a statement', "1' or '1'='1"],
  ])('with %s is refused without a call to the issuer', async (_what, pin) => {
    expect(refusal(await check(await world.player(), pin))).toEqual([422, 'voucher_refused'])
  })

  it('needs a number, the player’s own session and the market', async () => {
    const player = await world.player()
    expect(refusal(await check(player, ' '))).toEqual([422, 'invalid_fields'])
    const other = await world.player()
    const named = await player.post(`${base}/redeem_voucher`, { pin: '1234567890123456', player_id: other.id })
    expect(refusal(named)).toEqual([403, 'player_mismatch'])
    const indian = await world.player({ market: 'IN' })
    expect(refusal(await check(indian, '1234567890123456'))).toEqual([409, 'method_unavailable'])
  })

  it('is limited to twenty wrong numbers in an hour from one network', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    const { attempts } = world.app.features
    for (let n = 0; n < 20; n++)
      await attempts.reserve(voucherUses(attempts, `ply_${n}`, player.browser.ip), 'too_many_requests')
    const refused = await check(player, pin)
    expect([...refusal(refused), refused.headers['retry-after']]).toEqual([429, 'too_many_requests', '3600'])
    expect(refused.json.msg).toBe('Too many tries. You can try again in 60 minutes.')
    await world.clock.advance(3_600_000)
    expect((await check(player, pin)).status).toBe(200)
  })

  it('respects the player’s own limits and breaks', async () => {
    const player = await world.player()
    await player.put('/player/limits', { kind: 'deposit', period: 'day', amount: '200' })
    const [one, two] = [await sandbox.voucher(), await sandbox.voucher()]
    expect((await redeem(player, one.pin)).status).toBe(200)
    expect(refusal(await redeem(player, two.pin))).toEqual([409, 'deposit_limit_reached'])
    expect(await cash(player)).toBe(15_000n)
    const other = await world.player()
    const { limits } = world.app.features
    await world.db.transaction((tx) => limits.block(tx, other.id, 'operator', null, 'test'))
    expect(refusal(await redeem(other, two.pin))).toEqual([403, 'deposits_blocked'])
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === two.pin)!
    expect(redemption).toBeNull()
  })
})

function refusalOf({ status, json }: Awaited<ReturnType<Player['get']>>) {
  return { status, code: json.code, msg: json.msg, errors: json.errors }
}
