// Load over kept-alive connections with one request in flight each, every latency recorded. The client is `load.c`.
import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compiled } from './compiled.mjs'

/** Above the rate of any machine here; a faster one ends its run early, and the figures cover that shorter time. */
const fastestPerSecond = 20_000

/**
 * Loads `port` for `seconds` after `warmupSeconds` over `connections` kept-alive connections. Requests are built, and bets signed, before
 * the clock starts: the provider's signing time is not the server's.
 * @param {{ port: number, path: string, connections: number, seconds: number, warmupSeconds?: number, mostPerSecond?: number, deposits?: { tokens: string[] },
 *   bets?: { provider: string, key: string, sessions: string[], currency: string, stake: number, name?: string }, tokens?: string[] }} plan
 *   `mostPerSecond` is the number of requests built per second of the run; with `bets`, each request is a signed bet, named differently in
 *   each run at the same server; with `deposits`, a deposit of another player each; with `tokens`, a GET with one of them; otherwise a bare GET
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, done: number, refused: Record<string, number>, sent: number,
 *   processorUs: number }>} latencies in ms; `sent` and the client's CPU time include the warm-up
 */
export async function measureLoad(plan) {
  const { port, connections, seconds, warmupSeconds = 2, mostPerSecond = fastestPerSecond } = plan
  const own = mkdtempSync(join(tmpdir(), 'dhow-load-'))
  try {
    const file = join(own, 'requests')
    const isOnce = Boolean(plan.bets ?? plan.deposits)
    const count = isOnce ? mostPerSecond * (seconds + warmupSeconds) : (plan.tokens?.length ?? 1)
    writeRequests(file, plan, count)
    const words = [
      port,
      connections,
      warmupSeconds * 1000,
      seconds,
      isOnce ? 'once' : 'again',
      plan.bets ? '"code":"' : '-',
      file,
    ]
    const { stdout } = await promisify(execFile)(compiled('load'), words.map(String))
    const { tookUs, p50Us, p99Us, ...counted } = JSON.parse(stdout)
    return { perSecond: (counted.done / tookUs) * 1e6, p50: p50Us / 1000, p99: p99Us / 1000, ...counted }
  } finally {
    rmSync(own, { recursive: true })
  }
}

function writeRequests(path, plan, count) {
  const file = openSync(path, 'w')
  for (let from = 0; from < count; from += 1000) {
    const parts = []
    for (let index = from; index < Math.min(count, from + 1000); index++) {
      const request = Buffer.from(requestOf(plan, index))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(request.length)
      parts.push(length, request)
    }
    writeSync(file, Buffer.concat(parts))
  }
  closeSync(file)
}

function requestOf(plan, index) {
  const head = `Host: 127.0.0.1:${plan.port}\r\nUser-Agent: bench\r\n`
  if (plan.tokens) return `GET ${plan.path} HTTP/1.1\r\n${head}Authorization: Bearer ${plan.tokens[index]}\r\n\r\n`
  if (plan.deposits) {
    const { tokens } = plan.deposits
    const field = (name, value) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const body = `${field('manual_deposit_id', 2)}${field('amount', 50)}${field('utr', `FORM${index}`)}--bench--\r\n`
    return (
      `POST ${plan.path} HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=bench\r\nContent-Length: ${body.length}\r\n` +
      `Authorization: Bearer ${tokens[index % tokens.length]}\r\nIdempotency-Key: bench-${index}\r\n\r\n${body}`
    )
  }
  if (!plan.bets) return `GET ${plan.path} HTTP/1.1\r\n${head}\r\n`
  const { provider, key, sessions, currency, stake, name = 'bench' } = plan.bets
  const session = sessions[index % sessions.length]
  // A player bets once per round, as at the table.
  const roundId = `${name}-${Math.floor(index / sessions.length)}`
  const body = JSON.stringify({ session, txId: `${name}-bet-${index}`, roundId, game: 'dhow', amount: stake, currency })
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return (
    `POST ${plan.path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `X-Provider: ${provider}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\n\r\n${body}`
  )
}
