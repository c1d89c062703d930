import { operatorText } from '@dhow/contract/operator-texts'
import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLines, linesOf, reportTransfer, type Operator } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { decisionFor, type DecisionPayment } from './line-decision.ts'

let world: World
let cashier: Operator
let colleague: Operator
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => world.close())

const lineWith = async (text: string, operator = cashier) => (await linesOf(operator, `q=${text}`))[0]
const bulk = async (line: { id: string; version: number }, deposit: string) =>
  (
    await cashier.post('/staff/statement-lines/approve-exact', {
      pairs: [{ line_id: line.id, deposit_id: deposit, version: line.version }],
    })
  ).json.outcomes[0]
const versionOf = async (deposit: string) => (await cashier.get(`/staff/deposits/${deposit}`)).json.deposit.version

it('a matching bank line is shown with its deposit, and credits it', async () => {
  const deposit = await reportTransfer(await world.player(), '64', 'BESIDE-001')
  expect((await cashier.get(`/staff/deposits/${deposit}/bank-lines`)).json.lines).toEqual([])
  await importLines(cashier, [{ amount: '64.00', reference: 'BESIDE-001' }])
  const { lines } = (await cashier.get(`/staff/deposits/${deposit}/bank-lines`)).json
  expect(lines).toMatchObject([{ amount: '64.00', currency: 'NAD', reference: 'BESIDE-001', exact: true }])
  const credited = await cashier.post(`/staff/statement-lines/${lines[0].id}/credit`, {
    version: lines[0].version,
    deposit_id: deposit,
  })
  expect(credited.json.line.state).toBe('credited')
  expect((await cashier.get(`/staff/deposits/${deposit}/bank-lines`)).json.lines).toEqual([])
})

describe('an exact match', () => {
  it('of a deposit with warnings shows them, and can only be credited individually', async () => {
    const [first, second] = [await world.player(), await world.player()]
    const earlier = await reportTransfer(first, '65', 'DOUBTED-01')
    await cashier.post(`/staff/deposits/${earlier}/reject`, {
      reason: 'not_received',
      version: await versionOf(earlier),
    })
    const deposit = await reportTransfer(second, '65', 'DOUBTED-01')
    await importLines(cashier, [{ amount: '65.00', reference: 'DOUBTED-01' }])
    const line = await lineWith('DOUBTED-01')
    const candidate = line.candidates.find((one: { payment_id: string }) => one.payment_id === deposit)
    expect(candidate).toMatchObject({ exact: true, action: 'credit', ready: false })
    expect(candidate.warnings).toContainEqual(expect.objectContaining({ code: 'reference_seen', deposit_id: earlier }))
    expect(await bulk(line, deposit)).toMatchObject({
      done: false,
      text: { code: 'outcome_refused', params: { refusal: 'deposit_has_warnings' } },
    })
    const one = await cashier.post(`/staff/statement-lines/${line.id}/credit`, {
      version: line.version,
      deposit_id: deposit,
    })
    expect(one.json.line.state).toBe('credited')
  })

  it('that failed is not offered again, and shows the reason and the operator', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '66', 'FAILED-001')
    await importLines(cashier, [{ amount: '66.00', reference: 'FAILED-001' }])
    const line = await lineWith('FAILED-001')
    expect(line.candidates[0]).toMatchObject({ ready: true, action: 'credit', failed: null })
    await colleague.post(`/staff/deposits/${deposit}/claim`)
    expect((await lineWith('FAILED-001')).candidates[0]).toMatchObject({
      ready: false,
      action: null,
      note: operatorText('line_claimed', { name: colleague.name }),
    })
    expect((await lineWith('FAILED-001', colleague)).candidates[0]).toMatchObject({ ready: true, action: 'credit' })
    const outcome = await bulk(line, deposit)
    expect(outcome.done).toBe(false)
    await colleague.post(`/staff/deposits/${deposit}/release`)
    await world.app.features.statements.match()
    expect((await lineWith('FAILED-001')).candidates[0]).toMatchObject({
      exact: true,
      ready: false,
      action: 'credit',
      failed: { text: outcome.text, by: cashier.name },
    })
  })

  it('of a credited deposit can be linked only if the amounts are equal', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '250', 'OVERPAID-1')
    await cashier.post(`/staff/deposits/${deposit}/approve`, {
      received_amount: '2500',
      amount_confirmation: '2500',
      version: await versionOf(deposit),
    })
    await importLines(cashier, [{ amount: '250.00', reference: 'OVERPAID-1' }])
    expect((await lineWith('OVERPAID-1')).candidates[0]).toMatchObject({
      payment_id: deposit,
      action: null,
      note: operatorText('line_credited_other', { credited: '2500.00', received: '250.00', currency: 'NAD' }),
    })
  })
})

describe('the decision for a line and a payment', () => {
  const line = { account: '2', currency: 'NAD' as const, amountMinor: 10_000n, inSuspense: true }
  const deposit: DecisionPayment = {
    kind: 'deposit',
    account: '2',
    currency: 'NAD',
    amountMinor: 10_000n,
    state: 'submitted',
    claimedBy: null,
    firstMinor: null,
    isFirstApprover: false,
  }
  const payout = { ...deposit, kind: 'withdrawal' as const, account: 'payouts-NAD', state: 'sent' }
  const out = { ...line, account: 'payouts-NAD', amountMinor: -10_000n, inSuspense: false }
  it.each([
    ['an open deposit', line, deposit, 'credit'],
    ['an open deposit of another amount', line, { ...deposit, amountMinor: 9_000n }, 'credit'],
    ['a deposit that waits for the player', line, { ...deposit, state: 'needs_info' }, null],
    ['a rejected deposit', line, { ...deposit, state: 'rejected' }, null],
    ['a deposit of another account', line, { ...deposit, account: '3' }, null],
    ['a deposit in another currency', line, { ...deposit, currency: 'INR' }, null],
    ['a claimed deposit', line, { ...deposit, claimedBy: 'nelao' }, null],
    ['a deposit that waits for a second operator', line, { ...deposit, state: 'awaiting_second_approval' }, 'credit'],
    ['a deposit that I approved first', line, { ...deposit, firstMinor: 10_000n, isFirstApprover: true }, null],
    ['a first approval of another amount', line, { ...deposit, firstMinor: 9_000n }, null],
    ['a credited deposit', line, { ...deposit, state: 'approved' }, 'link'],
    ['a credited deposit of another amount', line, { ...deposit, state: 'approved', amountMinor: 1n }, null],
    ['a credited service payment', line, { ...deposit, kind: 'service', state: 'succeeded' }, 'link'],
    ['a service payment in review', line, { ...deposit, kind: 'service', state: 'review' }, null],
    ['a sent payout', out, payout, 'link'],
    ['a payout of another amount', out, { ...payout, amountMinor: 9_999n }, null],
    ['an approved payout', out, { ...payout, state: 'approved' }, null],
    ['a returned payout', { ...out, amountMinor: 10_000n }, { ...payout, state: 'paid' }, 'link'],
  ] as const)('of %s', (_name, from, payment, action) => {
    const decision = decisionFor(from, payment)
    expect(decision.action).toBe(action)
    expect(decision.note === null).toBe(action !== null)
  })
})
