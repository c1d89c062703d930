import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLines, linesOf, reportTransfer, type Operator } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'

interface Row {
  kind: string
  ours: string | null
  theirs: string | null
  payment_id: string | null
  line_id: string | null
  action: string
  action_id: string | null
}

let world: World
let cashier: Operator
beforeAll(async () => {
  world = await openWorld()
  // 22:30 UTC is half past midnight of the next day in Windhoek.
  world.clock.leap(13.5 * 3_600_000)
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const day = '2026-11-22'
const approve = async (deposit: string, amount: string) => {
  const { version } = (await cashier.get(`/staff/deposits/${deposit}`)).json.deposit
  const approved = await cashier.post(`/staff/deposits/${deposit}/approve`, {
    received_amount: amount,
    amount_confirmation: amount,
    version,
  })
  expect(approved.status).toBe(200)
}
const reconciled = async (on: string) => (await cashier.get(`/staff/reconciliation?day=${on}`)).json
const about = (rows: Row[], ...ids: string[]) =>
  rows.filter((row) => ids.some((id) => row.payment_id === id || row.line_id === id || row.action_id === id))
const lineOf = async (reference: string) => (await linesOf(cashier, `q=${reference}`))[0].id as string

describe('reconciliation of a day', () => {
  it('counts the day in the market’s time zone', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '40', 'LATE-NIGHT')
    await approve(deposit, '40')
    await importLines(cashier, [{ day, amount: '40.00', reference: 'LATE-NIGHT' }])
    const today = await reconciled(day)
    const account = today.accounts.find((one: { account: string }) => one.account === '2')
    expect(account).toMatchObject({ ours: '40.00', theirs: '40.00', matched: 1, timezone: 'Africa/Windhoek' })
    expect(about(today.differences, deposit)).toEqual([])
    expect((await reconciled('2026-11-21')).differences).toEqual([])
  })

  it('counts one over-credit once, with the reversal that corrects it', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '250', 'OVER-0250')
    await approve(deposit, '2500')
    await importLines(cashier, [{ day, amount: '250.00', reference: 'OVER-0250' }])
    const line = await lineOf('OVER-0250')
    expect(about((await reconciled(day)).differences, deposit, line)).toEqual([
      expect.objectContaining({
        kind: 'amount_mismatch',
        ours: '2500.00',
        theirs: '250.00',
        action: 'reverse_credit',
        action_id: deposit,
      }),
    ])
  })

  it('lists a credited payment that is not linked to its line, and offers the link', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '77', 'CREDITED-77')
    await importLines(cashier, [{ day, amount: '77.00', reference: 'CREDITED-77' }])
    await approve(deposit, '77')
    const line = await lineOf('CREDITED-77')
    expect(about((await reconciled(day)).differences, deposit, line)).toEqual([
      expect.objectContaining({ kind: 'not_linked', action: 'link_line', action_id: line, payment_id: deposit }),
    ])
    const linked = await cashier.post(`/staff/statement-lines/${line}/link`, { version: 1, payment_id: deposit })
    expect(linked.status).toBe(200)
    expect(about((await reconciled(day)).differences, deposit, line)).toEqual([])
  })

  it('offers to credit a waiting deposit, and reports a second line that names it as a possible duplicate', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '31', 'TWO-LINES-1')
    await importLines(cashier, [
      { day, amount: '30.00', reference: 'TWO-LINES-1', text: 'first' },
      { day, amount: '31.00', reference: 'TWO-LINES-1', text: 'second' },
    ])
    const rows = about((await reconciled(day)).differences, deposit) as Row[]
    expect(rows.map((row) => [row.kind, row.theirs, row.action])).toEqual([
      ['amount_mismatch', '30.00', 'credit_deposit'],
      ['duplicate', '31.00', 'dismiss_line'],
    ])
  })

  it('excludes a reversed credit', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '52', 'REVERSED-52')
    await approve(deposit, '52')
    await importLines(cashier, [{ day, amount: '1.00', text: 'other money' }])
    const manager = await world.operator('manager')
    const { version } = (await cashier.get(`/staff/deposits/${deposit}`)).json.deposit
    const reversed = await manager.post(`/staff/deposits/${deposit}/reverse`, {
      reason: 'not_received',
      note: 'recalled by the bank',
      version,
    })
    expect(reversed.status).toBe(200)
    expect(about((await reconciled(day)).differences, deposit)).toEqual([])
  })
})
