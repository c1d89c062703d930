import { isOneOf } from '@dhow/contract/records'
import type { DhowReply } from '@dhow/contract/gateway'
import * as dhow from '@dhow/contract/gateway'
import { safeParse, type $ZodType } from 'zod/v4/core'
import type { About, Adapter, WalletPort, ProviderReply } from '../adapter.ts'
import type { Applied, GameTransaction } from '../game-transaction.ts'
import type { GameSession } from '../sessions.ts'
import { unitsOf } from './amounts.ts'
import { isHmac, parseJson, textOf } from './signatures.ts'
import { entryWord } from '@dhow/receipts/entry'
import { Refusal } from '../../../platform/refusal.ts'
import { required } from '../../../platform/required.ts'

/**
 * The Dhow protocol. A decided refusal is a 200 with its code; a 401 means that the call was not the provider's; an
 * error becomes a 5xx, which means "unknown: repeat or roll back". A repeated call is harmless because it has the same
 * id, so no nonce is stored.
 */
export const dhowAdapter: Adapter = {
  calls: ['authenticate', 'balance', 'bet', 'win', 'wins', 'betwin', 'rollback', 'end-round', 'commit'],
  /** Batch calls of wins or commitments have up to a hundred items. */
  bodyLimits: { wins: 96 * 1024, commit: 48 * 1024 },
  keys: 'secret',
  providerHeader: dhow.dhowHeaders.provider,
  token: 'exchanged',
  hasFreeRounds: true,
  unknown: { code: 'unknown', message: 'Unknown outcome: repeat the call or roll it back.' },

  check({ headers, rawBody }, keys, nowMs) {
    const timestamp = textOf(headers[dhow.dhowHeaders.timestamp])
    if (!/^\d{13}$/.test(timestamp)) return 'signature_invalid'
    if (!isHmac(headers[dhow.dhowHeaders.signature], keys, [`${timestamp}.`, rawBody])) return 'signature_invalid'
    return Math.abs(nowMs - Number(timestamp)) > dhow.dhowWindowMs ? 'request_stale' : 'ok'
  },

  refuse: (code) => reply({ code }, code === 'signature_invalid' || code === 'request_stale' ? 401 : 200),

  async answer({ call, rawBody }, port) {
    const body = parseJson(rawBody)
    if (call === 'wins') return decideWins(body, port)
    if (call === 'commit') return reply(await commit(body, port))
    return reply(call === 'authenticate' ? await authenticate(body, port) : await decide(call, body, port))
  },

  launch({ launchUrl, game, demo, token, currency, language, theme, lobby, deposit }) {
    const url = new URL(`${launchUrl}/${game}`)
    const values = { lang: language, theme, lobby, deposit, currency, ...(demo ? { demo: '1' } : { token }) }
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    return Promise.resolve(url.href)
  },
}

type Reply = DhowReply & {
  session?: string | undefined
  game?: string | undefined
  places?: number[]
  rules?: dhow.DhowRules
  freeRounds?: dhow.DhowFreeRounds
}

const reply = (body: Reply, status = 200): ProviderReply => ({ status, code: body.code, body })

async function authenticate(body: unknown, port: WalletPort): Promise<Reply> {
  const read = shaped(dhow.dhowAuthenticate, body)
  if (!read) return malformed
  const opened = await port.open(read.token)
  if (!opened) return { code: 'session_unknown', message: 'The launch token is unknown, used or run out.' }
  const { session, token } = opened
  port.about.playerId = session.playerId
  const { name, country } = await port.player(session.playerId)
  return {
    code: 'ok',
    session: token,
    game: await port.gameCode(session.gameId),
    balance: unitsOf(await port.balance(session), 1n),
    currency: session.currency,
    player: { id: session.playerId, name, country },
    rules: port.rules(session),
    ...(await freeRoundsOf(port, session)),
  }
}

async function decide(call: string, body: unknown, port: WalletPort): Promise<Reply> {
  const read = shaped<DhowBody>(schemas[call] as never, body)
  if (!read) return malformed
  const { about } = port
  if (read.txId !== undefined) about.txId = read.txId
  if (read.roundId !== undefined) about.roundId = read.roundId
  const session = await port.session(read.session)
  if (!session) return { code: 'session_unknown' }
  about.playerId = session.playerId
  if (call === 'balance')
    return {
      code: 'ok',
      balance: unitsOf(await port.balance(session), 1n),
      currency: session.currency,
      rules: port.rules(session),
      ...(await freeRoundsOf(port, session)),
    }
  const gameId = read.game === undefined ? undefined : await port.gameId(read.game)
  if (read.game !== undefined && gameId === undefined)
    return { code: 'request_malformed', message: 'There is no such game.' }
  const [applied] = await port.apply([transactionOf(call, read, session, gameId)])
  return replyOf(required(applied, 'the answer to the call'), session)
}

async function freeRoundsOf(port: WalletPort, session: GameSession): Promise<Pick<Reply, 'freeRounds'>> {
  const found = await port.freeRounds(session)
  if (!found) return {}
  const { grantId, left, stakeMinor, maxWinMinor, expiresAt } = found
  return {
    freeRounds: {
      ...{ grant: grantId, left, until: expiresAt.toISOString() },
      ...{ stake: unitsOf(stakeMinor, 1n), maxWin: unitsOf(maxWinMinor, 1n) },
    },
  }
}

async function commit(body: unknown, port: WalletPort): Promise<Reply> {
  const read = shaped(dhow.dhowCommit, body)
  // A salt grows when its characters are escaped in the log.
  if (!read || read.commitments.some(({ chain }) => chain && entryWord(chain.salt).length > 500)) return malformed
  try {
    const places = await port.commit(
      read.commitments.map(({ chain, ...one }) => ({ ...one, ...(chain ? { chain } : {}) })),
    )
    return { code: 'ok', places }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'commitment_differs') return { code: 'duplicate_transaction' }
    throw error
  }
}

/** Decides each win as if alone, and posts them all in one group. */
async function decideWins(body: unknown, port: WalletPort): Promise<ProviderReply> {
  const read = shaped(dhow.dhowWins, body)
  if (!read) return reply(malformed)
  const results: (Reply & { txId: string })[] = []
  const parts: { about: About; code: dhow.DhowCode }[] = []
  const found: { index: number; part: (typeof parts)[number]; session: GameSession; transaction: GameTransaction }[] =
    []
  for (const [index, win] of read.wins.entries()) {
    const { txId, roundId } = win
    const session = await port.session(win.session)
    const gameId = await port.gameId(win.game)
    const code = !session ? 'session_unknown' : 'request_malformed'
    results.push({ txId, code })
    const part: (typeof parts)[number] = {
      about: { txId, roundId, ...(session ? { playerId: session.playerId } : {}) },
      code,
    }
    parts.push(part)
    if (session && gameId !== undefined)
      found.push({ index, part, session, transaction: transactionOf('win', win, session, gameId) })
  }
  const applied = await port.applyEach(found.map(({ transaction }) => transaction))
  for (const [order, { index, part, session, transaction }] of found.entries()) {
    const answer = replyOf(required(applied[order], 'the answer to a win'), session)
    results[index] = { ...answer, txId: transaction.txId }
    part.code = answer.code
  }
  return { status: 200, code: 'ok', body: { code: 'ok', results }, parts }
}

/** Calls that move money, without `end-round`. */
const moves = ['bet', 'win', 'betwin', 'rollback'] as const

function transactionOf(
  call: string,
  read: DhowBody,
  session: GameSession,
  gameId: string | undefined,
): GameTransaction {
  return {
    kind: isOneOf(moves, call) ? call : 'end',
    session,
    txId: call === 'end-round' ? `end:${session.playerId}:${read.roundId}` : required(read.txId, 'txId'),
    ...(read.refTxId === undefined ? {} : { refTxId: read.refTxId }),
    roundId: required(read.roundId, 'roundId'),
    ...(gameId === undefined ? {} : { gameId }),
    currency: read.currency ?? session.currency,
    amountMinor: BigInt(read.amount ?? read.betAmount ?? 0),
    winMinor: BigInt(read.winAmount ?? 0),
    ...(read.grant === undefined ? {} : { grantId: read.grant }),
    ...(read.automatic === true ? { isAutomatic: true } : {}),
  }
}

function replyOf(applied: Applied, session: GameSession): Reply {
  return {
    code: applied.code,
    ...(applied.transaction === undefined ? {} : { transaction: applied.transaction }),
    balance: unitsOf(applied.balanceMinor, 1n),
    currency: session.currency,
  }
}

interface DhowBody {
  session: string
  txId?: string
  refTxId?: string
  roundId?: string
  game?: string
  amount?: number
  betAmount?: number
  winAmount?: number
  currency?: string
  grant?: string
  automatic?: boolean
}

const schemas: Record<string, unknown> = {
  balance: dhow.dhowBalance,
  bet: dhow.dhowBet,
  win: dhow.dhowWin,
  betwin: dhow.dhowBetWin,
  rollback: dhow.dhowRollback,
  'end-round': dhow.dhowEndRound,
}

const malformed: Reply = { code: 'request_malformed' }

function shaped<T>(schema: $ZodType<T>, body: unknown): T | undefined {
  const result = safeParse(schema, body)
  return result.success ? result.data : undefined
}
