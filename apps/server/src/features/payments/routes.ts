import { inEnglish } from '../../platform/texts.ts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as deposits from '@dhow/contract/deposits'
import * as contract from '@dhow/contract/payments'
import { assignPaymentCase, caseSettlers, settlePaymentCase, staffPaymentCases } from '@dhow/contract/payment-cases'
import { formatDecimal } from '@dhow/contract/money'
import { apiBase } from '@dhow/contract/operation'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/raw-bodies.ts'
import type { Payments } from './index.ts'
import { serveMethods } from './method-routes.ts'
import { redirectText } from './start-redirect.ts'
import type { ServicePaymentRow } from './tables.ts'

const postbackLimitBytes = 64 * 1024

export async function servePayments(listeners: { portal: Listener; console: Listener }, payments: Payments) {
  serveMethods(listeners, payments)
  serveOwnPayments(listeners.portal, payments)
  serveVouchers(listeners.portal, payments)
  serveAPay(listeners.portal, payments)
  serveRedirects(listeners.portal, payments)
  serveCases(listeners.console, payments)
  await listeners.portal.fastify.register((scope) => servePostback(scope, payments))
}

/** A player's deposits of both kinds: history, and a page per payment. */
function serveOwnPayments({ serve }: Listener, payments: Payments) {
  serve(deposits.depositHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await payments.history(session.playerId, query)),
  }))
  serve(deposits.getDeposit, async ({ session, params }) => ({
    ...done,
    deposit: await payments.ownPayment(params.id, session.playerId),
  }))
  serve(contract.depositOptions, async ({ session, query: { method } }) => {
    if (method !== undefined) payments.noteChoice(session, method)
    return { ...done, stops: await payments.stops(session) }
  })
  serve(deposits.cancelDeposit, async ({ session, params }) => {
    await payments.cancel(params.id, session)
    return {
      ...done,
      text: textOf('deposit_cancelled', {}),
      deposit: await payments.ownPayment(params.id, session.playerId),
    }
  })
  serve(deposits.chooseDeposit, async ({ session, params, body }) => {
    await payments.choose(params.id, session, body.choice)
    return {
      ...done,
      text: textOf(body.choice === 'credit' ? 'credit_asked' : 'refund_asked', {}),
      deposit: await payments.ownPayment(params.id, session.playerId),
    }
  })
}

function serveVouchers({ serve }: Listener, { vouchers, reader }: Payments) {
  serve(contract.checkVoucher, async ({ session, body, ip, userAgent }) => {
    const { last4, amountMinor } = await vouchers.check({ session, pin: body.pin, ip, userAgent })
    const text = textOf('voucher_valid', {})
    const message = inEnglish(text)
    const voucher = { state: 'valid' as const, last4, amount: formatDecimal(amountMinor), currency: session.currency }
    return { ...done, text, message, msg: message, data: { message, voucher } }
  })
  serve(contract.redeemVoucher, async ({ session, body, ip, userAgent }) => {
    const row = await vouchers.redeem({ session, pin: body.pin, ip, userAgent })
    const text = redeemedText(row)
    const message = inEnglish(text)
    const data = { message, deposit: reader.reply(row), has_change: row.change_minor !== null }
    return { ...done, text, message, msg: message, data }
  })
  serve(contract.voucherHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await reader.history(session.playerId, query, 'kazang')),
  }))
  serve(contract.voucherChange, async ({ session, params }) => {
    const { pin, amountMinor } = await vouchers.change(params.id, session.playerId)
    return { ...done, change: { pin, amount: formatDecimal(amountMinor), currency: session.currency } }
  })
}

function redeemedText({ state }: ServicePaymentRow): PlayerText {
  if (state === 'succeeded') return textOf('voucher_credited', {})
  return textOf(state === 'refused' ? 'voucher_not_accepted' : 'voucher_checking', {})
}

function serveAPay({ serve }: Listener, { redirects, reader, noteChoice }: Payments) {
  serve(contract.startAPay, async ({ session, query, ip, userAgent }) => {
    noteChoice(session, 'apay')
    const row = await redirects.start({
      service: 'apay',
      session,
      clientRef: query.custom_transaction_id,
      returnUrl: query.return_url,
      amount: query.amount,
      ip,
      userAgent,
    })
    const data = { url: row.url, order_id: row.service_ref, deposit: reader.reply(row) }
    return { ...done, msg: inEnglish(textOf('payment_on_way', { service: 'A-Pay' })), data }
  })
  serve(contract.aPayStatus, async ({ session, query }) => ({
    ...done,
    msg: 'Payment',
    deposit: reader.reply(await redirects.ofClient('apay', session.playerId, query.custom_transaction_id)),
  }))
}

function serveRedirects({ serve }: Listener, { redirects, reader, catalogue, noteChoice }: Payments) {
  serve(contract.startPayment, async ({ session, params, body, ip, userAgent }) => {
    noteChoice(session, params.service)
    const row = await redirects.start({
      service: params.service,
      session,
      clientRef: body.custom_transaction_id,
      returnUrl: body.return_url,
      amount: body.amount,
      ip,
      userAgent,
    })
    const data = { url: row.url, order_id: row.service_ref, deposit: reader.reply(row) }
    return { ...done, msg: inEnglish(redirectText(catalogue.find(params.service))), data }
  })
  serve(contract.paymentStatus, async ({ session, params }) => ({
    ...done,
    msg: 'Payment',
    deposit: reader.reply(await redirects.ofClient(params.service, session.playerId, params.reference)),
  }))
}

function serveCases({ serve }: Listener, payments: Payments) {
  const { reader } = payments
  serve(staffPaymentCases, async ({ query }) => ({ ...done, cases: await reader.cases(query) }))
  serve(caseSettlers, async () => ({ ...done, operators: await payments.settlers() }))
  serve(assignPaymentCase, async ({ params, body, staff }) => ({
    ...done,
    case: await reader.caseReply(await payments.assignCase(params.id, staff, body.operator_id)),
    waiting: await payments.waitingFor(params.id),
  }))
  serve(settlePaymentCase, async ({ params, body, staff }) => ({
    ...done,
    case: await reader.caseReply(await payments.settleCase(params.id, staff, body)),
    waiting: await payments.waitingFor(params.id),
  }))
}

/** Messages of payment services, signed over their raw bytes. */
async function servePostback(scope: FastifyInstance, { redirects }: Payments) {
  const how = keepRawBodies(scope, postbackLimitBytes)
  const answers = {
    stored: [200, { status: 'OK' }],
    forged: [401, { status: 'ERROR', code: 'signature_invalid' }],
    malformed: [400, { status: 'ERROR', code: 'bad_request' }],
  } as const
  const receive = async (service: string, request: FastifyRequest, reply: FastifyReply) => {
    const [status, body] = answers[await redirects.receive(service, rawBodyOf(request), request.headers)]
    return reply.code(status).header('cache-control', 'no-store').send(body)
  }
  scope.post(apiBase + contract.aPayPostback.path, how, (request, reply) => receive('apay', request, reply))
  scope.post<{ Params: { service: string } }>(apiBase + contract.paymentWebhook.path, how, (request, reply) =>
    receive(request.params.service, request, reply),
  )
}
