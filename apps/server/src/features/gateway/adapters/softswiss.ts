import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { DhowCode } from '@dhow/contract/gateway'
import type { Adapter, WalletPort, ProviderReply } from '../adapter.ts'
import type { GameTransaction } from '../game-transaction.ts'
import { parseMinor, unitsOf } from './amounts.ts'
import { isHmac, parseJson } from './signatures.ts'
import { cancelFreespins, freespinsBody, issueFreespins, sumFreespins } from './softswiss-freespins.ts'
import { required } from '../../../platform/required.ts'

/**
 * The SOFTSWISS family: one call has a list of actions of one round, applied all or none. Amounts are hundredths, the
 * signature is the hex HMAC-SHA256 of the raw body, and a win names its round, not its bet. The player is identified by
 * id; repeats are harmless because of the action ids, since the protocol has no timestamp.
 */
export const softswissAdapter: Adapter = {
  calls: ['play', 'rollback', 'freespins'],
  keys: 'secret',
  token: 'kept',
  unknown: { code: 500, message: 'Unknown error' },
  hasFreeRounds: true,
  freeRounds: { give: issueFreespins, end: cancelFreespins, hasLowestStakeOnly: true },

  check: ({ headers, rawBody }, keys) =>
    isHmac(headers['x-request-sign'], keys, [rawBody]) ? 'ok' : 'signature_invalid',

  refuse: (code) => refusal(code),

  async answer({ call, rawBody }, port) {
    if (call === 'freespins') return freespins(rawBody, port)
    const read = playBody.safeParse(parseJson(rawBody))
    if (!read.success) return refusal('request_malformed')
    return play(call, read.data, port)
  },

  async launch({
    launchUrl,
    clientId,
    game,
    demo,
    playerId,
    playerName,
    currency,
    country,
    language,
    lobby,
    deposit,
    post,
    signingKey,
  }) {
    const body = JSON.stringify({
      casino_id: clientId,
      game,
      currency,
      locale: language,
      client_type: 'mobile',
      urls: { return_url: lobby, deposit_url: deposit },
      ...(demo || playerId === undefined ? {} : { user: { id: playerId, nickname: playerName, country } }),
    })
    const sign = createHmac('sha256', signingKey ?? '')
      .update(body)
      .digest('hex')
    const { status, text } = await post(`${launchUrl}/${demo ? 'demo' : 'sessions'}`, { 'x-request-sign': sign }, body)
    const answer = launched.safeParse(parseJson(Buffer.from(text)))
    if (status !== 200 || !answer.success) throw new Error(`the provider did not open the game: status ${status}`)
    return answer.data.launch_options.game_url
  },
}

/** Hundredths are minor units. */
const perMinor = 1n

const text = z.string().check(z.minLength(1), z.maxLength(80))
const action = z.object({
  action: z.enum(['bet', 'win', 'rollback']),
  action_id: text,
  amount: z.optional(z.number()),
  original_action_id: z.optional(text),
})
const playBody = z.object({
  user_id: text,
  currency: text,
  game: text,
  game_id: z.optional(text),
  finished: z.optional(z.boolean()),
  actions: z.optional(z.array(action).check(z.maxLength(20))),
})
type Play = z.output<typeof playBody>
const launched = z.object({ launch_options: z.object({ game_url: z.url() }) })

const codes: Record<Exclude<DhowCode, 'ok'>, [status: number, code: number, message: string]> = {
  signature_invalid: [403, 403, 'Forbidden: the request sign does not match'],
  request_stale: [403, 403, 'Forbidden: the request is too old'],
  request_malformed: [400, 400, 'Bad request'],
  session_unknown: [400, 101, 'Player is invalid'],
  session_ended: [400, 110, 'Player is disabled: the session has ended'],
  insufficient_funds: [412, 100, 'Player has not enough funds to process an action'],
  duplicate_transaction: [400, 400, 'Bad request: the action was sent before with other content'],
  bet_unknown: [400, 404, 'Not found: there is no such bet'],
  bet_rolled_back: [400, 409, 'The action was rolled back'],
  round_ended: [400, 410, 'The game round has ended'],
  bet_not_allowed: [400, 110, 'Player is disabled'],
  currency_mismatch: [400, 154, 'Currency is not allowed for the player'],
  limit_reached: [400, 105, 'Player reached customized bet limit'],
  free_rounds_over: [400, 610, 'Invalid freespins issue'],
  amount_invalid: [400, 400, 'Bad request: the amount is invalid'],
  wallet_busy: [503, 500, 'Unknown error'],
}

function refusal(code: Exclude<DhowCode, 'ok'>, balanceMinor?: bigint): ProviderReply {
  const [status, number, message] = codes[code]
  const balance = balanceMinor === undefined ? {} : { balance: unitsOf(balanceMinor, perMinor) }
  return { status, code, body: { code: number, message, ...balance } }
}

async function play(call: string, sent: Play, port: WalletPort): Promise<ProviderReply> {
  port.about.playerId = sent.user_id
  if (sent.game_id !== undefined) port.about.roundId = sent.game_id
  const actions = sent.actions ?? []
  if (actions[0]) port.about.txId = actions[0].action_id
  const session = await port.sessionOf(sent.user_id)
  if (!session) return refusal('session_unknown')
  if (sent.currency !== session.currency) return refusal('currency_mismatch')
  const gameId = await port.gameId(sent.game)
  if (gameId === undefined) return refusal('request_malformed')
  const roundId = sent.game_id
  if (roundId === undefined) {
    if (actions.length > 0) return refusal('request_malformed')
    return { status: 200, code: 'ok', body: { balance: unitsOf(await port.balance(session), perMinor) } }
  }
  const moves: GameTransaction[] = []
  for (const { action: kind, action_id, amount, original_action_id } of actions) {
    const isBack = kind === 'rollback'
    if (isBack !== (call === 'rollback') || isBack !== (original_action_id !== undefined))
      return refusal('request_malformed')
    const amountMinor = isBack ? 0n : parseMinor(amount, perMinor)
    if (amountMinor === undefined) return refusal('amount_invalid')
    const refTxId = original_action_id === undefined ? {} : { refTxId: original_action_id }
    const game = isBack ? {} : { gameId }
    moves.push({ kind, session, txId: action_id, ...refTxId, roundId, ...game, currency: sent.currency, amountMinor })
  }
  if (sent.finished && call === 'play') {
    const txId = `end:${session.playerId}:${roundId}`
    moves.push({ kind: 'end', session, txId, roundId, gameId, currency: sent.currency, amountMinor: 0n })
  }
  const [first, ...rest] = moves
  if (!first)
    return {
      status: 200,
      code: 'ok',
      body: { balance: unitsOf(await port.balance(session), perMinor), game_id: roundId },
    }
  const applied = await port.apply([first, ...rest])
  const last = required(applied.at(-1), 'the answer to the last call')
  if (last.code !== 'ok') return refusal(last.code, last.balanceMinor)
  const transactions = actions.map(({ action_id }, index) => ({
    action_id,
    // A rollback of an unknown bet is stored, without a transaction of ours.
    tx_id: required(applied[index], 'the answer to an action').transaction ?? '',
  }))
  return {
    status: 200,
    code: 'ok',
    body: { balance: unitsOf(last.balanceMinor, perMinor), game_id: roundId, transactions },
  }
}

async function freespins(rawBody: Buffer, port: WalletPort): Promise<ProviderReply> {
  const read = freespinsBody.safeParse(parseJson(rawBody))
  if (!read.success) return refusal('request_malformed')
  return sumFreespins(read.data, port, {
    refuse: refusal,
    answer: (balanceMinor) => ({ status: 200, code: 'ok', body: { balance: unitsOf(balanceMinor, perMinor) } }),
    parseMinor: (amount) => parseMinor(amount, perMinor),
  })
}
