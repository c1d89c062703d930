import '../../src/features/payments/tables.ts'
import { signatureOf } from '../../src/features/payments/a-pay.ts'
import { sandboxKey } from '../sandbox.ts'
import { newPlayer, type Player } from './fixtures.ts'
import type { Call, Flow } from './flow.ts'
import { balanceOf, clientOf, expectMoney, postingsOf, type Answers } from './flow-checks.ts'
import type { System } from './system.ts'

/** One voucher, redeemed by two players, one of them twice: it is credited once. */
export async function redeemOnce(system: System): Promise<Flow> {
  const [one, two] = [await newPlayer(system), await newPlayer(system)]
  const { pin } = await system.sandbox.voucher('good', '30.00')
  const answers: Answers = new Map()
  const redeem = (by: Player): Call => ({
    by,
    path: '/player/deposit-namibia/kazang-deposit/redeem_voucher',
    body: { pin },
  })
  return {
    clients: [
      clientOf(answers, 'redeem', () => redeem(one)),
      clientOf(answers, 'redeem again', () => redeem(one)),
      clientOf(answers, 'redeem of another', () => redeem(two)),
    ],
    async check() {
      const [first, second] = [await balanceOf(system, one.id), await balanceOf(system, two.id)]
      const credited = first.cashMinor + second.cashMinor
      return credited === 3_000n ? [] : [`a voucher of 3000 was credited with ${credited}`]
    },
  }
}

/** A paid payment page: the service reports it twice, the player asks, and the job checks too. */
export async function creditRedirect(system: System): Promise<Flow> {
  const player = await newPlayer(system, '0.00', 'IN')
  const reference = `TXN-${player.id.slice(-10)}`
  const started = await player.get(
    `/player/payment-services/a-pay?return_url=/&amount=500&custom_transaction_id=${reference}`,
  )
  if (started.status !== 200) throw new Error(JSON.stringify(started.json))
  const { order_id, deposit } = started.json.data as { order_id: string; deposit: { id: string } }
  const signedAt = Math.floor(system.clock.now().getTime() / 1_000)
  await system.sandbox.setOutcome(order_id, 'lost', { signed_at: signedAt })
  const paid = {
    order_id,
    status: 'Success',
    amount: 500,
    currency: 'INR',
    custom_transaction_id: deposit.id,
    custom_user_id: player.id,
  }
  const transactions = JSON.stringify([paid])
  const signature = signatureOf(transactions, { accessKey: 'sandbox', privateKey: sandboxKey })
  const body = `{"access_key":"sandbox","signature":"${signature}","transactions":${transactions}}`
  const postback: Call = {
    path: '/payment-services/a-pay/postback',
    body,
    headers: { 'content-type': 'application/json' },
  }
  const answers: Answers = new Map()
  return {
    clients: [
      clientOf(answers, 'postback', () => postback),
      clientOf(answers, 'postback again', () => postback),
      clientOf(answers, 'status', () => ({
        by: player,
        method: 'GET',
        path: `/player/payment-services/a-pay/status?custom_transaction_id=${reference}`,
      })),
    ],
    async check() {
      const postings = await postingsOf(system, player.id)
      const wrong = postings.length === 1 ? [] : [`a payment has ${postings.length} postings`]
      return [...wrong, ...(await expectMoney(system, player.id, { cash: 50_000n }))]
    },
  }
}
