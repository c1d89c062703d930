// Text messages sent per second through a slow gateway, on the real server, compared with one at a time.
//   node bench/messages.mjs [--messages 400] [--delay 400] [--at-once 16]
// Build first: npm run build.
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { openSetup } from './setup.mjs'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '400' },
    delay: { type: 'string', default: '400' },
    'at-once': { type: 'string', default: '16' },
  },
})
const count = Number(values.messages)
const delayMs = Number(values.delay)
const leastPerSecond = 20

for (const atOnce of [1, Number(values['at-once'])]) {
  const messages = atOnce === 1 ? Math.min(count, 20) : count
  const perSecond = await measure(atOnce, messages)
  const isOk = atOnce === 1 || perSecond >= leastPerSecond
  const bar = atOnce === 1 ? 'as before' : `at least ${leastPerSecond}`
  console.log(
    `${isOk ? 'ok    ' : 'FAILED'} ${perSecond.toFixed(1).padStart(6)} per second, ${atOnce} at once (${bar})`,
  )
  if (!isOk) process.exitCode = 1
}

/** Messages per second from the first request to the last answer. */
async function measure(atOnce, messages) {
  const ids = new Set()
  let startedMs
  let done
  const all = new Promise((resolve) => (done = resolve))
  const gateway = createServer((request, response) => {
    startedMs ??= performance.now()
    request.resume()
    setTimeout(() => {
      response.end('{}')
      ids.add(request.headers['idempotency-key'])
      if (ids.size === messages) done(performance.now())
    }, delayMs)
  })
  await new Promise((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const queued = `insert into sms.outbox (id, mobile, text, kind, created_at, next_at, expires_at)
    select 'sms_bench_' || n, '+264810000000', 'Dhow: invented text ' || n, 'notice', now(), now(), now() + interval '1 day'
    from generate_series(1, ${messages}) n`
  const setup = await openSetup({
    players: 1,
    statements: [queued],
    env: {
      LOG_LEVEL: 'silent',
      SMS_URL: `http://127.0.0.1:${gateway.address().port}/`,
      SMS_AT_ONCE: String(atOnce),
    },
  })
  try {
    const endedMs = await all
    return messages / ((endedMs - startedMs) / 1_000)
  } finally {
    await setup.close()
    gateway.closeAllConnections()
    gateway.close()
  }
}
