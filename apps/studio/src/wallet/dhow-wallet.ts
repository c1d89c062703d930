import { dhowAuthenticateReply, dhowHeaders, dhowWinsReply, type DhowReply } from '@dhow/contract/gateway'
import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Wallet, WalletAnswer, WinCall } from './wallet.ts'

export interface DhowWalletOptions {
  url: string
  key: string
  provider: string
  timeoutMs: number
}

const longestAnswer = 262_144

/** Wrong settings or clocks, not a word about the transaction: whoever must have a decision asks again. */
const undecided = new Set(['signature_invalid', 'request_stale', 'request_malformed'])
/** The wallet asks for a repeat of this one: another transaction has the player's row locked. */
const repeatable = 'wallet_busy'

/**
 * The portal's wallet over the Dhow protocol: signed HTTP, kept-alive connections, one time limit a call.
 * Long because each call goes through the one agent and its limits.
 */
export function openDhowWallet(options: DhowWalletOptions, clock: SteadyClock, log: Log): Wallet {
  const base = new URL(`${options.url}/`)
  const web = base.protocol === 'https:' ? https : http
  const agent = new web.Agent({ keepAlive: true, maxSockets: 128 })

  async function call(
    path: string,
    body: object,
  ): Promise<{ reply: DhowReply & Reply } | { reason: string; isMissing?: boolean }> {
    const raw = JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
    const timestamp = String(Math.round(clock.nowMs()))
    const signature = createHmac('sha256', options.key).update(`${timestamp}.${raw}`).digest('hex')
    try {
      const { status, text } = await send(new URL(path, base), raw, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(raw)),
        [dhowHeaders.provider]: options.provider,
        [dhowHeaders.timestamp]: timestamp,
        [dhowHeaders.signature]: signature,
      })
      if (status >= 500) return { reason: `status ${status}` }
      const parsed = (path === 'wins' ? dhowWinsReply : dhowAuthenticateReply).safeParse(JSON.parse(text))
      return parsed.success
        ? { reply: parsed.data }
        : { reason: `status ${status} without a code of the protocol`, isMissing: status === 404 }
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) }
    }
  }

  const send = (
    url: URL,
    raw: string,
    headers: Record<string, string>,
    isAgain = false,
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const request = web.request(url, {
        method: 'POST',
        // A peer that closed one idle connection may have closed them all.
        agent: isAgain ? false : agent,
        headers,
        signal: AbortSignal.timeout(options.timeoutMs),
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The other side closed the idle connection as we took it. Each call carries an id of its own, so one that did arrive is not done twice.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isAgain
        if (isStale) resolve(send(url, raw, headers, true))
        else reject(error)
      })
      request.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > longestAnswer) request.destroy(new Error('the answer is too long'))
        })
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      request.end(raw)
    })

  async function decide(path: string, body: object): Promise<WalletAnswer> {
    const answer = await call(path, body)
    if ('reason' in answer) {
      log.warn({ call: path, reason: answer.reason }, 'the wallet gave no answer')
      return { isDecided: false, reason: answer.reason }
    }
    return decided(path, answer.reply)
  }

  function decided(path: string, { code, balance }: Pick<DhowReply, 'code' | 'balance'>): WalletAnswer {
    if (code === repeatable) return { isDecided: false, reason: code }
    if (undecided.has(code)) {
      log.error({ call: path, code }, 'the wallet does not accept our calls')
      return { isDecided: false, reason: code }
    }
    return { isDecided: true, code, balance: balance === undefined ? null : BigInt(Math.trunc(balance)) }
  }

  async function decideAll(wins: WinCall[]): Promise<WalletAnswer[]> {
    const answer = await call('wins', { wins })
    // A wallet that does not know the call of many gets them one by one.
    if ('isMissing' in answer && answer.isMissing) return Promise.all(wins.map((win) => decide('win', win)))
    const results = 'reply' in answer && answer.reply.code === 'ok' ? answer.reply.results : undefined
    if (results?.length === wins.length && results.every(({ txId }, index) => txId === wins[index]!.txId))
      return results.map((result) => decided('wins', result))
    const reason = 'reason' in answer ? answer.reason : answer.reply.code
    log.warn({ call: 'wins', count: wins.length, reason }, 'the wallet gave no answer')
    return wins.map(() => ({ isDecided: false, reason }))
  }

  return {
    async authenticate(token) {
      const answer = await call('authenticate', { token })
      if ('reason' in answer) {
        log.warn({ call: 'authenticate', reason: answer.reason }, 'the wallet gave no answer')
        return 'unknown'
      }
      const { code, session, player, balance, currency } = answer.reply
      if (code !== 'ok') return { code }
      if (!session || !player || balance === undefined || !currency) return 'unknown'
      return { player: { session, id: player.id, name: player.name, currency, balance: BigInt(Math.trunc(balance)) } }
    },
    balance: (session) => decide('balance', { session }),
    bet: (bet) => decide('bet', bet),
    win: (win) => decide('win', win),
    wins: decideAll,
    betwin: (round) => decide('betwin', round),
    rollback: (back) => decide('rollback', back),
    close: () => agent.destroy(),
  }
}

interface Reply {
  session?: string | undefined
  results?: (DhowReply & { txId: string })[] | undefined
}
