import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importLines, linesOf, reportTransfer, type Operator } from '../../../test/statements.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

let world: World
let cashier: Operator
let colleague: Operator
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const cash = async (player: { id: string }) => (await world.balance(player.id)).cashMinor
/** Suspense by the ledger, not by the lines. */
const suspense = async () =>
  (await world.app.features.wallet.trialBalance(world.db.kysely))
    .filter((row) => row.account.startsWith('suspense'))
    .reduce((sum, row) => sum + row.creditMinor - row.debitMinor, 0n)
const lineWith = async (text: string) => (await linesOf(cashier, `q=${encodeURIComponent(text)}`))[0]
const decide = (operator: Operator, line: { id: string; version: number }, verb: string, body: object = {}) =>
  operator.post(`/staff/statement-lines/${line.id}/${verb}`, { version: line.version, ...body })
const bulk = (operator: Operator, pairs: { line: { id: string; version: number }; deposit: string }[]) =>
  operator.post('/staff/statement-lines/approve-exact', {
    pairs: pairs.map(({ line, deposit }) => ({ line_id: line.id, deposit_id: deposit, version: line.version })),
  })

describe('a line in suspense', () => {
  it('is credited manually with the received amount, not the declared one', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '200', 'LESS-THAN-1')
    await importLines(cashier, [{ amount: '180.00', reference: 'LESS-THAN-1' }])
    const line = await lineWith('LESS-THAN-1')
    expect(line.candidates[0]).toMatchObject({ payment_id: deposit, exact: false })
    expect((await bulk(cashier, [{ line, deposit }])).json.outcomes[0].done).toBe(false)
    expect((await decide(cashier, line, 'credit', { deposit_id: deposit })).json.line).toMatchObject({
      state: 'credited',
      payment_id: deposit,
    })
    expect(await cash(player)).toBe(18_000n)
  })

  it('of a large amount needs two operators', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '12000', 'LARGE-0001')
    await importLines(cashier, [{ amount: '12000.00', reference: 'LARGE-0001' }])
    const line = await lineWith('LARGE-0001')
    expect((await bulk(cashier, [{ line, deposit }])).json.outcomes[0]).toMatchObject({
      done: false,
      text: { code: 'outcome_refused', params: { refusal: 'deposit_has_warnings' } },
    })
    expect((await decide(cashier, line, 'credit', { deposit_id: deposit })).json.line.decided_at).toBeNull()
    expect(refusal(await decide(cashier, line, 'credit', { deposit_id: deposit }))).toEqual([409, 'same_operator'])
    expect(await cash(player)).toBe(0n)
    expect((await decide(colleague, line, 'credit', { deposit_id: deposit })).json.line.state).toBe('credited')
    expect(await cash(player)).toBe(1_200_000n)
  })

  it('without a deposit is assigned to a player, a large one by two operators', async () => {
    const player = await world.player()
    await importLines(cashier, [
      { amount: '30.00', text: 'no words ASSIGN-1' },
      { amount: '15000.00', text: 'no words ASSIGN-2' },
    ])
    const before = await suspense()
    const small = await lineWith('ASSIGN-1')
    expect(
      (await decide(cashier, small, 'assign', { player_id: player.id, note: 'called us with the slip' })).json.line,
    ).toMatchObject({
      state: 'assigned',
      player: { id: player.id },
    })
    const large = await lineWith('ASSIGN-2')
    const first = await decide(cashier, large, 'assign', { player_id: player.id, note: 'slip seen' })
    expect(first.json.line.state).toBe('awaiting_second_approval')
    expect(refusal(await decide(cashier, first.json.line, 'assign', { player_id: player.id, note: 'again' }))).toEqual([
      409,
      'same_operator',
    ])
    const other = await world.player()
    expect(
      refusal(await decide(colleague, first.json.line, 'assign', { player_id: other.id, note: 'another' })),
    ).toEqual([409, 'statement_match_changed'])
    expect(
      (await decide(colleague, first.json.line, 'assign', { player_id: player.id, note: 'slip seen too' })).json.line
        .state,
    ).toBe('assigned')
    expect(await cash(player)).toBe(1_503_000n)
    expect(await suspense()).toBe(before - 1_503_000n)
    const indian = await world.player({ market: 'IN' })
    await importLines(cashier, [{ amount: '5.00', text: 'ASSIGN-3' }])
    expect(
      refusal(await decide(cashier, await lineWith('ASSIGN-3'), 'assign', { player_id: indian.id, note: 'wrong' })),
    ).toEqual([409, 'currency_mismatch'])
  })

  it('is decided once: a decision on an old version changes nothing', async () => {
    const player = await world.player()
    await importLines(cashier, [{ amount: '12.00', text: 'ONCE-ONLY' }])
    const line = await lineWith('ONCE-ONLY')
    const all = await Promise.all(
      [cashier, colleague].flatMap((operator) => [
        decide(operator, line, 'assign', { player_id: player.id, note: 'the first' }),
        decide(operator, line, 'dismiss', { reason: 'sent_back', note: 'the other' }),
      ]),
    )
    expect(all.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(all.filter((answer) => answer.json.code === 'statement_line_changed')).toHaveLength(3)
    expect([0n, 1_200n]).toContain(await cash(player))
  })

  it('of another account’s deposit is refused', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '52', 'OTHER-ACCOUNT')
    await importLines(cashier, [{ amount: '52.00', reference: 'OTHER-ACCOUNT' }], '4')
    const line = await lineWith('OTHER-ACCOUNT')
    expect(line.candidates).toEqual([])
    expect(refusal(await decide(cashier, line, 'credit', { deposit_id: deposit }))).toEqual([
      409,
      'statement_match_changed',
    ])
  })
})

describe('reconciliation', () => {
  it('lists payments that only one side has, in a CSV without formulas', async () => {
    const player = await world.player()
    const alone = await reportTransfer(player, '37', 'NOT-AT-BANK')
    const { version } = (await cashier.get(`/staff/deposits/${alone}`)).json.deposit
    await cashier.post(`/staff/deposits/${alone}/approve`, { received_amount: '37', version })
    await reportTransfer(player, '80', 'OTHER-SUM1')
    await importLines(cashier, [
      { amount: '79.00', reference: 'OTHER-SUM1' },
      { amount: '23.00', text: "-2+3+cmd|' /C calc'!A0" },
    ])
    const today = world.clock.now().toISOString().slice(0, 10)
    const { json } = await cashier.get(`/staff/reconciliation?day=${today}`)
    const found = (kind: string, reference: string) =>
      json.differences.find(
        (one: { kind: string; reference: string }) => one.kind === kind && one.reference.includes(reference),
      )
    expect(found('missing_external', 'NOTATBANK')).toMatchObject({ payment_id: alone, ours: '37.00', theirs: null })
    expect(found('amount_mismatch', 'OTHER-SUM1')).toMatchObject({ ours: '80.00', theirs: '79.00' })
    expect(found('missing_internal', 'calc')).toMatchObject({ ours: null, theirs: '23.00' })
    const account = json.accounts.find((one: { account: string }) => one.account === '2')
    expect(account).toMatchObject({ covered: true, kind: 'bank' })
    const sheet = (await cashier.get(`/staff/reconciliation/download?day=${today}`)).json.toString() as string
    expect(sheet.split('\r\n')[0]).toBe(
      'kind,day,account,account_name,currency,ours,theirs,payment,line,reference,text',
    )
    expect(sheet).toContain("'-2+3+cmd|")
    expect(sheet).not.toMatch(/(^|,)"?[=+@-](?!\d+\.\d\d)/m)
  })

  it('reports a day without a statement', async () => {
    const player = await world.player({ market: 'IN' })
    const submitted = await player.form(
      '/player/deposit-india/manual-deposit/send-deposit-request',
      { payment_detail_id: '3', amount: '500', utr: '123456789012' },
      { name: 'p.png', type: 'image/png', bytes: await picture() },
    )
    const { id } = submitted.json.data.deposit
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '500', version })
    const { json } = await cashier.get(`/staff/reconciliation?day=${world.clock.now().toISOString().slice(0, 10)}`)
    expect(json.differences).toContainEqual(
      expect.objectContaining({ kind: 'not_covered', account: '3', ours: '500.00' }),
    )
  })
})

async function picture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 30, height: 30, channels: 3, background: '#225588' } })
    .png()
    .toBuffer()
}
