import '../../src/features/wallet/tables.ts'
import { createPlayer } from '../../src/features/accounts/create-player.ts'
import { signed } from '../api-calls.ts'
import { ask, type Answer } from '../world.ts'
import type { Lab } from './lab.ts'
import type { Server } from './servers.ts'

/** A player or operator with a session. */
export interface Person {
  token(): string | undefined
  cookies: ReadonlyMap<string, string>
}

export interface Player extends Person {
  id: string
  mobile: string
}

export interface Call {
  by?: Person
  listener?: 'portal' | 'console'
  method?: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Work of the server itself, in place of a call over HTTP. */
  work?(server: Server): Promise<Answer>
}

/** Sends a client's call, repeated until it has a conclusive answer. */
export type Send = (request: Call) => Promise<Answer>

export interface Client {
  name: string
  act(send: Send): Promise<void>
}

/** Concurrent calls, and what must be true after all of them. */
export interface Scene {
  clients: Client[]
  /** Everything that is wrong, in words. */
  judge(): Promise<string[]>
}

const triesAtMost = 12
const base = '/api/v1/dhow'

/** Answers after which a client repeats the call: the outcome is unknown or undecided. */
const isOpen = ({ status, json }: Answer) =>
  status >= 500 || status === 429 || ['busy', 'wallet_busy', 'unknown', 'receipt_pending'].includes(String(json?.code))

/**
 * Makes the calls of one client: to the server at its place, and to the other one if that crashes or does not know.
 * @param isLost whether the answer that has just arrived is lost on its way to the client
 */
export function sendFrom(lab: Lab, name: string, place: number, isLost: () => boolean): Send {
  let calls = 0
  return async (request) => {
    const call = ++calls
    for (let tries = 0; tries < triesAtMost; tries++) {
      const server = lab.servers[(place + tries) % 2] as Server
      const actor = { name: `${name}.${call}${tries > 0 ? `~${tries}` : ''}`, server: server.number, isGone: false }
      const answering = lab.scheduler.actors.run(actor, () => answerOf(server, request))
      const answer = await Promise.race([answering, server.gone])
      if (answer === 'gone' || isLost() || isOpen(answer)) continue
      // A flow with a missing call would explore less than its name says.
      if (answer.status === 404) throw new Error(`${request.path} is not there`)
      return answer
    }
    throw new Error(`${name} has no answer after ${triesAtMost} tries of ${request.path}`)
  }
}

async function answerOf(server: Server, request: Call): Promise<Answer> {
  if (request.work) return request.work(server).catch(() => ({ status: 503, json: undefined, headers: {} }))
  const { by, listener = 'portal', method = 'POST', path, body = {}, headers = {} } = request
  const token = by?.token()
  const response = await ask(server.app[listener], {
    method,
    url: base + path,
    remoteAddress: '10.1.1.1',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(listener === 'console' ? { 'x-dhow-console': '1' } : {}),
      ...(by ? { cookie: [...by.cookies].map(([key, value]) => `${key}=${value}`).join('; ') } : {}),
      ...headers,
    },
    ...(method === 'GET' ? {} : { payload: body as object }),
  })
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  return { status: response.statusCode, json: isJson ? response.json() : undefined, headers: response.headers }
}

/** A call of the studio to the wallet. */
export function walletCall(lab: Lab, call: string, body: object): Call {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...signed(lab.world, text) }
  return { path: `/gateway/dhow/${call}`, body: text, headers }
}

/** The deposit form, as a browser sends it. */
export async function depositForm(by: Player, fields: Record<string, string>, key: string): Promise<Call> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const encoded = new Request('http://form', { method: 'POST', body: form })
  const path = '/player/deposit-namibia/manual-deposit/send-deposit-request'
  const type = encoded.headers.get('content-type') ?? ''
  const body = Buffer.from(await encoded.arrayBuffer())
  return { by, path, body, headers: { 'content-type': type, 'idempotency-key': key } }
}

let players = 0

/**
 * A player with a session as after registration and sign-in, and with money as after a bank transfer, inserted in one
 * transaction.
 */
export async function newPlayer(lab: Lab, balance = '0.00', market: 'NA' | 'IN' = 'NA') {
  const { world } = lab
  const { accounts, wallet, rewards } = world.app.features
  const { platform } = world
  const player = world.visitor()
  const mobile = world.newMobile(market)
  const currency = market === 'IN' ? ('INR' as const) : ('NAD' as const)
  const number = ++players
  const { session, opened } = await world.db.transaction(async (tx) => {
    const parts = {
      async onPlayerCreated(at: typeof tx, row: Parameters<typeof rewards.referrals.welcome>[1]) {
        await wallet.openPlayer(at, { playerId: row.id, currency, at: row.created_at })
        await rewards.referrals.welcome(at, row)
      },
    }
    const waiting = {
      player_name: `explorer_${number}`,
      ...{ mobile, market, password_hash: '', terms_version: null, referral_code: null },
    }
    const { id } = await createPlayer({ platform, parts } as never, tx, waiting, true)
    const device = { id: `device-${number}`, label: 'Explorer', origin: undefined }
    const opened = await accounts.sessions.open(tx, { id }, device)
    const amountMinor = BigInt(balance.replace('.', ''))
    if (amountMinor > 0n)
      await wallet.post(tx, {
        key: `test:fund:${id}`,
        reason: 'test' as never,
        playerId: id,
        currency,
        happenedAt: platform.clock.now(),
        lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor }],
      })
    return { session: { playerId: id, sessionId: '', market, currency }, opened }
  })
  player.use(opened.token)
  player.cookies.set('dhow_sid', opened.cookie)
  return { ...player, id: session.playerId, mobile, session }
}
