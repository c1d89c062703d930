import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { importLines, linesOf, reportTransfer, type Operator } from '../../../test/statements.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

let world: World
let cashier: Operator
let colleague: Operator
let manager: Operator
let other: Operator
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
  manager = await world.operator('manager')
  other = await world.operator('manager')
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
const house = async (account: string) => {
  const rows = await world.app.features.wallet.trialBalance(world.db.kysely)
  const row = rows.find((one) => one.account === account && one.currency === 'NAD')
  return row ? row.creditMinor - row.debitMinor : 0n
}
let references = 0
const reference = () => `TWO${String(++references).padStart(6, '0')}`

/** The waiting change of a subject, as an operator sees it. */
const changeOf = async (by: Operator, subject: string) =>
  (await by.get('/staff/changes')).json.changes.find((change: { subject: string }) => change.subject === subject)
const confirm = async (by: Operator, subject: string) =>
  by.post(`/staff/changes/${(await changeOf(by, subject)).id}/confirm`)

async function deposit(amount: string, player?: Awaited<ReturnType<World['player']>>) {
  const by = player ?? (await world.player())
  return { player: by, id: await reportTransfer(by, amount, reference()) }
}
async function approve(by: Operator, id: string, received_amount: string, more: object = {}) {
  const { version } = (await by.get(`/staff/deposits/${id}`)).json.deposit
  return by.post(`/staff/deposits/${id}/approve`, { received_amount, version, ...more })
}
const onWithdrawal = async (by: Operator, id: string, verb: string, body: object = {}) => {
  const { version } = (await by.get(`/staff/withdrawals/${id}`)).json.withdrawal
  return by.post(`/staff/withdrawals/${id}/${verb}`, { version, ...body })
}
async function requested(amount: string, balance: string) {
  const player = await playerToBePaid(world, balance)
  const otp = await withdrawalCode(world, player, amount)
  const asked = await player.post('/player/withdrawals', { amount, payout_account_id: player.payoutAccountId, otp })
  return { player, id: asked.json.withdrawal.id as string }
}
async function paid(amount: string) {
  const { player, id } = await requested(amount, amount)
  await onWithdrawal(manager, id, 'approve')
  await onWithdrawal(other, id, 'approve')
  await onWithdrawal(manager, id, 'pay', { payment_reference: reference() })
  return { player, id }
}

describe('one person alone', () => {
  it('does not return a large paid withdrawal to its player', async () => {
    const { player, id } = await paid('12000.00')
    const answer = await onWithdrawal(cashier, id, 'return', { note: 'It came back' })
    expect(answer.json).toMatchObject({ withdrawal: { state: 'paid' }, waiting: { proposed_by: cashier.name } })
    expect(await cash(player)).toBe(0n)
    expect(refusal(await onWithdrawal(colleague, id, 'return', { note: 'Again' }))).toEqual([409, 'change_waits'])
    expect(refusal(await confirm(cashier, id))).toEqual([409, 'same_operator'])
    expect((await confirm(colleague, id)).status).toBe(200)
    expect((await colleague.get(`/staff/withdrawals/${id}`)).json).toMatchObject({
      withdrawal: { state: 'returned' },
      waiting: null,
    })
    expect(await cash(player)).toBe(1_200_000n)
  })

  it('does not mark a large payout of a bank file as failed', async () => {
    const { player, id } = await requested('12000.00', '12000.00')
    await onWithdrawal(manager, id, 'approve')
    await onWithdrawal(other, id, 'approve')
    const { batch } = (await manager.post('/staff/payout-batches', { kind: 'bank_na' })).json
    await other.post(`/staff/payout-batches/${batch.id}/send`, { version: batch.version })
    expect((await onWithdrawal(cashier, id, 'fail', { note: 'Refused' })).json.withdrawal.state).toBe('sent')
    expect(await cash(player)).toBe(0n)
    await confirm(colleague, id)
    expect((await colleague.get(`/staff/withdrawals/${id}`)).json.withdrawal.state).toBe('failed')
  })

  it.each([['not_a_deposit'], ['duplicate'], ['sent_back']])(
    'does not dismiss a large bank line as %s',
    async (reason) => {
      const text = reference()
      await importLines(cashier, [{ amount: '12000.00', text }])
      const [line] = await linesOf(cashier, `q=${text}`)
      const before = [await house('fees:other'), await house('suspense:2')]
      const dismiss = { version: line.version, reason, note: 'Interest' }
      const answer = await cashier.post(`/staff/statement-lines/${line.id}/dismiss`, dismiss)
      expect(answer.json).toMatchObject({ line: { state: 'waiting' }, waiting: { proposed_by: cashier.name } })
      expect([await house('fees:other'), await house('suspense:2')]).toEqual(before)
      expect((await confirm(colleague, line.id)).status).toBe(200)
      expect((await linesOf(cashier, `q=${text}`))[0].state).toBe('dismissed')
      expect(await house('suspense:2')).toBe(before[1]! - 1_200_000n)
    },
  )

  it('does not credit a player four times just below the amount', async () => {
    const { player, id } = await deposit('9999.99')
    expect((await approve(cashier, id, '9999.99')).json.deposit.state).toBe('approved')
    for (const by of [cashier, colleague, manager]) {
      const next = await deposit('9999.99', player)
      expect((await approve(by, next.id, '9999.99')).json.deposit.state).toBe('awaiting_second_approval')
      await approve(other, next.id, '9999.99')
    }
    expect(await cash(player)).toBe(3_999_996n)
  })

  it('does not credit many players above the operator’s daily sum', async () => {
    const [one, two] = [await deposit('6000.00'), await deposit('6000.00')]
    await world.approvals({ operator_day_minor: { NA: '1000000', IN: '1000000' } })
    const fresh = await world.operator('cashier')
    // Concurrent: the second reads the sum after the first.
    const answers = await Promise.all([one, two].map(({ id }) => approve(fresh, id, '6000.00')))
    expect(answers.map(({ json }) => json.deposit.state).sort()).toEqual(['approved', 'awaiting_second_approval'])
    await world.approvals({ operator_day_minor: { NA: '5000000', IN: '25000000' } })
  })

  it('credits from bank lines above the sums, because the line is evidence', async () => {
    const player = await world.player()
    for (let nth = 0; nth < 2; nth++) {
      const text = reference()
      const id = await reportTransfer(player, '9999.99', text)
      await importLines(cashier, [{ amount: '9999.99', reference: text }])
      const [line] = await linesOf(cashier, `q=${text}`)
      const credit = { version: line.version, deposit_id: id }
      expect((await cashier.post(`/staff/statement-lines/${line.id}/credit`, credit)).json.line.state).toBe('credited')
    }
  })

  it('does not make a gift envelope of N$500,000 with one share', async () => {
    const gift = { title: 'A small thank-you', market: 'NA', kind: 'fixed', amount: '500000.00', claims: 1 }
    const { json } = await manager.post('/staff/gift-envelopes/liability', gift)
    expect(json).toMatchObject({ total: '500000.00', second_person_from: '10000.00', waits: true })
    const made = await manager.post('/staff/gift-envelopes', { ...gift, expires_in_hours: 1 })
    expect(made.json).toMatchObject({ waits: true, envelope: null, code: null, link: null })
    const titles = async () =>
      (await manager.get('/staff/gift-envelopes')).json.envelopes.map(({ title }: { title: string }) => title)
    expect(await titles()).not.toContain(gift.title)
    const [change] = (await other.get('/staff/changes')).json.changes.filter(
      ({ kind }: { kind: string }) => kind === 'gift',
    )
    expect(change.amount).toEqual({ code: 'value_amount', params: { amount: '500000.00', currency: 'NAD' } })
    const confirmed = await other.post(`/staff/changes/${change.id}/confirm`)
    expect(confirmed.json.shown_once.map(({ label }: { label: { code: string } }) => label.code)).toEqual([
      'fact_code',
      'fact_link',
    ])
    expect(await titles()).toContain(gift.title)
  })

  it('does not offer a bonus of 100 % up to N$100,000 that is staked once', async () => {
    const rule = { kind: 'welcome', market: 'NA', title: 'A whale', percent: 100, max_amount: '100000', wager_times: 1 }
    const { json } = await manager.post('/staff/bonus-rules/liability', { market: 'NA', max_amount: '100000' })
    expect(json.waits).toBe(true)
    expect(json.total).toBe(`${100_000 * json.players}.00`)
    expect((await manager.post('/staff/bonus-rules', rule)).json).toMatchObject({ waits: true, rule: null })
    const titles = async () =>
      (await manager.get('/staff/bonus-rules')).json.rules.map(({ title }: { title: string }) => title)
    expect(await titles()).not.toContain(rule.title)
    const [change] = (await other.get('/staff/changes')).json.changes.filter(
      ({ kind }: { kind: string }) => kind === 'bonus',
    )
    expect(refusal(await manager.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'same_operator'])
    expect((await other.post(`/staff/changes/${change.id}/confirm`)).status).toBe(200)
    expect(await titles()).toContain(rule.title)
  })
})

it('today’s actions without evidence are listed by operator, player and action; those with a bank line are not', async () => {
  const { player, id } = await deposit('70.00')
  await approve(colleague, id, '70.00')
  const text = reference()
  const byLine = await reportTransfer(player, '80.00', text)
  await importLines(cashier, [{ amount: '80.00', reference: text }])
  const [line] = await linesOf(cashier, `q=${text}`)
  await cashier.post(`/staff/statement-lines/${line.id}/credit`, { version: line.version, deposit_id: byLine })
  const listed = async (query: string) =>
    (await manager.get(`/staff/money-actions?${query}`)).json.actions.map(
      (action: { subject: string }) => action.subject,
    )
  expect(await listed(`player=${player.id}`)).toEqual([id])
  expect(await listed(`player=${player.id}&operator=${colleague.name}&action=deposit_credit`)).toEqual([id])
  expect(await listed(`player=${player.id}&operator=${cashier.name}`)).toEqual([])
  expect(await listed(`player=${player.id}&action=line_dismiss`)).toEqual([])
  expect((await cashier.get('/staff/money-actions')).status).toBe(403)
})

describe('an amount above what the player declared', () => {
  it('must be entered twice, and is shown in words', async () => {
    const { player, id } = await deposit('250.00')
    const refused = await approve(cashier, id, '2500.00')
    expect(refusal(refused)).toEqual([409, 'amount_unconfirmed'])
    expect(refused.json).toMatchObject({
      data: { words: 'two thousand five hundred Namibian dollars', times: 10 },
    })
    const twice = await approve(cashier, id, '2500.00', { amount_confirmation: '250.00' })
    expect(refusal(twice)).toEqual([409, 'amount_unconfirmed'])
    expect(await cash(player)).toBe(0n)
    const right = await approve(cashier, id, '2500.00', { amount_confirmation: '2500.00' })
    expect(right.json.deposit.state).toBe('approved')
    expect(await cash(player)).toBe(250_000n)
  })

  it('needs no second entry if it is lower, or the bank line shows it', async () => {
    const less = await deposit('250.00')
    expect((await approve(cashier, less.id, '249.00')).json.deposit.state).toBe('approved')
    const text = reference()
    const id = await reportTransfer(await world.player(), '250.00', text)
    await importLines(cashier, [{ amount: '2500.00', reference: text }])
    const [line] = await linesOf(cashier, `q=${text}`)
    const credit = { version: line.version, deposit_id: id }
    expect((await cashier.post(`/staff/statement-lines/${line.id}/credit`, credit)).json.line.state).toBe('credited')
  })
})

it('a bank transfer is credited only from its bank line if the setting demands it', async () => {
  await world.approvals({ bank_line_required: true })
  const { id } = await deposit('100.00')
  expect(refusal(await approve(cashier, id, '100.00'))).toEqual([409, 'bank_line_needed'])
  await world.approvals({ bank_line_required: false })
  expect((await approve(cashier, id, '100.00')).json.deposit.state).toBe('approved')
})

describe('both sides of one player’s money in a day', () => {
  it('need two people, in either order', async () => {
    await world.approvals({ separate_sides: true })
    const { player, id } = await requested('100.00', '100.00')
    const own = await deposit('50.00', player)
    expect((await approve(cashier, own.id, '50.00')).json.deposit.state).toBe('approved')
    expect(refusal(await onWithdrawal(cashier, id, 'approve'))).toEqual([409, 'both_sides'])
    expect((await onWithdrawal(colleague, id, 'approve')).json.withdrawal.state).toBe('approved')
    expect(refusal(await onWithdrawal(cashier, id, 'pay', { payment_reference: reference() }))).toEqual([
      409,
      'both_sides',
    ])
    const { batch } = (await colleague.post('/staff/payout-batches', { kind: 'bank_na' })).json
    const send = (by: Operator) => by.post(`/staff/payout-batches/${batch.id}/send`, { version: batch.version })
    expect(refusal(await send(cashier))).toEqual([409, 'both_sides'])
    expect((await send(colleague)).status).toBe(200)
    const next = await deposit('60.00', player)
    expect(refusal(await approve(colleague, next.id, '60.00'))).toEqual([409, 'both_sides'])
    await world.approvals({ separate_sides: false })
    expect((await approve(colleague, next.id, '60.00')).json.deposit.state).toBe('approved')
  })
})
