import { operatorText } from '@dhow/contract/operator-texts'
import { inEnglish } from './platform/texts.ts'
import { apiBase } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { answerReady } from '@dhow/platform/drain'
import type { Alarms } from './features/alarms/index.ts'
import type { Listener } from './platform/http/listener.ts'
import { openApi } from './platform/http/openapi.ts'
import type { Platform } from './platform/platform.ts'

/** Serves the OpenAPI document on the portal, and the health of each listener for monitoring. */
export function serveHealth(
  { portal, console }: { portal: Listener; console: Listener },
  { db, build, config, clock, drain }: Platform,
  alarms: Alarms,
) {
  // Made at the first request, because making it takes a good part of a start.
  let document: string | undefined
  portal.fastify.get(`${apiBase}/openapi.json`, (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi(operations, 'Dhow')))),
  )
  const unlimited = { config: { rateLimit: false } }
  const isUp = () => db.kysely.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
  for (const { fastify } of [portal, console]) {
    // For supervisors: whether the process works at all. It checks nothing else, so that an outage of the database
    // restarts no server.
    fastify.get('/health/live', unlimited, (_request, reply) => reply.send({ status: 'live' }))
    // For load balancers: whether this process may get requests.
    fastify.get('/health/ready', unlimited, async (_request, reply) => {
      const { status, body } = await answerReady(clock, drain, isUp)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  }
  // For people and older probes: whether this server can answer players.
  portal.fastify.get('/health', unlimited, async (_request, reply) => {
    await isUp()
    return reply.send({ status: 'success', build, mode: config.mode })
  })
  // For monitoring: what is wrong, without figures or names of players.
  console.fastify.get('/health', unlimited, async (_request, reply) => {
    const problems = await isUp().then(
      () => alarms.problems(),
      () => [{ code: 'database', subject: '', text: operatorText('alarm_database', {}) }],
    )
    const status = problems.length === 0 ? 'success' : 'degraded'
    const sentences = problems.map((problem) => ({ ...problem, text: inEnglish(problem.text) }))
    return reply.code(problems.length === 0 ? 200 : 503).send({ status, build, mode: config.mode, problems: sentences })
  })
}
