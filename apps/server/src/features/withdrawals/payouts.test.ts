import '../statements/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { importLines, linesOf, type Operator } from '../../../test/statements.ts'
import { openSentPayouts } from '../../../test/payouts.ts'
import { leaveUnanswered, openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import type { Answer, World } from '../../../test/world.ts'

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let cashier: Operator
let colleague: Operator
beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  cashier = await world.operator('cashier')
  colleague = await world.operator('cashier')
})
afterAll(() => close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const { standing, house, seen, decide, approved } = openSentPayouts(() => ({ world, cashier, colleague }))
/** Makes all open payouts due now, and runs the clean-up job. */
const cleanUp = async () => {
  await world.db.kysely
    .updateTable('withdrawals.withdrawal')
    .set({ next_check_at: new Date(0) })
    .where('next_check_at', 'is not', null)
    .execute()
  await world.app.features.withdrawals.sending.clean()
}

describe('a payout through the service', () => {
  it.each([
    ['paid', 'paid', [60_000n, 0n]],
    ['failed', 'failed', [100_000n, 0n]],
  ])('that is %s ends so at once', async (behaviour, state, stands) => {
    await sandbox.payoutsAre(behaviour)
    const { player, id, code } = await approved()
    expect((await decide(cashier, id, 'send')).json.withdrawal.state).toBe(state)
    expect(await standing(player)).toEqual(stands)
    expect((await sandbox.payouts()).filter((payout) => payout.external_reference === code)).toHaveLength(1)
    expect(refusal(await decide(cashier, id, 'send'))).toEqual([409, 'withdrawal_state_changed'])
  })

  it('that is slow stays sent until the service reports a result', async () => {
    await sandbox.payoutsAre('slow')
    const { player, id } = await approved()
    expect((await decide(cashier, id, 'send')).json.withdrawal.state).toBe('sent')
    expect(await standing(player)).toEqual([60_000n, 0n])
    await cleanUp()
    expect((await seen(id)).state).toBe('sent')
    await cleanUp()
    expect((await seen(id)).state).toBe('paid')
  })

  it.each([['silent'], ['lost']])(
    'that is %s is unknown without a refund, and the clean-up job has it paid once',
    async (behaviour) => {
      await sandbox.payoutsAre(behaviour)
      const { player, id, code } = await approved()
      const sent = await decide(cashier, id, 'send')
      expect(sent.json.withdrawal.state).toBe('unknown')
      expect(await standing(player)).toEqual([60_000n, 0n])
      expect((await player.get(`/player/withdrawals/${id}`)).json.withdrawal).toMatchObject({
        status: 'processing',
        expected_by: expect.any(String),
      })
      // Operators cannot decide it: only the service knows whether it paid.
      expect(refusal(await decide(cashier, id, 'fail', { note: 'no answer' }))).toEqual([409, 'payout_with_service'])
      expect(refusal(await decide(cashier, id, 'pay', { payment_reference: 'GUESS1' }))).toEqual([
        409,
        'payout_with_service',
      ])
      expect(refusal(await decide(cashier, id, 'reject', { reason: 'other' }))).toEqual([
        409,
        'withdrawal_state_changed',
      ])
      await cleanUp()
      expect((await seen(id)).state).toBe('paid')
      expect((await sandbox.payouts()).filter((payout) => payout.external_reference === code)).toHaveLength(1)
    },
    30_000,
  )

  it('whose service keeps the connection open becomes unknown at the timeout, and is paid once', async () => {
    await sandbox.payoutsAre('paid')
    const { id, code } = await approved()
    const restoreAnswers = leaveUnanswered('/payouts')
    const sent = await decide(cashier, id, 'send').finally(restoreAnswers)
    expect(sent.json.withdrawal.state).toBe('unknown')
    await cleanUp()
    expect((await seen(id)).state).toBe('paid')
    expect((await sandbox.payouts()).filter((payout) => payout.external_reference === code)).toHaveLength(1)
  })

  it.each([
    ['failed', 'failed', [100_000n, 0n]],
    ['slow', 'sent', [60_000n, 0n]],
  ])('that was lost and is %s when it is ordered again becomes so', async (behaviour, state, stands) => {
    await sandbox.payoutsAre('lost')
    const { player, id } = await approved()
    expect((await decide(cashier, id, 'send')).json.withdrawal.state).toBe('unknown')
    await sandbox.payoutsAre(behaviour)
    await cleanUp()
    expect((await seen(id)).state).toBe(state)
    expect(await standing(player)).toEqual(stands)
  })

  it('that is returned later is credited back once', async () => {
    await sandbox.payoutsAre('returned')
    const { player, id } = await approved()
    expect((await decide(cashier, id, 'send')).json.withdrawal.state).toBe('paid')
    const bank = await house('bank_detail:payouts')
    await cleanUp()
    expect((await seen(id)).state).toBe('returned')
    expect(await standing(player)).toEqual([100_000n, 0n])
    expect(await house('bank_detail:payouts')).toBe(bank + 40_000n)
    await cleanUp()
    expect(await standing(player)).toEqual([100_000n, 0n])
    expect((await player.get(`/player/withdrawals/${id}`)).json.withdrawal).toMatchObject({
      status: 'reversed',
      reason: { code: 'withdrawal_stopped', params: { reason: 'returned' } },
    })
  })
})

describe('a fee', () => {
  it('is shown before, charged at sending, and refunded with unpaid amounts', async () => {
    const settings = world.app.features.portal.settings()
    await world.app.features.portal.change({
      withdrawals: {
        ...settings.withdrawals,
        fee: { NA: { flat_minor: '500', percent_bp: 100 }, IN: { flat_minor: '0', percent_bp: 0 } },
      },
    })
    await sandbox.payoutsAre('slow')
    const fees = await house('fees')
    const { player, id } = await approved()
    expect((await player.get('/player/withdraw-options')).json.fee).toEqual({ flat: '5.00', percent: '1.00' })
    expect((await decide(cashier, id, 'send')).json.withdrawal).toMatchObject({
      amount: '400.00',
      fee: '9.00',
      state: 'sent',
    })
    expect(await house('fees')).toBe(fees - 900n)
    const { pay_code } = await seen(id)
    await fetch(`${sandbox.origin}/bank/payouts/${pay_code}/outcome`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"outcome":"failed"}',
    })
    await cleanUp()
    expect((await seen(id)).state).toBe('failed')
    expect(await standing(player)).toEqual([100_000n, 0n])
    expect(await house('fees')).toBe(fees)
    await world.app.features.portal.change({ withdrawals: settings.withdrawals })
  })
})

describe('the name of a payout account', () => {
  it('that differs from the payer names of the player’s deposits must be checked before the approval', async () => {
    const player = await playerToBePaid(world)
    const code = (await world.app.features.accounts.findPlayer(player.id))!.deposit_code
    const submitted = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
      manual_deposit_id: '2',
      amount: '50',
      utr: `NAMED${player.id.slice(-5)}`,
    })
    await importLines(cashier, [{ amount: '50.00', text: `Ester Nangolo ${code}` }])
    const [line] = (await linesOf(cashier, 'state=exact')).filter((one) => one.text.includes(code))
    await cashier.post(`/staff/statement-lines/${line.id}/credit`, {
      version: line.version,
      deposit_id: submitted.json.data.deposit.id,
    })
    const asked = await player.post('/player/withdrawals', {
      amount: '100',
      payout_account_id: player.payoutAccountId,
      otp: await withdrawalCode(world, player, '100'),
    })
    const { id } = asked.json.withdrawal
    expect((await seen(id)).warnings[0]).toMatchObject({
      code: 'name_differs',
      grade: 'likely',
      must_check: true,
    })
    expect(refusal(await decide(cashier, id, 'approve'))).toEqual([409, 'risks_unchecked'])
    expect((await decide(cashier, id, 'approve', { checked: ['name_differs'] })).json.withdrawal.state).toBe('approved')
  })
})
