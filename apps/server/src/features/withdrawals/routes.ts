import { textOf } from '@dhow/contract/player-texts'
import type { FastifyReply } from 'fastify'
import { formatDecimal } from '@dhow/contract/money'
import * as contract from '@dhow/contract/withdrawals'
import * as payoutBatches from '@dhow/contract/payout-batches'
import * as withdrawalReview from '@dhow/contract/withdrawal-review'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requireCookie, type Accounts } from '../accounts/index.ts'
import { markets, type Portal } from '../portal/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountReply, type Withdrawals } from './index.ts'
import { payoutKinds } from './rules.ts'

export interface WithdrawalRouteParts {
  platform: Platform
  accounts: Accounts
  portal: Portal
  wallet: Wallet
}

export function serveWithdrawals(
  listeners: { portal: Listener; console: Listener },
  withdrawals: Withdrawals,
  parts: WithdrawalRouteParts,
) {
  servePayoutAccounts(listeners.portal, withdrawals, parts)
  servePlayer(listeners.portal, withdrawals, parts)
  serveCashier(listeners.console, withdrawals)
  serveBatches(listeners.console, withdrawals)
}

function servePayoutAccounts({ serve }: Listener, { payoutAccounts }: Withdrawals, { accounts }: WithdrawalRouteParts) {
  serve(contract.payoutAccounts, async ({ session }) => ({
    ...done,
    accounts: (await payoutAccounts.list(session.playerId)).map(accountReply),
    kinds: payoutAccounts.kindsOf(session.market),
  }))
  serve(contract.addPayoutAccount, async ({ session, body, token, request, idempotencyKey }) => {
    await requireCookie(accounts, token, request)
    const account = payoutAccounts.clean(session, body)
    const earlier = await payoutAccounts.added(session, account, idempotencyKey)
    const commitment = payoutAccounts.commitmentTo(account)
    if (!earlier) await accounts.useOwnCode(session.playerId, { type: 'payout_account', code: body.otp, commitment })
    const row = earlier ?? (await payoutAccounts.add(session, account, idempotencyKey))
    return { ...done, msg: `${payoutKinds[row.kind].label} added.`, account: accountReply(row) }
  })
  serve(contract.removePayoutAccount, async ({ session, params, token, request }) => {
    await requireCookie(accounts, token, request)
    await payoutAccounts.remove(session.playerId, params.id)
    return { ...done, msg: 'Removed.' }
  })
}

function servePlayer(
  { serve }: Listener,
  withdrawals: Withdrawals,
  { platform, accounts, portal, wallet }: WithdrawalRouteParts,
) {
  serve(contract.withdrawOptions, async ({ session }) => {
    const { limits_minor, expected_minutes, fee } = portal.settings().withdrawals
    const { flat_minor, percent_bp } = fee?.[session.market] ?? { flat_minor: '0', percent_bp: 0 }
    const limits = limits_minor[session.market]
    const { currency, symbol } = markets[session.market]
    const balance = await wallet.balance(platform.db.kysely, session.playerId)
    const stops = await withdrawals.gate.reasonsAgainstPayout(platform.db.kysely, 'request', {
      player_id: session.playerId,
    })
    const open = await withdrawals.openOf(session.playerId)
    return {
      ...done,
      currency,
      symbol,
      available: formatDecimal(balance?.cashMinor ?? 0n),
      limits: { min: formatDecimal(BigInt(limits.min)), max: formatDecimal(BigInt(limits.max)) },
      expected_minutes,
      fee: { flat: formatDecimal(BigInt(flat_minor)), percent: formatDecimal(BigInt(percent_bp)) },
      open: portal.withdrawalsOpen(session.market),
      stops: [
        ...stops.map(({ code, playerText }) => ({ code, text: playerText })),
        ...(open.length > 0 ? [{ code: 'withdrawal_open' as const, text: textOf('withdrawal_open', {}) }] : []),
      ],
      debt: formatDecimal(balance?.debtMinor ?? 0n),
      otp_required: true,
    }
  })
  serve(contract.requestWithdrawal, async ({ session, body, token, request, ip, idempotencyKey }) => {
    await requireCookie(accounts, token, request)
    const row = await withdrawals.request({
      session,
      amount: body.amount,
      payoutAccountId: body.payout_account_id,
      otp: body.otp,
      ip,
      idempotencyKey,
    })
    return {
      ...done,
      text: textOf('withdrawal_received', {}),
      withdrawal: await withdrawals.reader.reply(row),
    }
  })
  serve(contract.payDebt, async ({ session }) => {
    const paidMinor = await withdrawals.debts.pay(session)
    const balance = await wallet.balance(platform.db.kysely, session.playerId)
    return {
      ...done,
      text: textOf('debt_paid', { amount: formatDecimal(paidMinor), currency: session.currency }),
      paid: formatDecimal(paidMinor),
      debt: formatDecimal(balance?.debtMinor ?? 0n),
    }
  })
  serve(contract.withdrawHistory, async ({ session, query }) => ({
    ...done,
    msg: 'History',
    currency: session.currency,
    ...(await withdrawals.reader.history(session.playerId, query)),
  }))
  serve(contract.getWithdrawal, async ({ session, params }) => {
    const row = await withdrawals.find(params.id)
    if (!row || row.player_id !== session.playerId) throw new Refusal('not_found')
    return {
      ...done,
      withdrawal: { ...(await withdrawals.reader.reply(row)), timeline: await withdrawals.steps(row.id) },
    }
  })
}

function serveCashier({ serve }: Listener, withdrawals: Withdrawals) {
  const { review, reader } = withdrawals
  const reply = async (row: Awaited<ReturnType<typeof review.approve>>) => ({
    ...done,
    withdrawal: { ...(await reader.staffReply(row)), timeline: await withdrawals.steps(row.id) },
    waiting: await withdrawals.waitingFor(row.id),
  })
  serve(withdrawalReview.staffWithdrawals, async ({ query }) => ({ ...done, ...(await reader.queue(query)) }))
  serve(withdrawalReview.staffGetWithdrawal, async ({ params }) => {
    const row = await withdrawals.find(params.id)
    if (!row) throw new Refusal('not_found')
    return reply(row)
  })
  serve(withdrawalReview.approveWithdrawal, async ({ params, body, staff }) =>
    reply(await review.approve(params.id, staff, body)),
  )
  serve(withdrawalReview.payWithdrawal, async ({ params, body, staff }) =>
    reply(await review.pay(params.id, staff, body)),
  )
  serve(withdrawalReview.sendWithdrawal, async ({ params, body, staff }) =>
    reply(await withdrawals.sending.send(params.id, staff, body)),
  )
  serve(withdrawalReview.failWithdrawal, async ({ params, body, staff }) =>
    reply(await review.fail(params.id, staff, body)),
  )
  serve(withdrawalReview.returnWithdrawal, async ({ params, body, staff }) =>
    reply(await review.returned(params.id, staff, body)),
  )
  serve(withdrawalReview.writeOffDebt, async ({ params, body, staff }) => {
    await withdrawals.debts.proposeWriteOff(params.id, staff, body.reason)
    return { ...done, waits: true as const }
  })
  serve(withdrawalReview.rejectWithdrawal, async ({ params, body, staff }) =>
    reply(await review.reject(params.id, staff, body)),
  )
}

function serveBatches({ serve }: Listener, { batches, sending }: Withdrawals) {
  const reply = async (batchId: string) => ({ ...done, ...(await batches.get(batchId)) })
  serve(payoutBatches.payoutBatches, async ({ query }) => ({
    ...done,
    ...(await batches.list(query)),
    service: sending.isConfigured,
  }))
  serve(payoutBatches.getPayoutBatch, async ({ params }) => reply(params.id))
  serve(payoutBatches.makePayoutBatch, async ({ body, staff }) => {
    const { batchId, held } = await batches.make(body.kind, staff)
    return { ...(await reply(batchId)), held_back: await batches.heldReplies(held) }
  })
  serve(payoutBatches.sendPayoutBatch, async ({ params, body, staff }) => {
    await batches.send(params.id, staff, body)
    return reply(params.id)
  })
  serve(payoutBatches.removeHeldPayouts, async ({ params, body, staff }) => {
    await batches.removeHeld(params.id, staff, body)
    return reply(params.id)
  })
  serve(payoutBatches.cancelPayoutBatch, async ({ params, body, staff }) => {
    await batches.cancel(params.id, staff, body)
    return reply(params.id)
  })
  const asFile = (answer: FastifyReply, ending: string, { batchId, text }: { batchId: string; text: string }) => {
    attach(answer, `payouts-${batchId.slice(-8)}.${ending}`)
    return Buffer.from(text)
  }
  serve(payoutBatches.payoutBatchCsv, async ({ params, query, staff, reply: answer }) => {
    const file = await batches.file(params.id, { layout: query.layout }, staff)
    return new Bytes('text/csv', asFile(answer, 'csv', file))
  })
  serve(payoutBatches.payoutBatchPain001, async ({ params, staff, reply: answer }) => {
    const file = await batches.file(params.id, 'pain001', staff)
    return new Bytes('application/xml', asFile(answer, 'xml', file))
  })
}
