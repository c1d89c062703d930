import { dhowHeaders, type DhowFreeRounds, type DhowRules } from '@dhow/contract/gateway'
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small wallet with the Dhow protocol over real HTTP, for tests and benchmarks: a ledger by transaction id, the protocol's rules, and faults on
 * demand. Launch tokens are `player:currency`.
 */
export interface WalletDouble {
  url: string
  key: string
  balances: Map<string, bigint>
  bets: Map<string, DoubleBet>
  /** Whether it has the call for several wins, which older wallets lack. */
  knowsWins: boolean
  /** Market rules sent with session and balance, if any. */
  rules: DhowRules | undefined
  /** Free rounds by player, for the game that they have open; a bet that names one takes no stake. */
  grants: Map<string, DhowFreeRounds>
  /** Injects a fault: before the call is done, or after it (money moved, answer lost). */
  fault: (call: string, body: Record<string, unknown>) => Fault | Promise<Fault>
  /** Descriptions of bets without exactly one end. */
  faults(): string[]
  close(): Promise<void>
}

export type Fault = 'none' | 'error_before' | 'error_after' | 'silence_before' | 'silence_after'

export interface DoubleBet {
  player: string
  amount: bigint
  state: 'open' | 'won' | 'rolled_back' | 'never'
  paid: bigint
  ends: number
  /** Grant of a free round. */
  grant?: string
  /** Placed by autoplay. */
  automatic?: unknown
}

const startMinor = 10_000_000n
const markOf = (body: Record<string, unknown>) => ('automatic' in body ? { automatic: body['automatic'] } : {})

/** Long, because each rule of the protocol works on the same books. */
export async function openWalletDouble(key = 'a-key-for-tests-only', port = 0): Promise<WalletDouble> {
  const balances = new Map<string, bigint>()
  const bets = new Map<string, DoubleBet>()
  const grants = new Map<string, DhowFreeRounds>()
  const answers = new Map<string, string>()
  const faults: string[] = []
  const balanceOf = (player: string): bigint => balances.get(player) ?? startMinor

  /** Uses a round of the player's grant; returns the stake to pay, or that the grant is not theirs. */
  function stakeOf(
    player: string,
    stake: bigint,
    grant: unknown,
  ): { own: bigint; grant?: string } | 'free_rounds_over' {
    if (grant === undefined) return { own: stake }
    const free = grants.get(player)
    if (free?.grant !== grant || BigInt(free.stake) !== stake) return 'free_rounds_over'
    if (free.left === 1) grants.delete(player)
    else grants.set(player, { ...free, left: free.left - 1 })
    return { own: 0n, grant: free.grant }
  }

  function answerCall(call: string, body: Record<string, unknown>): Record<string, unknown> {
    const [player = '', currency = 'INR'] = String(body['session'] ?? body['token']).split(':')
    const done = (code: string) => ({ code, balance: Number(balanceOf(player)), currency })
    if (call === 'authenticate') {
      return {
        ...done('ok'),
        session: body['token'],
        player: { id: player, name: player, country: 'IN' },
        rules: double.rules,
        freeRounds: grants.get(player),
      }
    }
    if (call === 'balance') return { ...done('ok'), rules: double.rules, freeRounds: grants.get(player) }
    if (call === 'commit') return done('ok')
    const txId = String(body['txId'])
    const known = answers.get(txId)
    if (known !== undefined) {
      return known === JSON.stringify(body) ? done('ok') : done('duplicate_transaction')
    }
    const amount = BigInt(Number(body['amount'] ?? 0))
    if (call === 'bet') {
      if (bets.get(txId)?.state === 'never') return done('bet_rolled_back')
      const taken = stakeOf(player, amount, body['grant'])
      if (taken === 'free_rounds_over') return done(taken)
      const { own, ...free } = taken
      if (balanceOf(player) < own) return done('insufficient_funds')
      balances.set(player, balanceOf(player) - own)
      bets.set(txId, { player, amount: own, state: 'open', paid: 0n, ends: 0, ...free, ...markOf(body) })
    }
    if (call === 'betwin') {
      if (bets.get(txId)?.state === 'never') return done('bet_rolled_back')
      const [stake, win] = [BigInt(Number(body['betAmount'])), BigInt(Number(body['winAmount']))]
      const taken = stakeOf(player, stake, body['grant'])
      if (taken === 'free_rounds_over') return done(taken)
      const { own, ...free } = taken
      if (balanceOf(player) < own) return done('insufficient_funds')
      balances.set(player, balanceOf(player) - own + win)
      bets.set(txId, { player, amount: own, state: 'won', paid: win, ends: 1, ...free, ...markOf(body) })
    }
    if (call === 'win' || call === 'rollback') {
      const refTxId = String(body['refTxId'])
      const bet = bets.get(refTxId)
      if (!bet && call === 'rollback') {
        bets.set(refTxId, { player, amount: 0n, state: 'never', paid: 0n, ends: 0 })
        return done('ok')
      }
      if (!bet || bet.state === 'never') return done(call === 'win' ? 'bet_unknown' : 'ok')
      // Like the portal's, this wallet does not undo a stake sent with its win.
      if (call === 'rollback' && answers.get(refTxId)?.includes('"winAmount"')) return done('bet_unknown')
      if (bet.state !== 'open') faults.push(`${refTxId} ended as ${bet.state} and again by ${call}`)
      bet.ends++
      bet.state = call === 'win' ? 'won' : 'rolled_back'
      bet.paid += call === 'win' ? amount : bet.amount
      balances.set(player, balanceOf(player) + (call === 'win' ? amount : bet.amount))
    }
    answers.set(txId, JSON.stringify(body))
    return done('ok')
  }

  function answerAnyCall(call: string, body: Record<string, unknown>): Record<string, unknown> {
    if (call !== 'wins') return answerCall(call, body)
    const wins = body['wins'] as Record<string, unknown>[]
    return { code: 'ok', results: wins.map((win) => ({ ...answerCall('win', win), txId: win['txId'] })) }
  }

  const double: WalletDouble = {
    url: '',
    key,
    balances,
    bets,
    grants,
    knowsWins: true,
    rules: undefined,
    fault: () => 'none',
    faults() {
      const open = [...bets].filter(([, bet]) => bet.state === 'open').map(([id]) => `${id} never ended`)
      return [...faults, ...open]
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void (async () => {
        const raw = Buffer.concat(parts).toString('utf8')
        const call = (request.url ?? '').split('/').at(-1) ?? ''
        const timestamp = String(request.headers[dhowHeaders.timestamp])
        const wanted = createHmac('sha256', key).update(`${timestamp}.${raw}`).digest('hex')
        const isSigned = request.headers[dhowHeaders.signature] === wanted
        const body = JSON.parse(raw) as Record<string, unknown>
        const fault = isSigned ? await double.fault(call, body) : 'none'
        const isBefore =
          fault === 'error_before' || fault === 'silence_before' || (call === 'wins' && !double.knowsWins)
        const answer = !isSigned ? { code: 'signature_invalid' } : isBefore ? {} : answerAnyCall(call, body)
        if (fault === 'silence_before' || fault === 'silence_after') {
          request.socket.destroy()
          return
        }
        const isKnown = call !== 'wins' || double.knowsWins
        const status = !isKnown ? 404 : fault === 'none' ? 200 : 503
        const text = JSON.stringify(answer)
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        response.end(text)
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway/dhow`
  return double
}
