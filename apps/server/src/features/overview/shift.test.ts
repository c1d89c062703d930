import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { importLines, reportTransfer } from '../../../test/statements.ts'
import { openWorld, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
let manager: Operator
let cashier: Operator
let start: string
const path = '/staff/reports/shift'
const minuteMs = 60_000

beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
  const player = await world.player()
  const tester = await world.player()
  await admin.post(`/staff/players/${tester.id}/test-player`, { is_test: true, reason: 'Ours, to try things' })
  await approve(manager, await reportTransfer(player, '77', 'OTHER-1'), '77.00')
  start = world.clock.now().toISOString()
  for (const [minutes, amount] of [
    [1, '100'],
    [2, '200'],
    [10, '300.50'],
  ] as const)
    await decide(minutes, player, amount, (id) => approve(cashier, id, amount))
  await decide(1, tester, '900', (id) => approve(cashier, id, '900'))
  await decide(3, player, '40', async (id) => {
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'not_received', version })
  })
  await payOut()
  await assignLine(player.id)
  await answer(player)
  await reportTransfer(player, '55', 'LEFT-1')
  // The session was idle since before the shift.
  manager = await world.signIn(manager)
})
afterAll(() => world.close())

let references = 0
type Player = Awaited<ReturnType<World['player']>>
async function decide(minutes: number, player: Player, amount: string, how: (id: string) => Promise<unknown>) {
  const id = await reportTransfer(player, amount, `SHIFT-${++references}`)
  await world.clock.advance(minutes * minuteMs)
  await how(id)
}

async function approve(by: Operator, id: string, received_amount: string) {
  const { version } = (await by.get(`/staff/deposits/${id}`)).json.deposit
  expect((await by.post(`/staff/deposits/${id}/approve`, { received_amount, version })).status).toBe(200)
}

async function payOut() {
  const player = await playerToBePaid(world)
  const asked = await player.post('/player/withdrawals', {
    ...{ amount: '400', payout_account_id: player.payoutAccountId, otp: await withdrawalCode(world, player) },
  })
  const { id } = asked.json.withdrawal as { id: string }
  for (const step of ['approve', 'pay']) {
    await world.clock.advance(4 * minuteMs)
    const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal as { version: number }
    const body = step === 'approve' ? { version } : { version, payment_reference: 'SHIFT PAID' }
    expect((await cashier.post(`/staff/withdrawals/${id}/${step}`, body)).status).toBe(200)
  }
}

async function assignLine(playerId: string) {
  await importLines(cashier, [{ amount: '62.75', reference: 'NOBODY-KNOWS' }])
  const [line] = (await cashier.get('/staff/statement-lines')).json.lines
  const body = { player_id: playerId, note: 'Named on the slip', version: line.version }
  expect((await cashier.post(`/staff/statement-lines/${line.id}/assign`, body)).status).toBe(200)
}

async function answer(player: Player) {
  const id = await reportTransfer(player, '66', 'ASKED-1')
  const { help } = (await player.post(`/player/payments/${id}/help`, { text: 'I paid an hour ago.' })).json
  await world.clock.advance(2 * minuteMs)
  await player.post(`/player/payments/${id}/help`, { text: 'Hello?' })
  await world.clock.advance(5 * minuteMs)
  await cashier.post(`/staff/help-cases/${help.id}/answer`, { text: 'We see it.', close: false })
}

const shift = async (by: Operator, query = '') => (await by.get(`${path}?from=${start}${query}`)).json

it('counts an operator’s work in a period, with sums and the time from arrival to decision', async () => {
  const { operator, done } = await shift(cashier)
  expect(operator).toEqual({ id: cashier.id, name: cashier.name })
  expect(done).toEqual([
    { kind: 'deposits_approved', count: 3, ...nad('600.50'), median_s: 120, p90_s: 600 },
    { kind: 'deposits_refused', count: 1, ...nad('40.00'), median_s: 180, p90_s: 180 },
    { kind: 'withdrawals_approved', count: 1, ...nad('400.00'), median_s: 240, p90_s: 240 },
    { kind: 'withdrawals_paid', count: 1, ...nad('400.00'), median_s: 480, p90_s: 480 },
    { kind: 'lines_assigned', count: 1, ...nad('62.75'), median_s: 0, p90_s: 0 },
    { kind: 'help_answered', count: 1, sums: [], median_s: 420, p90_s: 420 },
  ])
})
const nad = (amount: string) => ({ sums: [{ currency: 'NAD', amount }] })

it('has exactly the sums of the ledger', async () => {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select case entry.action when 'deposit.approve' then 'deposits_approved' else 'lines_assigned' end as kind,
      sum(transfer.amount_minor)::bigint as amount
    from staff.audit_entry entry
    join ledger.postings posting on posting.key in ('deposit:' || entry.subject, 'statement-line:' || entry.subject)
    join ledger.transfers transfer on transfer.posting_id = posting.id
    join accounts.player player on player.id = transfer.player_id and not player.is_test
    where entry.operator_id = ${cashier.id} and entry.action in ('deposit.approve', 'statement.assign')
    group by 1 order by 1`.execute(world.db.kysely)
  const { done } = await shift(cashier)
  const summed = (kind: string) =>
    done.find((work: { kind: string }) => work.kind === kind).sums[0].amount.replace('.', '')
  expect(rows.map(({ kind, amount }) => [kind, String(amount)])).toEqual(
    ['deposits_approved', 'lines_assigned'].map((kind) => [kind, summed(kind)]),
  )
})

it('omits work outside the period, and shows the current queues', async () => {
  const later = world.clock.now().toISOString()
  const { done, left } = (await cashier.get(`${path}?from=${later}`)).json
  expect(done).toEqual([])
  expect(left.find(({ queue }: { queue: string }) => queue === 'deposits')).toMatchObject({ count: 2 })
})

it('is open to its operator, and to others by the permission of the reports', async () => {
  const refusal = async (by: Operator, of: Operator, file = '') => {
    const { status, json } = await by.get(`${path}${file}?from=${start}&operator=${of.id}`)
    return [status, json?.code]
  }
  expect(await refusal(cashier, manager)).toEqual([403, 'staff_forbidden'])
  expect(await refusal(cashier, manager, '.csv')).toEqual([403, 'staff_forbidden'])
  expect(await refusal(cashier, manager, '.xlsx')).toEqual([403, 'staff_forbidden'])
  const seen = await shift(manager, `&operator=${cashier.id}`)
  expect(seen.done).toEqual((await shift(cashier)).done)
  expect(seen.operators.map(({ id }: { id: string }) => id)).toContain(cashier.id)
  expect((await shift(cashier)).operators).toEqual([])
  expect((await manager.get(`${path}?operator=op_nobody`)).status).toBe(404)
})

it('is refused for a reversed period and for more than a month', async () => {
  const ends = (from: string, to: string) => cashier.get(`${path}?from=${from}T00:00:00Z&to=${to}T00:00:00Z`)
  expect(await ends('2026-11-02', '2026-11-01')).toMatchObject({ status: 422, json: { code: 'shift_backwards' } })
  expect(await ends('2026-10-01', '2026-11-02')).toMatchObject({ status: 422, json: { code: 'shift_too_long' } })
})

it('is downloaded as CSV and as a workbook', async () => {
  const file = await cashier.get(`${path}.csv?from=${start}`)
  const csv = String(file.json)
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'part,kind,count,currency,amount,median_s,p90_s,oldest',
    'done,deposits_approved,3,NAD,600.50,120,600,',
  ])
  expect(csv).toMatch(/\r\nleft,deposits,2,,,,,2026-/)
  const book = await cashier.get(`${path}.xlsx?from=${start}`)
  expect([book.status, book.headers['content-disposition']]).toEqual([200, expect.stringContaining('.xlsx')])
  // Both are complete before they are sent and have a length, so that a part is not taken for the whole.
  for (const { json, headers } of [file, book]) expect(headers['content-length']).toBe(String(json.length))
})
