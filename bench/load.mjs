// A small HTTP/1.1 client in a process of its own: one request under way on each connection, every delay kept.
// `measureLoad` starts it; run as a child, this file is the client.
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)

/**
 * Loads `port` for `seconds` after `warmupSeconds` over `connections` kept-alive connections.
 * @param {{ port: number, path: string, connections: number, seconds: number, warmupSeconds?: number, deposits?: { tokens: string[] },
 *   bets?: { provider: string, key: string, sessions: string[], currency: string, stake: number }, tokens?: string[] }} plan
 *   with `bets`, each request is a signed bet of its own; with `deposits`, a deposit of another of its players; with `tokens`, a GET with one of
 *   them; else a bare GET
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, done: number, refused: Record<string, number>, sent: number,
 *   processorUs: number }>} delays in ms; `sent` and the client's processor time count the warm-up too
 */
export function measureLoad(plan) {
  return new Promise((resolve, reject) => {
    const child = fork(self, ['client'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('message', (result) => {
      resolve(result)
      child.kill()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load client ended with code ${code}`)))
    child.send(plan)
  })
}

if (process.argv[1] === self && process.argv[2] === 'client') process.once('message', run)

async function run(plan) {
  const delays = []
  const refused = {}
  let isMeasuring = false
  let isOver = false
  let sent = 0
  const head = `Host: 127.0.0.1:${plan.port}\r\nUser-Agent: bench\r\n`

  function request() {
    const place = sent++
    if (plan.tokens) {
      const token = plan.tokens[place % plan.tokens.length]
      return `GET ${plan.path} HTTP/1.1\r\n${head}Authorization: Bearer ${token}\r\n\r\n`
    }
    if (plan.deposits) {
      const { tokens } = plan.deposits
      const field = (name, value) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const body = `${field('manual_deposit_id', 2)}${field('amount', 50)}${field('utr', `FORM${place}`)}--bench--\r\n`
      return (
        `POST ${plan.path} HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=bench\r\nContent-Length: ${body.length}\r\n` +
        `Authorization: Bearer ${tokens[place % tokens.length]}\r\nIdempotency-Key: bench-${place}\r\n\r\n${body}`
      )
    }
    if (!plan.bets) return `GET ${plan.path} HTTP/1.1\r\n${head}\r\n`
    const { provider, key, sessions, currency, stake } = plan.bets
    const session = sessions[place % sessions.length]
    // A player bets once in a round, as at the table.
    const roundId = `bench-${Math.floor(place / sessions.length)}`
    const body = JSON.stringify({ session, txId: `bet-${place}`, roundId, game: 'dhow', amount: stake, currency })
    const timestamp = String(Date.now())
    const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
    return (
      `POST ${plan.path} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Provider: ${provider}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\n\r\n${body}`
    )
  }

  const open = () =>
    new Promise((resolve, reject) => {
      const socket = connect(plan.port, '127.0.0.1')
      socket.setNoDelay(true)
      let rest = Buffer.alloc(0)
      let startedMs = 0
      const next = () => {
        if (isOver) return socket.destroy()
        startedMs = performance.now()
        socket.write(request())
      }
      socket.on('connect', () => {
        resolve(socket)
        next()
      })
      socket.on('error', reject)
      socket.on('data', (part) => {
        rest = rest.length === 0 ? part : Buffer.concat([rest, part])
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = rest.latin1Slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
        if (rest.length < end + 4 + length) return
        const status = text.slice(9, 12)
        const code = plan.bets
          ? (/"code":"(\w+)"/.exec(rest.latin1Slice(end + 4, end + 4 + length))?.[1] ?? status)
          : status
        rest = Buffer.alloc(0)
        if (isMeasuring) {
          if (code === 'ok' || code === '200') delays.push(performance.now() - startedMs)
          else refused[code] = (refused[code] ?? 0) + 1
        }
        next()
      })
    })

  await Promise.all(Array.from({ length: plan.connections }, open))
  await new Promise((resolve) => setTimeout(resolve, (plan.warmupSeconds ?? 2) * 1000))
  isMeasuring = true
  const startMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, plan.seconds * 1000))
  isMeasuring = false
  const tookMs = performance.now() - startMs
  isOver = true
  delays.sort((a, b) => a - b)
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? NaN
  process.send({
    perSecond: (delays.length / tookMs) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    done: delays.length,
    refused,
    sent,
    processorUs: (({ user, system }) => user + system)(process.cpuUsage()),
  })
}
