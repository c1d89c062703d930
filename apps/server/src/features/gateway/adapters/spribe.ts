import { isOneOf } from '@dhow/contract/records'
import * as z from 'zod/mini'
import type { DhowCode } from '@dhow/contract/gateway'
import type { Adapter, WalletPort, ProviderReply } from '../adapter.ts'
import type { Applied } from '../game-transaction.ts'
import type { GameSession } from '../sessions.ts'
import { parseMinor, unitsOf } from './amounts.ts'
import { isHmac, parseJson, textOf } from './signatures.ts'
import { addFreebets, cancelFreebets } from './spribe-freebets.ts'
import { required } from '../../../platform/required.ts'

const moves = ['withdraw', 'deposit', 'rollback'] as const

/**
 * The Spribe family: a withdrawal is a stake and a deposit a win, amounts are thousandths of a currency unit, and the
 * signature covers `timestamp + path with query + raw body`. Every decided answer is a 200 with a numeric code. Lost
 * bets are not reported.
 */
export const spribeAdapter: Adapter = {
  calls: ['auth', 'info', 'withdraw', 'deposit', 'rollback'],
  keys: 'secret',
  token: 'exchanged',
  lostAfterMs: 24 * 3_600_000,
  unknown: { code: 500, message: 'Internal error' },
  hasFreeRounds: true,
  freeRounds: { give: addFreebets, end: cancelFreebets },

  check({ headers, path, rawBody }, keys, nowMs) {
    const seconds = textOf(headers['x-spribe-client-ts'])
    if (!/^\d{10}$/.test(seconds)) return 'signature_invalid'
    if (!isHmac(headers['x-spribe-client-signature'], keys, [seconds, path, rawBody])) return 'signature_invalid'
    return Math.abs(nowMs - Number(seconds) * 1_000) > windowMs ? 'request_stale' : 'ok'
  },

  refuse: (code) => refusal(code),

  async answer({ call, rawBody }, port) {
    const body = parseJson(rawBody)
    if (call === 'auth') return authenticate(body, port)
    if (call === 'info') return inform(body, port)
    const read = (call === 'rollback' ? rollbackBody : moneyBody).safeParse(body)
    if (!read.success) return refusal('request_malformed')
    return isOneOf(moves, call) ? move(call, read.data, port) : refusal('request_malformed')
  },

  launch({ launchUrl, clientId, game, demo, token, playerId, currency, language, lobby, deposit }) {
    const url = new URL(`${launchUrl}/${game}`)
    const who = demo || playerId === undefined ? { demo: '1' } : { user: playerId, token }
    const values = { ...who, currency, lang: language, operator: clientId, return_url: lobby, deposit_url: deposit }
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    return Promise.resolve(url.href)
  },
}

const windowMs = 300_000
/** Thousandths of a unit in a hundredth. */
const perMinor = 10n

const text = z.string().check(z.minLength(1), z.maxLength(80))
const authBody = z.object({ user_token: text, session_token: text })
const infoBody = z.object({ user_id: text, session_token: text, currency: z.optional(text) })
const moneyBody = z.object({
  user_id: text,
  session_token: text,
  currency: text,
  amount: z.number(),
  provider_tx_id: text,
  game: text,
  action_id: text,
  withdraw_provider_tx_id: z.optional(text),
  action: z.optional(text),
  operator_freebet_id: z.optional(text),
})
const rollbackBody = z.object({
  user_id: text,
  session_token: z.optional(text),
  amount: z.optional(z.number()),
  provider_tx_id: text,
  rollback_provider_tx_id: text,
  action_id: z.optional(text),
})
type Money = z.output<typeof moneyBody> | z.output<typeof rollbackBody>

const codes: Record<Exclude<DhowCode, 'ok'>, [number, string]> = {
  signature_invalid: [413, 'Invalid Client-Signature'],
  request_stale: [413, 'Invalid Client-Signature: the timestamp is outside the accepted window'],
  request_malformed: [400, 'Bad request'],
  session_unknown: [401, 'User token is invalid'],
  session_ended: [403, 'User token is expired'],
  insufficient_funds: [402, 'Insufficient fund'],
  duplicate_transaction: [409, 'Duplicate transaction'],
  bet_unknown: [408, 'Transaction does not found'],
  bet_rolled_back: [410, 'Transaction was rolled back'],
  round_ended: [411, 'Action has ended'],
  bet_not_allowed: [406, 'User is not allowed to bet'],
  currency_mismatch: [405, 'Currency is invalid'],
  limit_reached: [407, 'User limit is reached'],
  free_rounds_over: [901, 'Free bet not found'],
  amount_invalid: [400, 'Amount is invalid'],
  wallet_busy: [500, 'Internal error'],
}

function refusal(code: Exclude<DhowCode, 'ok'>, data?: object): ProviderReply {
  const [number, message] = codes[code]
  return { status: 200, code, body: { code: number, message, ...(data ? { data } : {}) } }
}

const ok = (data: object): ProviderReply => ({ status: 200, code: 'ok', body: { code: 200, message: 'ok', data } })

async function who(session: GameSession, port: WalletPort) {
  const { name } = await port.player(session.playerId)
  const balance = unitsOf(await port.balance(session), perMinor)
  return ok({ user_id: session.playerId, username: name, balance, currency: session.currency })
}

async function authenticate(body: unknown, port: WalletPort): Promise<ProviderReply> {
  const read = authBody.safeParse(body)
  if (!read.success) return refusal('request_malformed')
  const opened = await port.open(read.data.user_token, read.data.session_token)
  if (!opened) return refusal('session_unknown')
  port.about.playerId = opened.session.playerId
  return who(opened.session, port)
}

async function inform(body: unknown, port: WalletPort): Promise<ProviderReply> {
  const read = infoBody.safeParse(body)
  if (!read.success) return refusal('request_malformed')
  const session = await port.session(read.data.session_token)
  if (session?.playerId !== read.data.user_id) return refusal('session_unknown')
  port.about.playerId = session.playerId
  if (read.data.currency !== undefined && read.data.currency !== session.currency) return refusal('currency_mismatch')
  return who(session, port)
}

async function move(call: 'withdraw' | 'deposit' | 'rollback', sent: Money, port: WalletPort): Promise<ProviderReply> {
  port.about.txId = sent.provider_tx_id
  if (sent.action_id !== undefined) port.about.roundId = sent.action_id
  const named = sent.session_token === undefined ? undefined : await port.session(sent.session_token)
  // The session may have ended long before the win or rollback.
  const session = named ?? (call === 'withdraw' ? undefined : await port.sessionOf(sent.user_id))
  if (session?.playerId !== sent.user_id) return refusal('session_unknown')
  port.about.playerId = session.playerId
  const amountMinor = call === 'rollback' ? 0n : parseMinor(sent.amount, perMinor)
  if (amountMinor === undefined) return refusal('amount_invalid')
  const gameId = 'game' in sent ? await port.gameId(sent.game) : undefined
  if ('game' in sent && gameId === undefined) return refusal('request_malformed')
  const isFreeSum = call === 'deposit' && 'action' in sent && sent.action === 'freebet'
  const grantId = isFreeSum ? (sent.operator_freebet_id ?? '') : undefined
  if (grantId !== undefined && (await port.grantById(grantId))?.playerId !== session.playerId)
    return refusal('free_rounds_over')
  const reference =
    'rollback_provider_tx_id' in sent
      ? sent.rollback_provider_tx_id
      : 'withdraw_provider_tx_id' in sent
        ? sent.withdraw_provider_tx_id
        : undefined
  const [applied] = await port.apply([
    {
      kind: call === 'withdraw' ? 'bet' : call === 'deposit' ? 'win' : 'rollback',
      session,
      txId: sent.provider_tx_id,
      ...(reference === undefined || call === 'withdraw' || isFreeSum ? {} : { refTxId: reference }),
      // A round of this family is shared: the player may have own stakes in the one that the free bets were played in.
      roundId: grantId === undefined ? (sent.action_id ?? '') : `free:${grantId}`,
      ...(grantId === undefined ? {} : { grantId }),
      ...(gameId === undefined ? {} : { gameId }),
      currency: 'currency' in sent ? sent.currency : session.currency,
      amountMinor,
    },
  ])
  return moved(
    // Of a sum only a part may be paid, so the balance before is not known from it.
    { call, sent, amountMinor: isFreeSum ? undefined : amountMinor, provider: port.provider },
    session,
    required(applied, 'the answer to the call'),
  )
}

function moved(
  {
    call,
    sent,
    amountMinor,
    provider,
  }: { call: 'withdraw' | 'deposit' | 'rollback'; sent: Money; amountMinor: bigint | undefined; provider: string },
  session: GameSession,
  { code, balanceMinor, transaction }: Applied,
): ProviderReply {
  const new_balance = unitsOf(balanceMinor, perMinor)
  if (code !== 'ok') {
    const shown = { user_id: session.playerId, balance: new_balance, currency: session.currency }
    return refusal(code, code === 'insufficient_funds' ? shown : undefined)
  }
  const before =
    amountMinor === undefined || call === 'rollback'
      ? undefined
      : balanceMinor + (call === 'withdraw' ? amountMinor : -amountMinor)
  return ok({
    user_id: session.playerId,
    operator_tx_id: transaction ?? sent.provider_tx_id,
    provider,
    provider_tx_id: sent.provider_tx_id,
    ...(before === undefined ? {} : { old_balance: unitsOf(before, perMinor) }),
    new_balance,
    currency: session.currency,
  })
}
