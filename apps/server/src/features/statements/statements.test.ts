import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  csvOfLines,
  importFile,
  importLines,
  linesOf,
  mapping,
  reportTransfer,
  type Operator,
} from '../../../test/statements.ts'
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
const codeOf = async (player: { id: string }) => (await world.app.features.accounts.findPlayer(player.id))!.deposit_code
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

describe('an imported statement', () => {
  it('posts incoming money to suspense, proposes matches, and credits them by a cashier’s decision', async () => {
    const player = await world.player()
    const [byReference, byCode] = [
      await reportTransfer(player, '150', 'FIRST-1001'),
      await reportTransfer(player, '275.50', 'UNRELATED9'),
    ]
    const before = await suspense()
    const imported = await importLines(cashier, [
      { amount: '150.00', reference: 'first 1001' },
      { amount: '275.50', text: `eft from ester code ${await codeOf(player)}` },
      { amount: '-12.00', text: 'bank fee' },
    ])
    expect(imported.json).toMatchObject({
      already: false,
      exact_matches: 2,
      statement: { lines: 3, new_lines: 3, new_in: '425.50', new_out: '12.00' },
    })
    expect((await suspense()) - before).toBe(42_550n)
    expect(await cash(player)).toBe(0n)
    const lines = (await linesOf(cashier, 'state=exact')).filter((line) => line.candidates[0].player.id === player.id)
    expect(lines.map((line) => [line.candidates[0].payment_id, line.candidates[0].why])).toEqual([
      [byReference, ['reference', 'amount', 'time']],
      [byCode, ['code', 'amount', 'time']],
    ])
    const done = await bulk(cashier, [
      { line: lines[0], deposit: byReference },
      { line: lines[1], deposit: byCode },
    ])
    expect(done.json.outcomes.map((outcome: { done: boolean }) => outcome.done)).toEqual([true, true])
    expect(await cash(player)).toBe(42_550n)
    expect(await suspense()).toBe(before)
    expect((await player.get(`/player/deposits/${byReference}`)).json.deposit).toMatchObject({
      state: 'approved',
      credited_amount: '150.00',
    })
    expect((await lineWith(byReference)).state).toBe('credited')
  })

  it('sent twice or in overlapping parts is imported once', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '90', 'TWICE-0001')
    const [one, two, three] = [
      { amount: '90.00', reference: 'TWICE-0001' },
      { amount: '10.00', text: 'the same twice in one day' },
      { amount: '33.00', text: 'a third one' },
    ]
    const file = csvOfLines([one!, two!, two!])
    const first = await importFile(cashier, file)
    expect(first.json.statement.new_lines).toBe(3)
    const after = await suspense()
    const again = await importFile(colleague, file)
    expect(again.json).toMatchObject({ already: true, statement: { id: first.json.statement.id } })
    const longer = await importLines(cashier, [one!, two!, two!, three!])
    expect(longer.json.statement).toMatchObject({ lines: 4, new_lines: 1, new_in: '33.00' })
    expect(await suspense()).toBe(after + 3_300n)
    expect((await bulk(cashier, [{ line: await lineWith('TWICE-0001'), deposit }])).json.outcomes[0].done).toBe(true)
    const late = await importLines(cashier, [one!, three!])
    expect(late.json.statement.new_lines).toBe(0)
    expect(late.json.exact_matches).toBe(0)
    expect(await cash(player)).toBe(9_000n)
  })

  it('in another format is flagged as a duplicate, which an operator dismisses', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '61', 'FORMAT-001')
    await importLines(cashier, [{ amount: '61.00', reference: 'FORMAT-001', text: 'branch wording' }])
    const before = await suspense()
    const other = Buffer.from(
      ':20:X\n:60F:C261120NAD0,00\n:61:2611211121C61,00NTRFFORMAT-001//B77\n:86:other wording\n:62F:C261121NAD61,00\n',
    )
    const imported = await importFile(cashier, other, '2', { mapping: '' })
    expect(imported.json).toMatchObject({ exact_matches: 1, statement: { format: 'mt940', new_lines: 1 } })
    const twin = (await linesOf(cashier, 'q=FORMAT-001')).find((line) => line.bank_id === 'B77')
    const first = (await linesOf(cashier, 'q=FORMAT-001')).find((line) => line.bank_id === null)
    expect(twin.looks_like).toBe(first.id)
    expect((await bulk(cashier, [{ line: twin, deposit }])).json.outcomes[0]).toMatchObject({ done: false })
    expect((await bulk(cashier, [{ line: first, deposit }])).json.outcomes[0]).toMatchObject({ done: true })
    expect(refusal(await decide(cashier, twin, 'credit', { deposit_id: deposit }))).toEqual([
      409,
      'deposit_state_changed',
    ])
    expect(
      (await decide(cashier, twin, 'dismiss', { reason: 'duplicate', note: 'the same in MT940' })).json.line.state,
    ).toBe('dismissed')
    expect(await suspense()).toBe(before - 6_100n)
    expect(await cash(player)).toBe(6_100n)
  })

  it('is linked automatically to a manually credited deposit', async () => {
    const player = await world.player()
    const id = await reportTransfer(player, '44', 'BY-HAND-44')
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '44', version })
    const before = await suspense()
    const imported = await importLines(cashier, [{ amount: '44.00', reference: 'BY-HAND-44' }])
    expect(imported.json).toMatchObject({ linked: 1, exact_matches: 0 })
    expect(await suspense()).toBe(before)
    expect(await cash(player)).toBe(4_400n)
    expect(await lineWith('BY-HAND-44')).toMatchObject({ state: 'linked', payment_id: id })
  })

  it('is matched by the job with a deposit reported later', async () => {
    const player = await world.player()
    await importLines(cashier, [{ amount: '71.00', reference: 'EARLY-7171' }])
    expect((await lineWith('EARLY-7171')).candidates).toEqual([])
    const id = await reportTransfer(player, '71', 'EARLY-7171')
    await world.clock.advance(1_000)
    await world.db.kysely
      .updateTable('deposits.deposit')
      .set({ updated_at: world.clock.now() })
      .where('id', '=', id)
      .execute()
    await world.app.features.statements.matchNew()
    expect((await lineWith('EARLY-7171')).candidates[0]).toMatchObject({ payment_id: id, exact: true })
  })

  it.each([
    [
      'of an account that does not exist',
      [404, 'statement_account_missing'],
      () => importFile(cashier, csvOfLines([{ amount: '1.00' }]), '999'),
    ],
    ['that is empty', [422, 'statement_missing'], () => importFile(cashier, Buffer.alloc(0))],
    [
      'without a mapping for its first CSV',
      [422, 'statement_mapping_missing'],
      () => importFile(cashier, csvOfLines([{ amount: '1.00' }]), '4', { mapping: '' }),
    ],
    [
      'with a mapping that is none',
      [422, 'invalid_fields'],
      () => importFile(cashier, csvOfLines([{ amount: '1.00' }]), '2', { mapping: '{"date":1}' }),
    ],
    [
      'with a mapping without an amount',
      [422, 'invalid_fields'],
      () =>
        importFile(cashier, csvOfLines([{ amount: '1.00' }]), '2', {
          mapping: JSON.stringify({ ...mapping, amount: null }),
        }),
    ],
    [
      'with a formula',
      [422, 'statement_unreadable'],
      () => importLines(cashier, [{ amount: '1.00', reference: '=cmd' }]),
    ],
    [
      'in another currency',
      [409, 'statement_wrong_account'],
      () => importFile(cashier, Buffer.from(':20:X\n:60F:C261120USD0,00\n:61:2611211121C61,00NTRFX\n')),
    ],
    ['of six megabytes', [413, 'too_large'], () => importFile(cashier, Buffer.alloc(6 * 1024 * 1024, 'x'))],
  ])('%s is refused and leaves nothing', async (_name, expected, send) => {
    const lines = async () => (await world.db.kysely.selectFrom('statements.line').select('id').execute()).length
    const before = [await lines(), await suspense()]
    expect(refusal(await send())).toEqual(expected)
    expect([await lines(), await suspense()]).toEqual(before)
  })

  it('stores the mapping of its account', async () => {
    await importLines(cashier, [{ amount: '1.25', text: 'remember' }])
    const { accounts } = (await cashier.get('/staff/statement-accounts')).json
    expect(accounts.find((one: { account: string }) => one.account === '2').mapping).toEqual(mapping)
    const next = await importFile(cashier, csvOfLines([{ amount: '1.26', text: 'remembered' }]), '2', { mapping: '' })
    expect(next.json.statement.new_lines).toBe(1)
  })

  it('cannot be read by support or by a player', async () => {
    const support = await world.operator('support')
    expect(refusal(await importLines(support, [{ amount: '1.00' }]))).toEqual([403, 'staff_forbidden'])
    const player = await world.player()
    expect((await player.get('/staff/statement-lines')).status).toBe(404)
  })
})
