import fastify, { type FastifyInstance } from 'fastify'
import { startWithinMs } from '@dhow/platform/listen'
import { serveAPay } from './a-pay.ts'
import { serveAlarms } from './alarms.ts'
import { serveBank } from './bank.ts'
import type { Config } from './config.ts'
import { serveGameProviders } from './game-providers.ts'
import { serveIssuer } from './issuer.ts'
import { page, script, style } from './page.ts'
import { openOrders } from './payment-orders.ts'
import { servePaymentPages } from './payment-pages.ts'
import { serveSms } from './sms.ts'
import { serveStandardPay } from './standard-pay.ts'

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The outside world of the sandbox mode as one HTTP server, ready to listen. */
export function openSandbox(config: Config, now: () => Date): FastifyInstance {
  const server = fastify({
    logger: { level: config.logLevel === 'info' ? 'warn' : config.logLevel },
    forceCloseConnections: true,
    pluginTimeout: startWithinMs,
  })
  server.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) void reply.header(name, value)
  })
  server.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
  server.get('/script.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  server.get('/health', () => ({ status: 'success', name: 'sandbox' }))
  serveSms(server, config, now)
  serveAlarms(server, config, now)
  serveIssuer(server, config, now)
  const orders = openOrders(server, config, now)
  serveAPay(server, config, orders)
  serveStandardPay(server, config, orders)
  serveBank(server, config, now)
  servePaymentPages(server)
  serveGameProviders(server, config, now)
  return server
}
