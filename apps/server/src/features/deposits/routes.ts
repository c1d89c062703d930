import * as contract from '@dhow/contract/deposits'
import * as depositFamilies from '@dhow/contract/deposit-families'
import * as depositReview from '@dhow/contract/deposit-review'
import type { BodyOf } from '@dhow/contract/operation'
import { Bytes, done, type Call } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets } from '../portal/index.ts'
import { methods, type Deposits, type Method } from './index.ts'
import { serveMethodAdmin } from './method-routes.ts'
import { serveServices } from './services/routes.ts'
import type { DepositRow } from './tables.ts'

const families = {
  'manual-india': depositFamilies.manualIndia,
  'manual-namibia': depositFamilies.manualNamibia,
  ewallet: depositFamilies.ewallet,
  'easy-wallet': depositFamilies.easyWallet,
  'blue-wallet': depositFamilies.blueWallet,
  'nedbank-wallet': depositFamilies.nedbankWallet,
  'access-money-wallet': depositFamilies.accessMoneyWallet,
} as const

export async function serveDeposits(listeners: { portal: Listener; console: Listener }, deposits: Deposits) {
  await serveServices(listeners, deposits.services)
  for (const method of methods) serveFamily(listeners.portal, deposits, method)
  serveStatic(listeners.portal, deposits)
  servePlayer(listeners.portal, deposits)
  serveCashier(listeners.console, deposits)
  serveMethodAdmin(listeners.console, deposits.admin)
}

function serveFamily({ serve }: Listener, deposits: Deposits, method: Method) {
  const operations = families[method.family]
  serve(operations.details, async ({ session, query }) => {
    const details = await deposits.paymentDetails(method, session.playerId, session.market, query.payment_method_id)
    return { ...done, msg: 'Payment details', ...details }
  })
  serve(operations.submit, (call) => submitted(deposits, method, call.body[method.idField], call))
  if (!('history' in operations)) return
  serve(operations.history, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await deposits.reader.history(session.playerId, query, method.family)),
  }))
}

/** The static wizard: one door to every manual family of the player's market. */
function serveStatic({ serve }: Listener, deposits: Deposits) {
  const operations = depositFamilies.staticDeposit
  serve(operations.methods, async ({ session }) => {
    const { currency, symbol } = markets[session.market]
    return { ...done, msg: 'Payment methods', methods: await deposits.openMethods(session.market), currency, symbol }
  })
  serve(operations.details, async ({ session, query }) => {
    const method = deposits.methodOf(session.market, query.payment_method_id)
    return {
      ...done,
      msg: 'Payment details',
      ...(await deposits.paymentDetails(method, session.playerId, session.market, undefined)),
    }
  })
  serve(operations.submit, async (call) => {
    const detailId = call.body.payment_detail_id
    return submitted(deposits, await deposits.methodOfDetail(detailId), detailId, call)
  })
}

type SubmitCall = Call<unknown, unknown, BodyOf<typeof depositFamilies.staticDeposit.submit>, 'player'>

async function submitted(
  deposits: Deposits,
  method: Method,
  detailId: string | undefined,
  { session, body, file, idempotencyKey, ip, userAgent }: SubmitCall,
) {
  const row = await deposits.submit({
    method,
    session,
    amount: body.amount,
    reference: body.utr,
    detailId,
    file,
    idempotencyKey,
    ip,
    userAgent,
  })
  const msg = 'We have your deposit and will check it.'
  return { ...done, message: msg, msg, data: { message: msg, deposit: deposits.reader.reply(row) } }
}

function servePlayer({ serve }: Listener, deposits: Deposits) {
  serve(contract.depositHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await deposits.history(session.playerId, query)),
  }))
  const ownReply = async (row: DepositRow) => ({
    ...deposits.reader.ownReply(row),
    choice: await deposits.choiceOf(row),
    timeline: await deposits.steps(row.id),
  })
  const ownPayment = async (paymentId: string, playerId: string) => {
    if (paymentId.startsWith('pay_')) {
      const payment = await deposits.services.find(paymentId)
      if (payment?.player_id !== playerId) throw new Refusal('not_found')
      const { reader } = deposits.services
      const choice = await deposits.choiceOf(payment)
      return { ...reader.ownReply(payment), choice, timeline: await reader.timeline(payment.id) }
    }
    const row = await deposits.find(paymentId)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    return ownReply(row)
  }
  serve(contract.getDeposit, async ({ session, params }) => ({
    ...done,
    deposit: await ownPayment(params.id, session.playerId),
  }))
  serve(contract.chooseDeposit, async ({ session, params, body }) => {
    await deposits.choose(params.id, session, body.choice)
    return {
      ...done,
      msg:
        body.choice === 'credit' ? 'You asked us to credit this deposit.' : 'You asked us to send this payment back.',
      deposit: await ownPayment(params.id, session.playerId),
    }
  })
  serve(contract.cancelDeposit, async ({ session, params }) => ({
    ...done,
    msg: 'You took this deposit back.',
    deposit: await ownReply(await deposits.cancel(params.id, session)),
  }))
  serve(contract.answerDeposit, async ({ session, params, body, file }) => ({
    ...done,
    msg: 'We have your answer and will check your deposit.',
    deposit: await ownReply(await deposits.answer(params.id, session, { ...body, file })),
  }))
  serve(depositFamilies.paymentMethods, async ({ session, query }) => {
    const market = session?.market ?? query.market ?? 'NA'
    const { currency, symbol } = markets[market]
    return { ...done, msg: 'Payment methods', methods: await deposits.openMethods(market), currency, symbol }
  })
}

function serveCashier({ serve }: Listener, deposits: Deposits) {
  const { review, reader } = deposits
  const reply = async (row: Awaited<ReturnType<typeof review.claim>>) => ({
    ...done,
    deposit: { ...(await reader.staffReply(row)), timeline: await deposits.steps(row.id) },
  })
  serve(depositReview.staffDeposits, async ({ query }) => ({ ...done, ...(await reader.queue(query)) }))
  serve(depositReview.staffGetDeposit, async ({ params }) => {
    const row = await deposits.find(params.id)
    if (!row) throw new Refusal('not_found')
    return reply(row)
  })
  serve(depositReview.claimDeposit, async ({ params, staff }) => reply(await review.claim(params.id, staff)))
  serve(depositReview.releaseDeposit, async ({ params, staff }) => reply(await review.release(params.id, staff)))
  serve(depositReview.approveDeposit, async ({ params, body, staff }) =>
    reply(await review.approve(params.id, staff, body)),
  )
  serve(depositReview.rejectDeposit, async ({ params, body, staff }) =>
    reply(await review.reject(params.id, staff, body)),
  )
  serve(depositReview.askDeposit, async ({ params, body, staff }) => reply(await review.ask(params.id, staff, body)))
  serve(depositReview.reverseDeposit, async ({ params, body, staff }) =>
    reply(await review.reverse(params.id, staff, body)),
  )
  serve(
    depositReview.depositProof,
    async ({ params, query }) => new Bytes('image/webp', await deposits.proof(params.id, query.back)),
  )
}
