import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let manager: Operator
let finance: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  manager = await world.operator('manager')
  finance = await world.operator('finance')
})
afterAll(() => close())

/** A payment in review. @returns its id */
async function inReview(): Promise<string> {
  const player = await world.player()
  const { pin } = await sandbox.voucher('foreign', '60.00')
  const answer = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  return answer.json.data.deposit.id as string
}
const give = (by: Operator, id: string, to: Operator | null) =>
  by.post(`/staff/payment-cases/${id}/assign`, { operator_id: to?.id ?? null })
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const mine = async (operator: Operator) =>
  (await operator.get('/staff/overview')).json.mine.find(({ kind }: { kind: string }) => kind === 'assigned_cases')
const assignedOf = async (id: string) =>
  (await manager.get('/staff/payment-cases')).json.cases.find((one: { id: string }) => one.id === id)?.assigned

it('a case is taken, reassigned and unassigned, and counts for its assignee until it is settled', async () => {
  const since = world.clock.now().toISOString()
  const [one, other] = [await inReview(), await inReview()]
  expect([await assignedOf(one), (await mine(finance)).count]).toEqual([null, 0])
  for (const id of [one, other]) {
    const taken = await give(finance, id, finance)
    expect(taken.json.case.assigned).toEqual({ id: finance.id, name: finance.name })
  }
  expect(await assignedOf(one)).toEqual({ id: finance.id, name: finance.name })
  expect(await mine(finance)).toMatchObject({ count: 2, oldest: since })
  expect(await mine(manager)).toMatchObject({ count: 0, oldest: null })

  expect((await give(finance, one, manager)).status).toBe(200)
  expect([(await mine(finance)).count, (await mine(manager)).count]).toEqual([1, 1])
  // A repeat changes nothing, and writes no audit entry.
  expect((await give(finance, one, manager)).status).toBe(200)
  const { entries } = (await manager.get(`/staff/audit?subject=${one}`)).json
  expect(entries.map(({ operator, text }: { operator: string; text: string }) => [operator, text])).toEqual([
    [finance.name, `Gave the case to ${manager.name}`],
    [finance.name, `Gave the case to ${finance.name}`],
  ])

  // The others who may settle still can.
  const refused = await finance.post(`/staff/payment-cases/${one}/settle`, { outcome: 'refuse', note: 'Not ours' })
  expect(refused.json.case).toMatchObject({ state: 'refused', assigned: { id: manager.id } })
  expect((await mine(manager)).count).toBe(0)
  expect((await give(manager, other, null)).json.case.assigned).toBeNull()
  expect((await mine(finance)).count).toBe(0)
})

it('a case is assigned only by and to operators who may settle, while it waits', async () => {
  const id = await inReview()
  const [cashier, risk] = [await world.operator('cashier'), await world.operator('risk')]
  const { operators } = (await manager.get('/staff/case-settlers')).json
  const names = operators.map(({ name }: { name: string }) => name)
  expect(names).toEqual([...names].sort())
  expect(names).toEqual(expect.arrayContaining([finance.name, manager.name]))
  for (const { name } of [cashier, risk]) expect(names).not.toContain(name)

  expect(refusal(await give(cashier, id, cashier))).toEqual([403, 'staff_forbidden'])
  expect(refusal(await cashier.get('/staff/case-settlers'))).toEqual([403, 'staff_forbidden'])
  expect(await mine(cashier)).toBeUndefined()
  expect(refusal(await give(manager, id, risk))).toEqual([422, 'settler_unknown'])
  expect(refusal(await give(manager, 'pay_nobody', manager))).toEqual([404, 'not_found'])
  expect(await assignedOf(id)).toBeNull()
  await manager.post(`/staff/payment-cases/${id}/settle`, { outcome: 'refuse', note: 'Not ours' })
  expect(refusal(await give(manager, id, manager))).toEqual([409, 'case_closed'])
})

it('an operator who loses the permission is no longer offered as assignee', async () => {
  const leaver = await world.operator('finance')
  const admin = await world.operator('admin')
  const offered = async () =>
    (await manager.get('/staff/case-settlers')).json.operators.map(({ id }: { id: string }) => id)
  expect(await offered()).toContain(leaver.id)
  const off = await admin.post(`/staff/operators/${leaver.id}/active`, { active: false, reason: 'Left the house' })
  expect(off.status).toBe(200)
  expect(await offered()).not.toContain(leaver.id)
})
