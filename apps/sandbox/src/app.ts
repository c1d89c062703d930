import fastify, { type FastifyInstance } from 'fastify'
import { countRequests } from '@dhow/platform/count-requests'
import { startTimeoutMs } from '@dhow/platform/listen'
import type { OpenMetrics } from '@dhow/platform/metrics'
import { serveAPay } from './a-pay.ts'
import { serveAlarms } from './alarms.ts'
import { serveBank } from './bank.ts'
import { version, type Config } from './config.ts'
import { serveCountry } from './country.ts'
import { serveGameProviders } from './game-providers.ts'
import { serveIssuer } from './issuer.ts'
import { page, script, style } from './page.ts'
import { serveMail } from './mail.ts'
import { openOrders } from './payment-orders.ts'
import { servePhone } from './phone.ts'
import { servePush } from './push.ts'
import { servePaymentPages } from './payment-pages.ts'
import { serveSms } from './sms.ts'
import { serveStandardPay } from './standard-pay.ts'
import { serveWitness, type WitnessProcess } from './witness/process.ts'

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Always ready, since there is no database. */
function serveReadiness(server: FastifyInstance) {
  let isClosing = false
  server.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  server.get('/health/live', () => ({ status: 'live' }))
  server.get('/health/ready', (_request, reply) =>
    reply.code(isClosing ? 503 : 200).send({ status: isClosing ? 'unready' : 'ready' }),
  )
}

/** The sandbox's simulated services as one HTTP server, ready to listen. */
export function openSandbox(
  config: Config,
  now: () => Date,
  { metrics, witness }: { metrics?: OpenMetrics | undefined; witness?: Pick<WitnessProcess, 'url'> } = {},
): FastifyInstance {
  const server = fastify({
    logger: { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    forceCloseConnections: true,
    pluginTimeout: startTimeoutMs,
  })
  if (metrics) {
    server.addHook('onResponse', countRequests(metrics, 'sandbox'))
    metrics.onScrape(() => metrics.set('dhow_draining', {}, 0))
  }
  server.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) void reply.header(name, value)
  })
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  server.get('/script.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  serveReadiness(server)
  const since = now().toISOString()
  server.get('/health', () => ({ status: 'success', name: 'sandbox', version, since }))
  serveSms(server, config, now)
  const keepAlarm = serveAlarms(server, config, now)
  serveMail(server, config, now, keepAlarm)
  servePhone(server, config, now)
  servePush(server, config, now)
  serveIssuer(server, config, now)
  const orders = openOrders(server, config, now)
  serveAPay(server, config, orders)
  serveStandardPay(server, config, orders)
  serveBank(server, config, now)
  servePaymentPages(server)
  serveCountry(server, config)
  serveGameProviders(server, config, now)
  if (witness) serveWitness(server, witness)
  return server
}
