import './tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  csvOfLines,
  importFile,
  importLines,
  linesOf,
  mapping,
  tellOf,
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
const act = (operator: Operator, line: { id: string; version: number }, verb: string, body: object = {}) =>
  operator.post(`/staff/statement-lines/${line.id}/${verb}`, { version: line.version, ...body })
const bulk = (operator: Operator, pairs: { line: { id: string; version: number }; deposit: string }[]) =>
  operator.post('/staff/statement-lines/approve-exact', {
    pairs: pairs.map(({ line, deposit }) => ({ line_id: line.id, deposit_id: deposit, version: line.version })),
  })

describe('an imported statement', () => {
  it('posts incoming money to suspense, proposes matches, and credits on a cashier’s decision', async () => {
    const player = await world.player()
    const [byReference, byCode] = [
      await tellOf(player, '150', 'FIRST-1001'),
      await tellOf(player, '275.50', 'UNRELATED9'),
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

  it('sent twice or in parts is imported once', async () => {
    const player = await world.player()
    const deposit = await tellOf(player, '90', 'TWICE-0001')
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
    const deposit = await tellOf(player, '61', 'FORMAT-001')
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
    expect(refusal(await act(cashier, twin, 'credit', { deposit_id: deposit }))).toEqual([409, 'deposit_state_changed'])
    expect(
      (await act(cashier, twin, 'dismiss', { reason: 'duplicate', note: 'the same in MT940' })).json.line.state,
    ).toBe('dismissed')
    expect(await suspense()).toBe(before - 6_100n)
    expect(await cash(player)).toBe(6_100n)
  })

  it('is linked automatically to a deposit that was credited by hand', async () => {
    const player = await world.player()
    const id = await tellOf(player, '44', 'BY-HAND-44')
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: '44', version })
    const before = await suspense()
    const imported = await importLines(cashier, [{ amount: '44.00', reference: 'BY-HAND-44' }])
    expect(imported.json).toMatchObject({ linked: 1, exact_matches: 0 })
    expect(await suspense()).toBe(before)
    expect(await cash(player)).toBe(4_400n)
    expect(await lineWith('BY-HAND-44')).toMatchObject({ state: 'linked', payment_id: id })
  })

  it('is matched by the job with a deposit that is reported later', async () => {
    const player = await world.player()
    await importLines(cashier, [{ amount: '71.00', reference: 'EARLY-7171' }])
    expect((await lineWith('EARLY-7171')).candidates).toEqual([])
    const id = await tellOf(player, '71', 'EARLY-7171')
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

  it('remembers the mapping of its account', async () => {
    await importLines(cashier, [{ amount: '1.25', text: 'remember' }])
    const { accounts } = (await cashier.get('/staff/statement-accounts')).json
    expect(accounts.find((one: { account: string }) => one.account === '2').mapping).toEqual(mapping)
    const next = await importFile(cashier, csvOfLines([{ amount: '1.26', text: 'remembered' }]), '2', { mapping: '' })
    expect(next.json.statement.new_lines).toBe(1)
  })

  it('is nothing for support, and nothing for a player', async () => {
    const support = await world.operator('support')
    expect(refusal(await importLines(support, [{ amount: '1.00' }]))).toEqual([403, 'staff_forbidden'])
    const player = await world.player()
    expect((await player.get('/staff/statement-lines')).status).toBe(404)
  })
})

describe('a line in suspense', () => {
  it('is credited by hand with the received amount, not the declared one', async () => {
    const player = await world.player()
    const deposit = await tellOf(player, '200', 'LESS-THAN-1')
    await importLines(cashier, [{ amount: '180.00', reference: 'LESS-THAN-1' }])
    const line = await lineWith('LESS-THAN-1')
    expect(line.candidates[0]).toMatchObject({ payment_id: deposit, exact: false })
    expect((await bulk(cashier, [{ line, deposit }])).json.outcomes[0].done).toBe(false)
    expect((await act(cashier, line, 'credit', { deposit_id: deposit })).json.line).toMatchObject({
      state: 'credited',
      payment_id: deposit,
    })
    expect(await cash(player)).toBe(18_000n)
  })

  it('of a large amount needs two operators', async () => {
    const player = await world.player()
    const deposit = await tellOf(player, '12000', 'LARGE-0001')
    await importLines(cashier, [{ amount: '12000.00', reference: 'LARGE-0001' }])
    const line = await lineWith('LARGE-0001')
    expect((await bulk(cashier, [{ line, deposit }])).json.outcomes[0]).toMatchObject({
      done: false,
      text: { code: 'outcome_refused', params: { refusal: 'deposit_has_warnings' } },
    })
    expect((await act(cashier, line, 'credit', { deposit_id: deposit })).json.line.decided_at).toBeNull()
    expect(refusal(await act(cashier, line, 'credit', { deposit_id: deposit }))).toEqual([409, 'same_operator'])
    expect(await cash(player)).toBe(0n)
    expect((await act(colleague, line, 'credit', { deposit_id: deposit })).json.line.state).toBe('credited')
    expect(await cash(player)).toBe(1_200_000n)
  })

  it('without a deposit is assigned to its player, a large one by two operators', async () => {
    const player = await world.player()
    await importLines(cashier, [
      { amount: '30.00', text: 'no words ASSIGN-1' },
      { amount: '15000.00', text: 'no words ASSIGN-2' },
    ])
    const before = await suspense()
    const small = await lineWith('ASSIGN-1')
    expect(
      (await act(cashier, small, 'assign', { player_id: player.id, note: 'called us with the slip' })).json.line,
    ).toMatchObject({
      state: 'assigned',
      player: { id: player.id },
    })
    const large = await lineWith('ASSIGN-2')
    const first = await act(cashier, large, 'assign', { player_id: player.id, note: 'slip seen' })
    expect(first.json.line.state).toBe('awaiting_second_approval')
    expect(refusal(await act(cashier, first.json.line, 'assign', { player_id: player.id, note: 'again' }))).toEqual([
      409,
      'same_operator',
    ])
    const other = await world.player()
    expect(refusal(await act(colleague, first.json.line, 'assign', { player_id: other.id, note: 'another' }))).toEqual([
      409,
      'statement_match_changed',
    ])
    expect(
      (await act(colleague, first.json.line, 'assign', { player_id: player.id, note: 'slip seen too' })).json.line
        .state,
    ).toBe('assigned')
    expect(await cash(player)).toBe(1_503_000n)
    expect(await suspense()).toBe(before - 1_503_000n)
    const indian = await world.player({ market: 'IN' })
    await importLines(cashier, [{ amount: '5.00', text: 'ASSIGN-3' }])
    expect(
      refusal(await act(cashier, await lineWith('ASSIGN-3'), 'assign', { player_id: indian.id, note: 'wrong' })),
    ).toEqual([409, 'currency_mismatch'])
  })

  it('is decided once: a decision on an old version changes nothing', async () => {
    const player = await world.player()
    await importLines(cashier, [{ amount: '12.00', text: 'ONCE-ONLY' }])
    const line = await lineWith('ONCE-ONLY')
    const all = await Promise.all(
      [cashier, colleague].flatMap((operator) => [
        act(operator, line, 'assign', { player_id: player.id, note: 'the first' }),
        act(operator, line, 'dismiss', { reason: 'sent_back', note: 'the other' }),
      ]),
    )
    expect(all.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(all.filter((answer) => answer.json.code === 'statement_line_changed')).toHaveLength(3)
    expect([0n, 1_200n]).toContain(await cash(player))
  })

  it('of another account’s deposit is refused', async () => {
    const player = await world.player()
    const deposit = await tellOf(player, '52', 'OTHER-ACCOUNT')
    await importLines(cashier, [{ amount: '52.00', reference: 'OTHER-ACCOUNT' }], '4')
    const line = await lineWith('OTHER-ACCOUNT')
    expect(line.candidates).toEqual([])
    expect(refusal(await act(cashier, line, 'credit', { deposit_id: deposit }))).toEqual([
      409,
      'statement_match_changed',
    ])
  })
})

describe('reconciliation', () => {
  it('lists what only one side has, in a CSV that runs no formula', async () => {
    const player = await world.player()
    const alone = await tellOf(player, '37', 'NOT-AT-BANK')
    const { version } = (await cashier.get(`/staff/deposits/${alone}`)).json.deposit
    await cashier.post(`/staff/deposits/${alone}/approve`, { received_amount: '37', version })
    await tellOf(player, '80', 'OTHER-SUM1')
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
    const told = await player.form(
      '/player/deposit-india/manual-deposit/send-deposit-request',
      { payment_detail_id: '3', amount: '500', utr: '123456789012' },
      { name: 'p.png', type: 'image/png', bytes: await picture() },
    )
    const { id } = told.json.data.deposit
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
