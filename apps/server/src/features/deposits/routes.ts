import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import * as contract from '@dhow/contract/deposits'
import { familyCalls, staticDeposit } from '@dhow/contract/deposit-calls'
import * as depositReview from '@dhow/contract/deposit-review'
import type { BodyOf } from '@dhow/contract/operation'
import { Bytes, done, type Call } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import { serveDetailAdmin } from './detail-routes.ts'
import type { Deposits } from './index.ts'
import { methods, type Method } from './methods.ts'
import { methodOf } from './read-methods.ts'

export function serveDeposits(listeners: { portal: Listener; console: Listener }, deposits: Deposits) {
  for (const method of methods) serveFamily(listeners.portal, deposits, method)
  serveStatic(listeners.portal, deposits)
  servePlayer(listeners.portal, deposits)
  serveCashier(listeners.console, deposits)
  serveDetailAdmin(listeners.console, deposits)
}

function serveFamily({ serve }: Listener, deposits: Deposits, method: Method) {
  const operations = familyCalls[method.family]
  serve(operations.details, async ({ session, query }) => {
    const details = await deposits.paymentDetails(method, session.playerId, session.market, query.payment_method_id)
    deposits.noteVisit({ ...session, step: 'chose', method: method.code })
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

/** The static wizard: one address for all manual families of the player's market. */
function serveStatic({ serve }: Listener, deposits: Deposits) {
  serve(staticDeposit.details, async ({ session, query }) => {
    const method = methodOf(session.market, query.payment_method_id)
    const details = await deposits.paymentDetails(method, session.playerId, session.market, undefined)
    deposits.noteVisit({ ...session, step: 'chose', method: method.code })
    return { ...done, msg: 'Payment details', ...details }
  })
  serve(staticDeposit.submit, async (call) => {
    const detailId = call.body.payment_detail_id
    return submitted(deposits, await deposits.methodOfDetail(detailId), detailId, call)
  })
}

type SubmitCall = Call<unknown, unknown, BodyOf<typeof staticDeposit.submit>, 'player'>

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
  const text = textOf('deposit_received', {})
  const msg = inEnglish(text)
  return { ...done, text, message: msg, msg, data: { message: msg, deposit: deposits.reader.reply(row) } }
}

function servePlayer({ serve }: Listener, deposits: Deposits) {
  serve(contract.answerDeposit, async ({ session, params, body, file }) => ({
    ...done,
    text: textOf('deposit_answered', {}),
    deposit: await deposits.ownReply(await deposits.answer(params.id, session, { ...body, file })),
  }))
  serve(
    contract.ownProof,
    async ({ session, params }) => new Bytes('image/webp', await deposits.ownProof(session.playerId, params.id)),
  )
}

function serveCashier({ serve }: Listener, deposits: Deposits) {
  const { review, reader } = deposits
  const reply = async (row: Awaited<ReturnType<typeof review.claim>>) => ({
    ...done,
    deposit: await reader.staffReply(row),
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
