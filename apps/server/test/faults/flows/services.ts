import { signatureOf } from '../../../src/features/payments/a-pay.ts'
import { over } from '../../processes.ts'
import { sandboxKey } from '../../sandbox.ts'
import type { Flow } from '../crash-flows.ts'
import { paymentsOf, type Acting, type Setup } from './setup.ts'

type Redemption = Acting & { pin: string }
const nobody = { cookies: new Map<string, string>(), token: () => undefined }

/** Money confirmed by an outside service. */
export function flowsOfServices(setup: Setup) {
  const { world, sandbox, manager, second } = setup

  const redeemVoucher: Flow<Redemption> = {
    async prepare() {
      const [player, { pin }] = [await world.player(), await sandbox.voucher('good', '30.00')]
      // All of them come from one address here.
      await world.db.kysely.deleteFrom('platform.attempt_count').execute()
      return { playerId: player.id, player, pin }
    },
    run: (server, { player, pin }, headers) =>
      over(server, player).post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin }, headers),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 3_000n, held: 0n, inPlay: 0n },
    record: (subject) => paymentsOf(setup, subject),
    recordBefore: { states: [], postings: 0 },
    between: [{ money: { cash: 0n, held: 0n, inPlay: 0n }, record: { states: ['redeeming'], postings: 0 } }],
    recordAfter: { states: ['succeeded'], postings: 1 },
    boundaries: 23,
  }

  const settleCase: Flow<Acting & { id: string }> = {
    async prepare() {
      const [player, { pin }] = [await world.player(), await sandbox.voucher('foreign', '60.00')]
      await world.db.kysely.deleteFrom('platform.attempt_count').execute()
      const { json } = await player.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
      const proposed = { outcome: 'credit', amount: '61.25', note: 'Converted at the day’s rate' }
      await manager.post(`/staff/payment-cases/${json.data.deposit.id}/settle`, proposed)
      const { changes } = (await second.get('/staff/changes')).json as { changes: { id: string; subject: string }[] }
      const { id } = changes.find((change) => change.subject === json.data.deposit.id)!
      return { playerId: player.id, player, id }
    },
    role: 'manager',
    run: (server, { id }, headers, by) => over(server, by, 'console').post(`/staff/changes/${id}/confirm`, {}, headers),
    alreadyDone: 'change_ended',
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 6_125n, held: 0n, inPlay: 0n },
    record: (subject) => paymentsOf(setup, subject),
    recordBefore: { states: ['review'], postings: 0 },
    recordAfter: { states: ['succeeded'], postings: 1 },
    boundaries: 25,
  }

  const takePostback: Flow<{ playerId: string; body: string }> = {
    async prepare(at) {
      const player = await world.player({ market: 'IN' })
      const reference = `TXN-${player.id.slice(-6)}-${at}`
      const path = `/player/payment-services/a-pay?return_url=/&amount=500&custom_transaction_id=${reference}`
      const { order_id, deposit } = (await player.get(path)).json.data as { order_id: string; deposit: { id: string } }
      await sandbox.setOutcome(order_id, 'lost')
      const fields = { order_id, status: 'Success', amount: 500, currency: 'INR' }
      const transactions = JSON.stringify([{ ...fields, custom_transaction_id: deposit.id, custom_user_id: player.id }])
      const signature = signatureOf(transactions, { accessKey: 'sandbox', privateKey: sandboxKey })
      const body = `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`
      return { playerId: player.id, body }
    },
    run: (server, { body }, headers) => over(server, nobody).post('/payment-services/a-pay/postback', body, headers),
    before: { cash: 0n, held: 0n, inPlay: 0n },
    after: { cash: 50_000n, held: 0n, inPlay: 0n },
    async record(subject) {
      const left = await world.db.kysely
        .selectFrom('payments.service_postback')
        .select(['handled_at'])
        .where('player_ref', '=', subject.playerId)
        .execute()
      return { ...(await paymentsOf(setup, subject)), handled: left.map((row) => row.handled_at !== null) }
    },
    recordBefore: { states: ['pending'], postings: 0, handled: [] },
    between: [
      // A stored postback not yet handled, and a credit whose postback is not yet marked.
      { money: { cash: 0n, held: 0n, inPlay: 0n }, record: { states: ['pending'], postings: 0, handled: [false] } },
      {
        money: { cash: 50_000n, held: 0n, inPlay: 0n },
        record: { states: ['succeeded'], postings: 1, handled: [false] },
      },
    ],
    recordAfter: { states: ['succeeded'], postings: 1, handled: [true] },
    boundaries: 15,
  }

  return {
    'the redemption of a voucher': redeemVoucher,
    'the credit of a payment case': settleCase,
    'a postback of A-Pay': takePostback,
  }
}
