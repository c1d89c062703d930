import { isOneOf } from '@dhow/contract/records'
import { createSign } from 'node:crypto'
import * as z from 'zod/mini'
import type { DhowCode } from '@dhow/contract/gateway'
import { cancelReward, giveReward } from './hub88-rewards.ts'
import type { Adapter, WalletPort, ProviderReply } from '../adapter.ts'
import type { GameTransaction } from '../game-transaction.ts'
import { parseMinor, unitsOf } from './amounts.ts'
import { isRsa, parseJson } from './signatures.ts'
import { required } from '../../../platform/required.ts'

const moves = ['bet', 'win', 'rollback'] as const

/**
 * Hub88: amounts are hundred-thousandths of a currency unit, the signature is RSA-SHA256 of the raw body in base64, and
 * every answer is a 200 with a status and the request's uuid. The launch token is used for all calls; wins and
 * rollbacks are accepted after its end.
 */
export const hub88Adapter: Adapter = {
  calls: ['user/info', 'user/balance', 'transaction/bet', 'transaction/win', 'transaction/rollback'],
  keys: 'public',
  token: 'kept',
  unknown: { status: 'RS_ERROR_UNKNOWN' },
  hasFreeRounds: true,
  freeRounds: { give: giveReward, end: cancelReward },

  check: ({ headers, rawBody }, keys) =>
    isRsa(headers['x-hub88-signature'], keys, rawBody) ? 'ok' : 'signature_invalid',

  refuse: (code, rawBody) => refusal(code, rawBody === undefined ? undefined : uuidOf(parseJson(rawBody))),

  async answer({ call, rawBody }, port) {
    const body = parseJson(rawBody)
    const uuid = uuidOf(body)
    if (typeof body !== 'object' || body === null || uuid === undefined) return refusal('request_malformed', uuid)
    if (call === 'user/info') return inform(body, uuid, port)
    if (call === 'user/balance') return balance(body, uuid, port)
    const read = moneyBody.safeParse(body)
    if (!read.success) return refusal('request_malformed', uuid, 'RS_ERROR_WRONG_TYPES')
    const kind = call.slice('transaction/'.length)
    return isOneOf(moves, kind) ? move(kind, read.data, uuid, port) : refusal('request_malformed', uuid)
  },

  async launch({
    launchUrl,
    clientId,
    game,
    demo,
    token,
    playerId,
    currency,
    country,
    language,
    lobby,
    deposit,
    post,
    signingKey,
  }) {
    const body = JSON.stringify({
      operator_id: clientId,
      game_code: game,
      // A demo has no user and no token; the protocol marks it by the currency XXX, "no currency".
      ...(demo || playerId === undefined ? { currency: 'XXX' } : { user: playerId, token, currency }),
      country,
      lang: language,
      platform: 'GPL_MOBILE',
      lobby_url: lobby,
      deposit_url: deposit,
    })
    if (!signingKey) throw new Error('the portal has no signing key for this provider')
    const signature = createSign('RSA-SHA256').update(body).sign(signingKey, 'base64')
    const { status, text } = await post(`${launchUrl}/game/url`, { 'x-hub88-signature': signature }, body)
    const answer = z.object({ url: z.url() }).safeParse(parseJson(Buffer.from(text)))
    if (status !== 200 || !answer.success) throw new Error(`the provider did not open the game: status ${status}`)
    return answer.data.url
  },
}

/** Hundred-thousandths of a unit in a hundredth. */
const perMinor = 1_000n

const text = z.string().check(z.minLength(1), z.maxLength(80))
const moneyBody = z.object({
  user: text,
  transaction_uuid: text,
  token: z.optional(text),
  round: text,
  round_closed: z.optional(z.nullable(z.boolean())),
  game_code: text,
  currency: z.optional(text),
  amount: z.optional(z.number()),
  reference_transaction_uuid: z.optional(text),
  is_free: z.optional(z.nullable(z.boolean())),
  reward_uuid: z.optional(z.nullable(text)),
})
type Money = z.output<typeof moneyBody>

const statuses: Record<Exclude<DhowCode, 'ok'>, string> = {
  signature_invalid: 'RS_ERROR_INVALID_SIGNATURE',
  request_stale: 'RS_ERROR_INVALID_SIGNATURE',
  request_malformed: 'RS_ERROR_WRONG_SYNTAX',
  session_unknown: 'RS_ERROR_INVALID_TOKEN',
  session_ended: 'RS_ERROR_TOKEN_EXPIRED',
  insufficient_funds: 'RS_ERROR_NOT_ENOUGH_MONEY',
  duplicate_transaction: 'RS_ERROR_DUPLICATE_TRANSACTION',
  bet_unknown: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  bet_rolled_back: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  round_ended: 'RS_ERROR_UNKNOWN',
  bet_not_allowed: 'RS_ERROR_USER_DISABLED',
  currency_mismatch: 'RS_ERROR_WRONG_CURRENCY',
  limit_reached: 'RS_ERROR_LIMIT_REACHED',
  free_rounds_over: 'RS_ERROR_UNKNOWN',
  amount_invalid: 'RS_ERROR_WRONG_TYPES',
  wallet_busy: 'RS_ERROR_UNKNOWN',
}

const uuidOf = (body: unknown): string | undefined => {
  const read = z.object({ request_uuid: text }).safeParse(body)
  return read.success ? read.data.request_uuid : undefined
}

function refusal(
  code: Exclude<DhowCode, 'ok'>,
  request_uuid?: string,
  status = statuses[code],
  more: object = {},
): ProviderReply {
  return { status: 200, code, body: { status, ...(request_uuid === undefined ? {} : { request_uuid }), ...more } }
}

const ok = (body: object): ProviderReply => ({ status: 200, code: 'ok', body: { status: 'RS_OK', ...body } })

async function inform(body: object, request_uuid: string, port: WalletPort): Promise<ProviderReply> {
  const read = z.object({ user: text }).safeParse(body)
  if (!read.success) return refusal('request_malformed', request_uuid)
  const session = await port.sessionOf(read.data.user)
  if (!session) return refusal('session_unknown', request_uuid)
  port.about.playerId = session.playerId
  const { country } = await port.player(session.playerId)
  return ok({ request_uuid, user: session.playerId, country, currency: session.currency })
}

async function balance(body: object, request_uuid: string, port: WalletPort): Promise<ProviderReply> {
  const read = z.object({ user: text, token: text }).safeParse(body)
  if (!read.success) return refusal('request_malformed', request_uuid)
  const session = await port.session(read.data.token)
  if (session?.playerId !== read.data.user) return refusal('session_unknown', request_uuid)
  port.about.playerId = session.playerId
  const units = unitsOf(await port.balance(session), perMinor)
  return ok({ request_uuid, user: session.playerId, currency: session.currency, balance: units })
}

async function move(
  kind: 'bet' | 'win' | 'rollback',
  sent: Money,
  request_uuid: string,
  port: WalletPort,
): Promise<ProviderReply> {
  port.about.txId = sent.transaction_uuid
  port.about.roundId = sent.round
  const named = sent.token === undefined ? undefined : await port.session(sent.token)
  const session = named ?? (kind === 'bet' ? undefined : await port.sessionOf(sent.user))
  if (session?.playerId !== sent.user) return refusal('session_unknown', request_uuid)
  port.about.playerId = session.playerId
  const isFree = kind === 'bet' && sent.is_free === true
  const free = isFree ? await port.grantOf(session, sent.reward_uuid ?? '') : undefined
  // A free bet of an unknown reward would cost the player's own stake.
  if (isFree && !free) return refusal('free_rounds_over', request_uuid)
  const sentMinor = kind === 'rollback' ? 0n : parseMinor(sent.amount, perMinor)
  if (sentMinor === undefined) return refusal('amount_invalid', request_uuid)
  // Suppliers send the value of a free bet, or nothing; use the grant's.
  const amountMinor = free && sentMinor === 0n ? free.stakeMinor : sentMinor
  const gameId = await port.gameId(sent.game_code)
  if (gameId === undefined) return refusal('request_malformed', request_uuid, 'RS_ERROR_INVALID_GAME')
  if ((kind === 'bet') === (sent.reference_transaction_uuid !== undefined))
    return refusal('request_malformed', request_uuid)
  if (kind !== 'rollback' && sent.currency === undefined) return refusal('request_malformed', request_uuid)
  const transaction = { session, roundId: sent.round, currency: sent.currency ?? session.currency }
  const transactions: [GameTransaction, ...GameTransaction[]] = [
    {
      ...transaction,
      kind,
      txId: sent.transaction_uuid,
      ...(sent.reference_transaction_uuid === undefined ? {} : { refTxId: sent.reference_transaction_uuid }),
      ...(kind === 'rollback' ? {} : { gameId }),
      amountMinor,
      ...(free ? { grantId: free.grantId } : {}),
    },
  ]
  if (sent.round_closed && kind !== 'rollback')
    transactions.push({
      ...transaction,
      kind: 'end',
      txId: `end:${session.playerId}:${sent.round}`,
      gameId,
      amountMinor: 0n,
    })
  const applied = required((await port.apply(transactions)).at(-1), 'the answer to the last call')
  const shown = { user: session.playerId, currency: session.currency, balance: unitsOf(applied.balanceMinor, perMinor) }
  if (applied.code === 'ok') return ok({ request_uuid, ...shown })
  return refusal(applied.code, request_uuid, undefined, applied.code === 'insufficient_funds' ? shown : {})
}
