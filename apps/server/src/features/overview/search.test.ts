import '../staff/tables.ts'
import { maskedMobile } from '@dhow/contract/personal-fields'
import { allPermissions, type Permission } from '@dhow/contract/permissions'
import { maxHits } from '@dhow/contract/search'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import type { World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let operator: Awaited<ReturnType<World['operator']>>
let player: Awaited<ReturnType<typeof playerToBePaid>>
let depositId: string
let withdrawalId: string
let payCode: string
let voucher: { id: string; pin: string }
let mobile: string
const accountNumber = '62001234567'

/** Roles with all permissions but one, and roles with only the one of a kind. */
const lacking = (permission: Permission) => `rol_lacks_${permission}`
const only = (permission: Permission) => `rol_only_${permission}`
const opening = ['players.see', 'deposits.see', 'withdrawals.see', 'cases.see', 'games.see'] as const

beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  await world.operator('admin')
  operator = await world.operator('support')
  player = await playerToBePaid(world)
  mobile = (await world.app.features.accounts.findPlayer(player.id))!.mobile
  const fields = { manual_deposit_id: '2', amount: '500', utr: 'FIND-ME-77' }
  const sent = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
  depositId = sent.json.data.deposit.id
  const { pin } = await sandbox.voucher('good', '220.50')
  const redeemed = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  voucher = { id: redeemed.json.data.deposit.id, pin }
  await (await seatOf(world, player)).bet(100, 'bet-to-find', 'round-to-find')
  const asked = await player.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp: await withdrawalCode(world, player),
  })
  withdrawalId = asked.json.withdrawal.id
  await addSearchRoles()
  payCode = (await operator.get(`/staff/withdrawals/${withdrawalId}`)).json.withdrawal.pay_code
})
afterAll(() => close())

async function addSearchRoles() {
  const roles = [
    ...['players.see_identity', ...opening].map((one) => ({
      id: lacking(one as Permission),
      held: allPermissions.filter((permission) => permission !== one),
    })),
    ...opening.map((one) => ({ id: only(one), held: [one] })),
    { id: 'rol_nothing', held: [] },
  ]
  await addRoles(world, roles)
}

const become = (role: string) => giveRole(world, operator, role)

const searchAs = async (role: string, q: string) => {
  await become(role)
  const { status, json } = await operator.get(`/staff/search?q=${encodeURIComponent(q)}`)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json
}
/** An admin's hits: `kind: id`, and for players how they were found. */
const hits = async (q: string, role = 'admin'): Promise<string[]> => {
  const json = await searchAs(role, q)
  const ids = (kind: string) =>
    json[kind].map((hit: { id?: string; round_id?: string }) => `${kind}: ${hit.id ?? hit.round_id}`)
  return [
    ...json.players.map((hit: { id: string; found_by: string }) => `players: ${hit.id} by ${hit.found_by}`),
    ...['deposits', 'withdrawals', 'payments', 'rounds'].flatMap(ids),
  ]
}
const rename = (id: string, name: string) =>
  world.db.kysely.updateTable('accounts.player').set({ player_name: name }).where('id', '=', id).execute()

describe('a player is found', () => {
  it('by id, deposit code, the number in any notation, its end, and payout account', async () => {
    const { deposit_code } = (await world.app.features.accounts.findPlayer(player.id))!
    const national = `0${mobile.slice(4, 6)} ${mobile.slice(6, 9)} ${mobile.slice(9)}`
    for (const [q, by] of [
      [player.id, 'id'],
      [deposit_code.toLowerCase(), 'deposit_code'],
      [mobile, 'mobile'],
      [national, 'mobile'],
      [mobile.slice(-6), 'mobile'],
      ['6200 1234-567', 'account'],
    ] as const)
      expect([q, await hits(q)]).toEqual([q, [`players: ${player.id} by ${by}`]])
    expect(await hits(accountNumber.slice(0, -1))).toEqual([])
  })

  it('by the device of a session', async () => {
    const row = await world.db.kysely
      .selectFrom('accounts.player_session')
      .select('device_id')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    expect(await hits(row.device_id)).toEqual([`players: ${player.id} by device`])
  })

  it.each([
    ['t.shikongo92', 'shikongo'],
    ['t.shikongo92', 'Shikonga'],
    ['t.shikongo92', 'shkongo'],
    ['t.shikongo92', 'shikkongo'],
    ['t.shikongo92', 'shiknogo'],
    ['Maria_Nangolo', 'maira'],
    ['Maria_Nangolo', 'marianangola'],
    ['Maria_Nangolo', 'nangollo maria'],
  ])('%s by the misspelt name %s', async (name, typed) => {
    const other = await world.player()
    await rename(other.id, name)
    expect(await hits(typed)).toContain(`players: ${other.id} by spelling`)
    await rename(other.id, `gone_${other.id.slice(-6)}`)
  })

  it('by the start of a name before similar names, and not by a dissimilar name', async () => {
    const [like, starts, unlike] = [await world.player(), await world.player(), await world.player()]
    await rename(like.id, 'kandindo')
    await rename(starts.id, 'kandinda_9')
    await rename(unlike.id, 'petrus')
    expect(await hits('kandinda')).toEqual([`players: ${starts.id} by name`, `players: ${like.id} by spelling`])
  })
})

it.each([
  ['a deposit by its id', () => depositId, () => `deposits: ${depositId}`],
  ['a deposit by its reference as the player writes it', () => 'find me 77', () => `deposits: ${depositId}`],
  ['a deposit by the start of its reference', () => 'FINDM', () => `deposits: ${depositId}`],
  ['a withdrawal by its id', () => withdrawalId, () => `withdrawals: ${withdrawalId}`],
  [
    'a withdrawal by the text on the statement',
    () => payCode.toLowerCase(),
    () => `withdrawals: ${payCode && withdrawalId}`,
  ],
  ['a voucher by its id', () => voucher.id, () => `payments: ${voucher.id}`],
  ['a voucher by its number', () => voucher.pin.replace(/(.{4})/g, '$1 '), () => `payments: ${voucher.id}`],
  ['nothing by part of a voucher’s number', () => voucher.pin.slice(0, -1), () => undefined],
])('finds %s', async (_name, q, hit) => {
  expect(await hits(q())).toEqual(hit() === undefined ? [] : [hit()])
})

it('finds a round by its id', async () => {
  // The call log is written after the calls.
  await vi.waitFor(async () => {
    await world.clock.advance(1_000)
    expect(await hits('round-to-find')).toEqual(['rounds: round-to-find'])
  })
})

describe('the role’s permissions decide which kinds are searched', () => {
  const kinds = { deposits: () => depositId, withdrawals: () => withdrawalId, payments: () => voucher.id } as const
  const needed = { deposits: 'deposits.see', withdrawals: 'withdrawals.see', payments: 'cases.see' } as const

  it.each(['deposits', 'withdrawals', 'payments'] as const)('%s', async (kind) => {
    const hit = [`${kind}: ${kinds[kind]()}`]
    expect(await hits(kinds[kind](), only(needed[kind]))).toEqual(hit)
    expect(await hits(kinds[kind](), lacking(needed[kind]))).toEqual([])
  })

  it('players and rounds', async () => {
    expect(await hits(player.id, only('players.see'))).toHaveLength(1)
    expect(await hits(player.id, lacking('players.see'))).toEqual([])
    expect(await hits('round-to-find', only('games.see'))).toHaveLength(1)
    expect(await hits('round-to-find', lacking('games.see'))).toEqual([])
  })

  it('a payout account finds its player only with the permission for withdrawals', async () => {
    expect(await hits(accountNumber, only('players.see'))).toEqual([])
    expect(await hits(accountNumber, lacking('deposits.see'))).toHaveLength(1)
  })

  it('nothing without any of them', async () => {
    for (const q of [player.id, depositId, withdrawalId, voucher.id, 'round-to-find', accountNumber])
      expect(await hits(q, 'rol_nothing')).toEqual([])
  })
})

it('without the permission for numbers they are masked, and only the whole number is found', async () => {
  const role = lacking('players.see_identity')
  expect((await searchAs('admin', player.id)).players[0].mobile).toBe(mobile)
  expect((await searchAs(role, player.id)).players[0].mobile).toBe(maskedMobile(mobile))
  expect(await hits(mobile, role)).toEqual([`players: ${player.id} by mobile`])
  expect(await hits(mobile.slice(-6), role)).toEqual([])
})

it('lists eight hits of a kind and reports that there are more', async () => {
  for (let made = 0; made <= maxHits; made++) await rename((await world.player()).id, `many_of_${made}`)
  const json = await searchAs('admin', 'many_of')
  expect([json.players.length, json.more]).toEqual([maxHits, ['players']])
  expect((await searchAs('admin', player.id)).more).toEqual([])
})
