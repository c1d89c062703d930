import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileJson } from '../../../test/hostile-json.ts'
import { hostileTexts } from '../../../test/hostile-texts.ts'
import { importLines } from '../../../test/statements.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { openVouchers } from '../../../test/vouchers.ts'
import type { World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
})
afterAll(() => close())

const { check, redeem, cash, deposit } = openVouchers(() => world)
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]

describe('a voucher with an unexpected answer', () => {
  it('is credited once under the issuer’s reference, or refused, by a manager', async () => {
    const [manager, cashier] = [await world.operator('manager'), await world.operator('cashier')]
    const other = await world.operator('manager')
    const player = await world.player()
    const [one, two] = [await sandbox.voucher('foreign', '60.00'), await sandbox.voucher('foreign', '70.00')]
    const first = (await redeem(player, one.pin)).json.data.deposit
    const second = (await redeem(player, two.pin)).json.data.deposit
    expect(first).toMatchObject({ status: 'processing', state: 'review', credited_amount: null })
    expect(await cash(player)).toBe(0n)
    const { cases } = (await manager.get('/staff/payment-cases')).json
    expect(cases.find((row: { id: string }) => row.id === first.id)).toMatchObject({
      kind: 'voucher',
      amount: '60.00',
      reasons: [{ code: 'case_other_currency', params: { currency: 'ZAR' } }],
    })
    const settle = (by: typeof manager, id: string, decision: object) =>
      by.post(`/staff/payment-cases/${id}/settle`, decision)
    const credit = { outcome: 'credit', amount: '61.25', note: 'Converted at the day’s rate' }
    expect(refusal(await settle(cashier, first.id, credit))).toEqual([403, 'staff_forbidden'])
    const settled = await Promise.all([settle(manager, first.id, credit), settle(manager, first.id, credit)])
    expect(settled.map((answer) => answer.status).sort()).toEqual([200, 409])
    // More than the service has confirmed is credited by two people, once.
    expect(await cash(player)).toBe(0n)
    const [change] = (await other.get('/staff/changes')).json.changes
    const confirm = (by: typeof manager) => by.post(`/staff/changes/${change.id}/confirm`)
    expect(refusal(await confirm(manager))).toEqual([409, 'same_operator'])
    const confirmed = await Promise.all([confirm(other), confirm(other)])
    expect(confirmed.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect((await settle(manager, second.id, { outcome: 'refuse', note: 'Not ours' })).json.case.state).toBe('refused')
    expect(refusal(await settle(manager, second.id, credit))).toEqual([409, 'case_closed'])
    expect(await cash(player)).toBe(6_125n)
    expect((await deposit(player, second.id)).status).toBe('rejected')
    const { entries } = (await manager.get(`/staff/audit?subject=${first.id}`)).json
    expect(entries.map((entry: { action: string }) => entry.action)).toEqual(['payment.credit', 'case-credit.propose'])
  })
})

describe('support', () => {
  it('finds a payment by player, reference or a voucher’s last digits, and all open ones', async () => {
    const support = await world.operator('support')
    const player = await world.player()
    const { pin } = await sandbox.voucher()
    const { id } = (await redeem(player, pin)).json.data.deposit
    const { redemption } = (await sandbox.vouchers()).find((voucher) => voucher.pin === pin)!
    const found = async (query: string) =>
      (await support.get(`/staff/payment-cases?${query}`)).json.cases.map((row: { id: string }) => row.id)
    for (const q of [id, player.player_name, player.mobile.slice(1), redemption!.reference, pin.slice(-4)])
      expect(await found(`q=${encodeURIComponent(q)}`)).toContain(id)
    expect(await found('state=all')).toContain(id)
    for (const query of ['', 'state=review', 'state=open', 'q=nobody', `q=${pin}`, `state=review&q=${id}`])
      expect({ query, found: (await found(query)).includes(id) }).toEqual({ query, found: false })
  })
})

describe('the amount of a case', () => {
  it('is refused if it is invalid, without a credit', async () => {
    const manager = await world.operator('manager')
    const player = await world.player()
    const { id } = (await redeem(player, (await sandbox.voucher('foreign')).pin)).json.data.deposit
    const isAmount = (text: string) => /^[0-9]{1,12}(\.[0-9]{1,2})?$/.test(text) && /[1-9]/.test(text)
    const hostile = [
      ...hostileTexts.filter((text) => !isAmount(text)).map((text) => JSON.stringify(text)),
      ...hostileJson,
    ]
    const wrong: unknown[] = []
    for (const amount of hostile.filter(
      (text) => !/^"[0-9]{1,12}(\.[0-9]{1,2})?"$/.test(text) || !/[1-9]/.test(text),
    )) {
      const body = `{"outcome":"credit","note":"hostile","amount":${amount}}`
      const answer = await manager.call('POST', `/staff/payment-cases/${id}/settle`, body, {
        'content-type': 'application/json',
      })
      if (!['invalid_fields', 'amount_invalid', 'bad_request'].includes(answer.json.code))
        wrong.push({ amount: amount.slice(0, 40), status: answer.status, code: answer.json.code })
    }
    expect([wrong, hostile.length > 250]).toEqual([[], true])
    expect([(await deposit(player, id)).state, await cash(player)]).toEqual(['review', 0n])
  })
})

describe('a voucher’s number', () => {
  it('is nowhere in the database, as text or bytes', async () => {
    const player = await world.player()
    const pins = [await sandbox.voucher('good'), await sandbox.voucher('used'), await sandbox.voucher('silent')].map(
      (voucher) => voucher.pin,
    )
    for (const pin of pins) {
      await check(player, pin)
      await redeem(player, pin)
    }
    const { rows: tables } = await world.db.kysely.executeQuery<{ name: string }>(
      CompiledQuery.raw(
        `select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      ),
    )
    const found: string[] = []
    for (const { name } of tables) {
      for (const pin of pins) {
        const hex = Buffer.from(pin).toString('hex')
        const { rows } = await world.db.kysely.executeQuery<{ count: bigint }>(
          CompiledQuery.raw(
            `select count(*) as count from ${name} as row where row::text like $1 or row::text like $2`,
            [`%${pin}%`, `%${hex}%`],
          ),
        )
        if (Number(rows[0]!.count) > 0) found.push(name)
      }
    }
    expect(found).toEqual([])
  })
})

describe('a voucher outside the limits', () => {
  it('of the operator is refused before the issuer redeems it, so that it stays valid', async () => {
    const player = await world.player()
    const manager = await world.operator('manager')
    const put = (min: string, max: string) =>
      manager.call('PUT', '/staff/payment-methods/kazang', {
        display_name: 'Voucher',
        description: 'Type it.',
        position: 8,
        limits: { min, max },
        reason: 'A test',
      })
    const { pin } = await sandbox.voucher('good', '150.00')
    await put('150.01', '5000')
    expect(refusal(await check(player, pin))).toEqual([422, 'amount_below_minimum'])
    expect(refusal(await redeem(player, pin))).toEqual([422, 'amount_below_minimum'])
    await put('5', '149.99')
    expect(refusal(await redeem(player, pin))).toEqual([422, 'amount_above_maximum'])
    await put('5', '5000')
    expect((await redeem(player, pin)).json.data.deposit.credited_amount).toBe('150.00')
  })
})

describe('the issuer’s own statement', () => {
  it('is compared with the credits, and each deviation is reported', async () => {
    const [player, cashier] = [await world.player(), await world.operator('cashier')]
    const redeemed = async (amount: string) => {
      const { pin } = await sandbox.voucher('good', amount)
      return (await redeem(player, pin)).json.data.deposit.id as string
    }
    const [same, less, missing] = [await redeemed('21.00'), await redeemed('22.00'), await redeemed('23.00')]
    const day = world.clock.now().toISOString().slice(0, 10)
    const lines = [
      { day, amount: '21.00', reference: same },
      { day, amount: '20.00', reference: less },
      { day, amount: '7.00', reference: 'NOBODYS' },
    ]
    expect((await importLines(cashier, lines, 'service-kazang')).status).toBe(200)
    const { differences } = (await cashier.get(`/staff/reconciliation?day=${day}`)).json as {
      differences: { kind: string; reference: string; payment_id: string | null; ours: string; theirs: string }[]
    }
    const found = (about: string) =>
      differences
        .filter((one) => one.payment_id === about || one.reference === about)
        .map(({ kind, ours, theirs }) => [kind, ours, theirs])
    expect(found(same)).toEqual([])
    expect(found(less)).toContainEqual(['amount_mismatch', '22.00', '20.00'])
    expect(found(missing)).toEqual([['missing_external', '23.00', null]])
    expect(found('NOBODYS')).toEqual([['missing_internal', null, '7.00']])
  })
})
