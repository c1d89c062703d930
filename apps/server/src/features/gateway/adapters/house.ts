import { createHmac } from 'node:crypto'
import { safeParse, type $ZodType } from 'zod/v4/core'
import * as house from '@dhow/contract/gateway'
import { sameBytes } from '../../../platform/secrets.ts'
import type { GatewayParts } from '../index.ts'
import type { Applied, GameAct } from '../apply.ts'
import type { GameSession } from '../sessions.ts'

export interface HouseCall {
  /** The last part of the path: `bet`, `end-round`. */
  call: string
  headers: Record<string, string | string[] | undefined>
  rawBody: Buffer
}

export interface HouseAnswer {
  status: number
  reply: house.HouseReply & {
    session?: string | undefined
    game?: string | undefined
    results?: (house.HouseReply & { txId: string })[]
  }
  /** For the log of calls. */
  about: CallAbout
  /** What a call of many was about, each with its own outcome. */
  parts?: { about: CallAbout; code: string }[]
}

interface CallAbout {
  provider: string
  playerId?: string
  txId?: string
  roundId?: string
}

type Reply = HouseAnswer['reply']

/** Checks the signature over the raw bytes before anything is read out of them. */
function refuseUnsigned(
  { headers, rawBody }: HouseCall,
  keyOf: (provider: string) => readonly string[],
  nowMs: number,
): Reply | undefined {
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const provider = header(house.houseHeaders.provider)
  const timestamp = header(house.houseHeaders.timestamp)
  const signature = header(house.houseHeaders.signature)
  if (!/^\d{13}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return { code: 'signature_invalid' }
  const sent = Buffer.from(signature, 'hex')
  // During a rotation two keys are good; an unknown provider costs as much as a known one.
  const keys = keyOf(provider)
  let right = false
  for (const key of keys.length > 0 ? keys : ['unknown provider']) {
    const expected = createHmac('sha256', key).update(`${timestamp}.`).update(rawBody).digest()
    if (sameBytes(expected, sent) && keys.length > 0) right = true
  }
  if (!right) return { code: 'signature_invalid' }
  if (Math.abs(nowMs - Number(timestamp)) > house.houseWindowMs) return { code: 'request_stale' }
  return undefined
}

/**
 * The house protocol. A decided refusal is a 200 with its code; a 401 says that the call was not the provider's; a throw becomes a 5xx, which
 * means "unknown: repeat or roll back". A repeated call is harmless, since each carries its own id, so no nonce is kept.
 */
export function houseAdapter({ platform, sessions, acts, wallet, players, keyOf }: GatewayParts) {
  const ids = new Map<string, string>()
  const balanceOf = async (session: GameSession) =>
    (await wallet.balance(platform.db.kysely, session.playerId))?.cashMinor ?? 0n

  return async function answer(call: HouseCall): Promise<HouseAnswer> {
    const provider = String(call.headers[house.houseHeaders.provider] ?? '').slice(0, 60)
    const about: HouseAnswer['about'] = { provider }
    const unsigned = refuseUnsigned(call, keyOf, platform.clock.now().getTime())
    if (unsigned) return { status: 401, reply: unsigned, about }
    if (call.call === 'wins') return decideWins(parse(call.rawBody), about)
    const reply = await decide(call.call, parse(call.rawBody), provider, about)
    return { status: 200, reply, about }
  }

  async function decide(call: string, body: unknown, provider: string, about: HouseAnswer['about']): Promise<Reply> {
    if (call === 'authenticate') {
      const read = shaped(house.houseAuthenticate, body)
      if (!read) return malformed
      const opened = await sessions.authenticate(provider, read.token)
      if (!opened) return { code: 'session_unknown', message: 'The launch token is unknown, used or run out.' }
      const { session, token } = opened
      about.playerId = session.playerId
      const player = await players(session.playerId)
      return {
        code: 'ok',
        session: token,
        game: await slugOf(session.gameId),
        balance: Number(await balanceOf(session)),
        currency: session.currency,
        player: { id: session.playerId, name: player?.name ?? '', country: player?.country ?? '' },
      }
    }
    const schema = schemas[call]
    if (!schema) return malformed
    const read = shaped<HouseBody>(schema as never, body)
    if (!read) return malformed
    if (read.txId !== undefined) about.txId = read.txId
    if (read.roundId !== undefined) about.roundId = read.roundId
    const session = await sessions.find(provider, read.session)
    if (!session) return { code: 'session_unknown' }
    about.playerId = session.playerId
    if (call === 'balance') return { code: 'ok', balance: Number(await balanceOf(session)), currency: session.currency }
    const gameId = read.game === undefined ? undefined : await idOf(read.game)
    if (read.game !== undefined && gameId === undefined)
      return { code: 'request_malformed', message: 'There is no such game.' }
    const applied = await acts.apply(actOf(call, read, session, gameId))
    return replyOf(applied, session)
  }

  /** Each win is decided as if it had come alone; all of them are posted in one group. */
  async function decideWins(body: unknown, about: CallAbout): Promise<HouseAnswer> {
    const read = shaped(house.houseWins, body)
    if (!read) return { status: 200, reply: malformed, about }
    const results: (Reply & { txId: string })[] = []
    const parts: { about: CallAbout; code: string }[] = []
    const found: { place: number; session: GameSession; act: GameAct }[] = []
    for (const [place, win] of read.wins.entries()) {
      const { txId, roundId } = win
      const session = await sessions.find(about.provider, win.session)
      const gameId = await idOf(win.game)
      const code = !session ? 'session_unknown' : 'request_malformed'
      results.push({ txId, code })
      parts.push({ about: { ...about, txId, roundId, ...(session ? { playerId: session.playerId } : {}) }, code })
      if (session && gameId !== undefined) found.push({ place, session, act: actOf('win', win, session, gameId) })
    }
    const applied = await acts.applyAll(found.map(({ act }) => act))
    for (const [order, { place, session }] of found.entries()) {
      results[place] = { ...replyOf(applied[order]!, session), txId: read.wins[place]!.txId }
      parts[place]!.code = results[place].code
    }
    return { status: 200, reply: { code: 'ok', results }, about, parts }
  }

  function actOf(call: string, read: HouseBody, session: GameSession, gameId: string | undefined): GameAct {
    return {
      kind: call === 'end-round' ? 'end' : (call as 'bet' | 'win' | 'betwin' | 'rollback'),
      session,
      txId: call === 'end-round' ? `end:${session.playerId}:${read.roundId}` : read.txId!,
      ...(read.refTxId === undefined ? {} : { refTxId: read.refTxId }),
      roundId: read.roundId!,
      ...(gameId === undefined ? {} : { gameId }),
      currency: read.currency ?? session.currency,
      amountMinor: BigInt(read.amount ?? read.betAmount ?? 0),
      winMinor: BigInt(read.winAmount ?? 0),
    }
  }

  function replyOf(applied: Applied, session: GameSession): Reply {
    return {
      code: applied.code,
      ...(applied.transaction === undefined ? {} : { transaction: applied.transaction }),
      balance: Number(applied.balanceMinor),
      currency: session.currency,
    }
  }

  // The house's providers name games by their slug; the catalogue's ids do not change.
  async function idOf(slug: string): Promise<string | undefined> {
    const before = ids.get(slug)
    if (before) return before
    const row = await platform.db.kysely.selectFrom('game').select('id').where('slug', '=', slug).executeTakeFirst()
    if (row && ids.size < 20_000) ids.set(slug, row.id)
    return row?.id
  }

  async function slugOf(gameId: string): Promise<string | undefined> {
    return (await platform.db.kysely.selectFrom('game').select('slug').where('id', '=', gameId).executeTakeFirst())
      ?.slug
  }
}

interface HouseBody {
  session: string
  txId?: string
  refTxId?: string
  roundId?: string
  game?: string
  amount?: number
  betAmount?: number
  winAmount?: number
  currency?: string
}

const schemas: Record<string, unknown> = {
  balance: house.houseBalance,
  bet: house.houseBet,
  win: house.houseWin,
  betwin: house.houseBetWin,
  rollback: house.houseRollback,
  'end-round': house.houseEndRound,
}

const malformed: Reply = { code: 'request_malformed' }

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}

function shaped<T>(schema: $ZodType<T>, body: unknown): T | undefined {
  const result = safeParse(schema, body)
  return result.success ? result.data : undefined
}
