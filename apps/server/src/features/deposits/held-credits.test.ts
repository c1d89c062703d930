import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { Answer, World } from '../../../test/world.ts'
import type { RestrictionCode } from '../limits/index.ts'
import { listHolds, type CreditFacts } from './credit-gate.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>
let cashier: Operator
let manager: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
  manager = await world.operator('manager')
})
afterAll(() => close())

const refusal = ({ status, json }: Answer) => [status, json.code]
let references = 0
async function submitted(player: Player): Promise<string> {
  const fields = { manual_deposit_id: '2', amount: '500', utr: `HELD ${++references}` }
  const answer = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return answer.json.data.deposit.id as string
}
const seen = async (id: string) => (await cashier.get(`/staff/deposits/${id}`)).json.deposit
const decide = async (id: string, verb: string, body: object) =>
  cashier.post(`/staff/deposits/${id}/${verb}`, { version: (await seen(id)).version, ...body })
const approve = (id: string, more: object = {}) => decide(id, 'approve', { received_amount: '500', ...more })
const own = async (player: Player, id: string) => (await player.get(`/player/deposits/${id}`)).json.deposit
const excluded = (player: Player) => player.post('/player/self-exclusion', { months: 6, confirm: 'EXCLUDE' })
const cashOf = async (player: Player) => (await world.balance(player.id)).cashMinor

describe('a deposit whose player excluded themselves during the review', () => {
  it('shows the exclusion to the cashier, and is credited only after the player agrees', async () => {
    const player = await world.player()
    const id = await submitted(player)
    expect((await own(player, id)).choice).toBeNull()
    expect((await excluded(player)).status).toBe(200)
    expect((await seen(id)).held).toMatchObject([{ code: 'on_break', can_acknowledge: false }])
    expect(refusal(await approve(id))).toEqual([409, 'credit_held'])
    // An operator's acknowledgement does not replace the player's choice.
    expect(refusal(await approve(id, { acknowledged: ['on_break'] }))).toEqual([409, 'credit_held'])
    expect(await cashOf(player)).toBe(0n)

    expect((await own(player, id)).choice).toEqual({ chosen: null })
    const other = await world.player()
    expect(refusal(await other.post(`/player/deposits/${id}/choice`, { choice: 'credit' }))).toEqual([404, 'not_found'])
    const chosen = (await player.post(`/player/deposits/${id}/choice`, { choice: 'credit' })).json
    expect(chosen.deposit.choice).toEqual({ chosen: 'credit' })
    expect(chosen.deposit.timeline.at(-1).text.code).toBe('credit_asked')
    expect((await seen(id)).held).toEqual([])
    expect((await approve(id)).status).toBe(200)
    expect(await cashOf(player)).toBe(50_000n)
  })

  it('is sent back when the player asks for it, with an explanation', async () => {
    const player = await world.player()
    const id = await submitted(player)
    await excluded(player)
    await player.post(`/player/deposits/${id}/choice`, { choice: 'credit' })
    // The last choice counts.
    await player.post(`/player/deposits/${id}/choice`, { choice: 'refund' })
    expect((await seen(id)).held[0].text).toEqual({
      code: 'hold_excluded_asked',
      params: { until: expect.stringMatching(/^20/) },
    })
    expect(refusal(await approve(id))).toEqual([409, 'credit_held'])
    expect((await decide(id, 'reject', { reason: 'sent_back' })).status).toBe(200)
    expect(await own(player, id)).toMatchObject({
      state: 'rejected',
      reason: { code: 'deposit_rejected', params: { reason: 'sent_back' } },
      choice: null,
    })
    expect(refusal(await player.post(`/player/deposits/${id}/choice`, { choice: 'credit' }))).toEqual([
      409,
      'deposit_state_changed',
    ])
  })

  it('needs no choice from a player without a break', async () => {
    const player = await world.player()
    const id = await submitted(player)
    expect(refusal(await player.post(`/player/deposits/${id}/choice`, { choice: 'refund' }))).toEqual([
      409,
      'deposit_state_changed',
    ])
  })
})

describe('a deposit of a suspended player', () => {
  it('is credited only by an operator who acknowledges it', async () => {
    const player = await world.player()
    const id = await submitted(player)
    await manager.post(`/staff/players/${player.id}/active`, { active: false, reason: 'A doubt' })
    expect((await seen(id)).held).toMatchObject([{ code: 'player_suspended', can_acknowledge: true }])
    expect(refusal(await approve(id))).toEqual([409, 'credit_held'])
    expect((await approve(id, { acknowledged: ['player_suspended'] })).status).toBe(200)
    expect(await cashOf(player)).toBe(50_000n)
    const { entries } = (await manager.get(`/staff/audit?subject=${id}`)).json
    expect(JSON.stringify(entries)).toContain('in spite of player_suspended')
  })
})

describe('a deposit of a player', () => {
  it('whom an operator blocked is credited only by an operator who acknowledges it', async () => {
    const player = await world.player()
    const id = await submitted(player)
    await manager.post(`/staff/players/${player.id}/play-block`, { blocked: true, reason: 'A doubt' })
    expect((await seen(id)).held).toMatchObject([{ code: 'play_blocked', can_acknowledge: true }])
    expect((await own(player, id)).choice).toBeNull()
    expect(refusal(await approve(id))).toEqual([409, 'credit_held'])
    expect((await approve(id, { acknowledged: ['play_blocked'] })).status).toBe(200)
    expect(await cashOf(player)).toBe(50_000n)
  })

  it('on a time-out names its end to the cashier, and is credited once it is over', async () => {
    const player = await world.player()
    const id = await submitted(player)
    const { block } = (await player.post('/player/time-out', { days: 1 })).json
    expect((await seen(id)).held).toMatchObject([
      { text: { code: 'hold_break_waiting', params: { until: block.until } } },
    ])
    world.clock.leap(86_400_000)
    ;[cashier, manager] = [await world.signIn(cashier), await world.signIn(manager)]
    expect((await approve(id)).status).toBe(200)
  })

  it('whose wallet is frozen is credited, and whose wallet is closed is not', async () => {
    const [frozen, closed] = [await world.player(), await world.player()]
    const [one, other] = [await submitted(frozen), await submitted(closed)]
    await manager.post(`/staff/players/${frozen.id}/freeze`, { frozen: true, reason: 'A court order' })
    expect((await approve(one)).status).toBe(200)
    await world.db.transaction((tx) => world.app.features.wallet.close(tx, closed.id, world.clock.now()))
    expect((await seen(other)).held).toMatchObject([{ code: 'wallet_closed', can_acknowledge: false }])
    expect(refusal(await approve(other, { acknowledged: ['wallet_closed'] }))).toEqual([409, 'credit_held'])
  })
})

describe('a payment that a service confirms to a player on a break', () => {
  it('waits for a manager and for the player’s choice', async () => {
    const player = await world.player()
    const { pin } = await sandbox.voucher('silent')
    const begun = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
    const id = begun.json.data.deposit.id as string
    await excluded(player)
    await world.db.kysely
      .updateTable('payments.service_payment')
      .set({ next_check_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await world.app.features.payments.clean()
    expect(await own(player, id)).toMatchObject({ state: 'review', choice: { chosen: null } })
    const settle = () => manager.post(`/staff/payment-cases/${id}/settle`, { outcome: 'credit', note: 'It is theirs' })
    expect(refusal(await settle())).toEqual([409, 'credit_held'])
    await player.post(`/player/deposits/${id}/choice`, { choice: 'credit' })
    expect((await settle()).status).toBe(200)
    expect(await cashOf(player)).toBeGreaterThan(0n)
  })
})

describe('the reasons to hold a credit', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day))
  const standing = (code: RestrictionCode, kind: CreditFacts['restrictions'][number]['kind'] = null) => ({
    code,
    kind,
    from: at(2),
    until: null,
  })
  const open = { restrictions: [], choice: undefined }
  const onBreak = [standing('on_break', 'time_out')]

  it.each([
    ['none', open, []],
    ['a break', { ...open, restrictions: onBreak }, ['on_break']],
    [
      'a word from before the break',
      { restrictions: onBreak, choice: { choice: 'credit' as const, chosenAt: at(1) } },
      ['on_break'],
    ],
    [
      'a word since the break began',
      { restrictions: onBreak, choice: { choice: 'credit' as const, chosenAt: at(2) } },
      [],
    ],
    [
      'everything at once',
      {
        ...open,
        isPayerBlocked: true,
        restrictions: [
          standing('player_suspended'),
          standing('play_blocked', 'operator'),
          standing('on_break', 'self_exclusion'),
          standing('wallet_frozen'),
          standing('wallet_closed'),
        ],
      },
      ['wallet_closed', 'on_break', 'play_blocked', 'player_suspended', 'payer_blocked'],
    ],
  ])('are by their state, as of %s', (_state, facts, codes) => {
    expect(listHolds({ isPayerBlocked: false, ...facts }).map(({ code }) => code)).toEqual(codes)
  })
})
