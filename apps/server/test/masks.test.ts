import '../src/features/staff/tables.ts'
import type { Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { allPermissions, type Permission } from '@dhow/contract/permissions'
import { personalFields } from '@dhow/contract/personal-fields'
import { fieldsOf } from '@dhow/contract/records'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from './api-calls.ts'
import { readPermissionRows } from './permission-rows.ts'
import { addRoles, giveRole } from './roles.ts'
import { openWorld, type World } from './world.ts'

/**
 * Every read operation of the console × the fields that identify a player: by the contract, and by the content of
 * answers.
 */

const reads = Object.values(operations)
  .flat()
  .filter(({ access, method }) => access === 'staff' && method === 'GET')

const staffOperations = Object.values(operations)
  .flat()
  .filter(({ access }) => access === 'staff')
const rows = readPermissionRows()
const fieldsMarked = (reply: Operation['reply']) => [
  ...new Set(personalFields(reply).map(({ path }) => path.replace(/^\./, ''))),
]
/** Whether a field is listed, or is inside a listed one: a payout account's line is masked as a whole. */
const isListed = (listed: readonly string[], field: string) =>
  listed.some((one) => field === one || field.startsWith(`${one}.`))

/** All texts of an answer: their place, and their field of the reply. */
function valuesOf(value: unknown, at = ''): { at: string; field: string; value: string }[] {
  if (typeof value === 'string') return [{ at, field: at.replaceAll(/\[\d+\]/g, '[]'), value }]
  if (Array.isArray(value)) return value.flatMap((one, index) => valuesOf(one, `${at}[${index}]`))
  return Object.entries(fieldsOf(value)).flatMap(([name, one]) => valuesOf(one, at === '' ? name : `${at}.${name}`))
}

/** All fields of a schema, by path. */
function pathsOf(schema: unknown, path = ''): string[] {
  const def = fieldsOf(fieldsOf(fieldsOf(schema)['_zod'])['def'])
  const inner = (one: unknown) => pathsOf(one, path)
  if (def['type'] === 'object')
    return Object.entries(fieldsOf(def['shape'])).flatMap(([name, part]) =>
      pathsOf(part, path === '' ? name : `${path}.${name}`),
    )
  if (def['type'] === 'array') return pathsOf(def['element'], `${path}[]`)
  if (def['type'] === 'union' && Array.isArray(def['options'])) return def['options'].flatMap(inner)
  return def['innerType'] === undefined ? [path] : inner(def['innerType'])
}

let world: World
let player: Awaited<ReturnType<typeof playerToBePaid>>
let operator: Awaited<ReturnType<World['operator']>>
let withdrawalId: string
let mobile: string
let things: Record<string, string>
const accountNumber = /"account_number","value":"\d{6,}"/
const payoutNumber = '62001234567'

beforeAll(async () => {
  world = await openWorld()
  await world.operator('admin')
  player = await playerToBePaid(world)
  operator = await world.operator('support')
  const deposit = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount: '500',
    utr: 'MASKS1',
  })
  const asked = await player.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp: await withdrawalCode(world, player),
  })
  withdrawalId = asked.json.withdrawal.id
  const question = await player.post(`/player/payments/${deposit.json.data.deposit.id}/help`, { text: 'Where is it?' })
  mobile = (await world.app.features.accounts.findPlayer(player.id))!.mobile
  things = {
    '/staff/players/:id': player.id,
    '/staff/deposits/:id': deposit.json.data.deposit.id,
    '/staff/withdrawals/:id': withdrawalId,
    '/staff/help-cases/:id': question.json.help.id,
  }
  const held = allPermissions.filter((permission) => permission !== 'players.see_identity')
  await addRoles(world, [{ id: 'rol_masks', held }])
})
afterAll(() => world.close())

const become = (role: string) => giveRole(world, operator, role)

/** Answer of a read operation at the path of the player's objects. */
async function answerOf({ path, query }: Operation): Promise<unknown> {
  const [pattern] = /^.*?\/:[a-z]+/.exec(path) ?? []
  const address = path.replace(/:id/, things[pattern ?? ''] ?? 'nothing_x').replaceAll(/:[a-z]+/g, 'x')
  const about = query && address.endsWith('/messages') ? '?about=x' : ''
  const { json } = await operator.get(`${address}${about}`)
  return Buffer.isBuffer(json) ? json.toString() : json
}
const read = async (operation: Operation) => JSON.stringify(await answerOf(operation))

it('an operator with the permission for identities gets full numbers and accounts, so the next test can fail', async () => {
  await become('admin')
  const inFull = []
  for (const operation of reads) {
    const text = await read(operation)
    if (text.includes(mobile) || accountNumber.test(text)) inFull.push(operation.name)
  }
  expect(inFull).toEqual(
    expect.arrayContaining(['staffPlayers', 'staffPlayer', 'staffDeposits', 'staffWithdrawals', 'staffGetWithdrawal']),
  )
})

it.each(reads.map((operation) => [operation.name, operation] as const))(
  '%s returns no number or account without the permission',
  async (_name, operation) => {
    await become('rol_masks')
    const text = await read(operation)
    expect(text).not.toContain(mobile.slice(4))
    expect(text).not.toMatch(accountNumber)
  },
)

it.each(reads.map((operation) => [operation.name, operation] as const))(
  '%s masks the fields of its reference row, and has number and account in no others',
  async (name, operation) => {
    const listed = rows.get(name)?.masked ?? []
    await become('admin')
    const full = valuesOf(await answerOf(operation))
    await become('rol_masks')
    const masked = new Map(valuesOf(await answerOf(operation)).map(({ at, value }) => [at, value]))
    const personal = full.filter(({ value }) => value.includes(mobile) || value.includes(payoutNumber))
    expect(personal.map(({ field }) => field).filter((field) => !isListed(listed, field))).toEqual([])
    for (const { at, field } of personal)
      expect([field, masked.get(at)]).toEqual([field, expect.stringContaining('••••')])
  },
)

/** Similarly named fields that concern no player: the number of blocked numbers, and the operator's own accounts. */
const ours = [
  'blockEntries counts.mobile',
  'staffSettings settings.payer_accounts.NA.holder',
  'staffSettings settings.payer_accounts.IN.holder',
]

it('every reply masks the fields of its reference row, and every field with such a name', () => {
  const marked = staffOperations.map(({ name, reply }) => [name, fieldsMarked(reply)])
  expect(marked).toEqual(staffOperations.map(({ name }) => [name, rows.get(name)?.masked ?? 'no row']))
  const named = staffOperations.flatMap(({ name, reply }) =>
    pathsOf(reply)
      .filter((path) => /(^|[.\]])(mobile|holder|account_number|wallet_number|upi_id|number_end)$/.test(path))
      .filter((path) => !isListed(fieldsMarked(reply), path))
      .map((path) => `${name} ${path}`),
  )
  expect(named).toEqual(ours)
})

it('a field is shown for a reason, and the audit trail has operator, player, field and reason', async () => {
  await become('rol_masks')
  const reveal = (body: object) => operator.post(`/staff/players/${player.id}/reveal`, body)
  expect((await operator.get(`/staff/players/${player.id}`)).json.player.mobile).toMatch(/••••/)
  expect((await reveal({ field: 'mobile', reason: '' })).json.code).toBe('invalid_fields')
  const shown = await reveal({ field: 'mobile', reason: 'They called us' })
  expect(shown.json.values).toEqual([{ field: 'mobile', value: mobile }])
  const paid = await reveal({ field: 'pay_to', withdrawal_id: withdrawalId, reason: 'The bank asked' })
  expect(JSON.stringify(paid.json.values)).toMatch(accountNumber)
  expect((await reveal({ field: 'pay_to', withdrawal_id: 'wd_other', reason: 'The bank asked' })).status).toBe(404)
  const { entries } = (await operator.get(`/staff/audit?subject=${player.id}&action=player.reveal`)).json
  expect(entries).toHaveLength(2)
  expect(entries[1]).toMatchObject({ operator: operator.name, after: { field: 'mobile' } })
  expect(entries[1].text).toContain('They called us')
})

it('the bank’s files, which cannot be masked, need the permission for identities', () => {
  const files = Object.values(operations)
    .flat()
    .filter(({ name }) => /^payoutBatch(Csv|Pain001)$/.test(name))
  expect(files.map(({ needs }) => needs)).toEqual(
    files.map((): Permission[] => ['withdrawals.send', 'players.see_identity']),
  )
})
