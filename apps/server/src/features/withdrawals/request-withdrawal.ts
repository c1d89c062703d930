import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { afterCommit, type Db, type Tx } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { earlierReply, repeatable } from '../../platform/http/repeatable.ts'
import { refuseOutside } from '../../platform/amount-limits.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { PlayerRef } from './gate-facts.ts'
import type { WithdrawalParts } from './parts.ts'
import { findAccount, listAccounts } from './payout-accounts.ts'
import { hasReasons, reasonsAgainstPayout, stopped } from './payout-gate.ts'
import { moneyFacts, risksOf, type Risk } from './risks.ts'
import { feeOf, openStates } from './rules.ts'
import { addStep, findWithdrawal } from './store.ts'
import type { PayoutAccountRow, WithdrawalRow } from './tables.ts'

export interface WithdrawalRequest {
  session: PlayerSession
  amount: string
  payoutAccountId: string
  otp: string
  idempotencyKey: string | undefined
  ip: string
}

/**
 * Requests a withdrawal and holds its money, in one transaction. Refusals independent of the money come before the code
 * is used up.
 * @throws Refusal the gate's, `amount_…`, `payout_account_…`, `otp_wrong`, `withdrawal_open`, and the ledger's
 */
export async function requestWithdrawal(parts: WithdrawalParts, request: WithdrawalRequest): Promise<WithdrawalRow> {
  const { db, clock } = parts.platform
  const { session, idempotencyKey } = request
  const call = {
    operation: 'request-withdrawal',
    playerId: session.playerId,
    key: idempotencyKey,
    content: [request.amount, request.payoutAccountId],
  }
  // A repeat of an answered request gets its answer, although the code is used up and the money held.
  const earlier = await earlierReply<{ id: string }>(db.kysely, call)
  if (earlier) return required(await findWithdrawal(db.kysely, earlier.id), `withdrawal ${earlier.id}`)

  const settings = parts.portal.settings().withdrawals
  await refuseStopped(parts, db.kysely, { player_id: session.playerId })
  const amountMinor = amountWithin(request.amount, session, settings.limits_minor[session.market])
  const account = await findAccount(db.kysely, session.playerId, request.payoutAccountId)
  if (!account || account.removed_at) throw new Refusal('payout_account_missing')
  if (account.usable_from > clock.now()) {
    const hours = Math.ceil((account.usable_from.getTime() - clock.now().getTime()) / 3_600_000)
    throw new Refusal('payout_account_resting', { data: { usable_from: account.usable_from.toISOString(), hours } })
  }
  await refuseOpen(parts, session.playerId)
  const balance = await parts.wallet.balance(db.kysely, session.playerId)
  if (!balance || balance.cashMinor < amountMinor) throw new Refusal('insufficient_funds')
  const risks = await risksFor(parts, account, { amountMinor, cashMinor: balance.cashMinor })
  await parts.accounts.useOwnCode(session.playerId, {
    type: 'withdraw',
    code: request.otp,
    withdrawal: { amountMinor, payoutAccountId: account.id },
  })

  return db.transaction(async (tx) => {
    const { reply } = await repeatable(tx, call, () =>
      insertRequest(parts, tx, request, { account, amountMinor, risks }),
    )
    return required(await findWithdrawal(tx, reply.id), `withdrawal ${reply.id}`)
  })
}

/** Writes the request and holds its money. */
async function insertRequest(
  parts: WithdrawalParts,
  tx: Tx,
  { session, ip }: WithdrawalRequest,
  { account, amountMinor, risks }: { account: PayoutAccountRow; amountMinor: bigint; risks: Risk[] },
): Promise<{ id: string }> {
  const { clock, id, live } = parts.platform
  const { fee } = parts.portal.settings().withdrawals
  const withdrawalId = id('wd')
  const now = clock.now()
  await parts.wallet.lock(tx, session.playerId)
  await refuseStopped(parts, tx, { player_id: session.playerId, payout_account_id: account.id })
  await tx
    .insertInto('withdrawals.withdrawal')
    .values({
      id: withdrawalId,
      player_id: session.playerId,
      payout_account_id: account.id,
      currency: session.currency,
      amount_minor: amountMinor,
      fee_minor: feeOf(amountMinor, fee?.[session.market]),
      pay_code: payCode(parts),
      risks: JSON.stringify(risks),
      state: 'requested',
      reason: null,
      reason_note: null,
      payment_reference: null,
      payment_ref_norm: null,
      first_approver: null,
      second_approver: null,
      paid_by: null,
      requested_at: now,
      updated_at: now,
      ip,
    })
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'withdrawal_open') throw new Refusal('withdrawal_open')
      throw error
    })
  await parts.wallet.hold(tx, {
    key: `withdrawal:${withdrawalId}:hold`,
    playerId: session.playerId,
    currency: session.currency,
    amountMinor,
    reason: 'withdrawal-hold',
    happenedAt: now,
  })
  await addStep(tx, id, {
    of: withdrawalId,
    at: now,
    state: 'requested',
    text: textOf('withdrawal_requested', { amount: formatDecimal(amountMinor), currency: session.currency }),
  })
  afterCommit(tx, () =>
    live.publish(session.playerId, {
      type: 'withdrawal',
      id: withdrawalId,
      status: 'pending',
      text: textOf('withdrawal_received', {}),
    }),
  )
  return { id: withdrawalId }
}

async function refuseStopped(parts: WithdrawalParts, reader: Db, whose: PlayerRef) {
  const reasons = await reasonsAgainstPayout(parts, reader, 'request', whose)
  if (hasReasons(reasons)) throw stopped(reasons, 'player')
}

function amountWithin(text: string, { currency }: PlayerSession, limits: { min: string; max: string }): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  refuseOutside(amountMinor, { minMinor: BigInt(limits.min), maxMinor: BigInt(limits.max), currency })
  return amountMinor
}

async function refuseOpen({ platform: { db } }: WithdrawalParts, playerId: string) {
  const open = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', 'in', [...openStates])
    .executeTakeFirst()
  if (open) throw new Refusal('withdrawal_open')
}

const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Reference on the bank's statement: short enough for every bank, and long enough to be unique. */
const payCode = ({ platform: { random } }: WithdrawalParts) =>
  `W${Array.from({ length: 9 }, () => codeAlphabet[random.int(codeAlphabet.length)]).join('')}`

const riskDays = 30

async function risksFor(
  parts: WithdrawalParts,
  account: PayoutAccountRow,
  asked: { amountMinor: bigint; cashMinor: bigint },
): Promise<Risk[]> {
  const { db, clock } = parts.platform
  const nowMs = clock.now().getTime()
  const others = (await listAccounts(parts, account.player_id)).filter((other) => other.id !== account.id)
  const knownNames = [...(await parts.payerNames(account.player_id)), ...others.map((other) => other.holder)]
  const facts = await moneyFacts(db.kysely, account.player_id, new Date(nowMs - riskDays * 86_400_000))
  return risksOf({ holder: account.holder, knownNames, nowMs, ...facts, ...asked })
}
