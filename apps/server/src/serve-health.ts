import { operatorText } from '@dhow/contract/operator-texts'
import { inEnglish } from './platform/texts.ts'
import { apiBase } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import type { Alarms } from './features/alarms/index.ts'
import type { Listener } from './platform/http/listener.ts'
import { openApi } from './platform/http/openapi.ts'
import type { Platform } from './platform/platform.ts'

/** The API's document at the portal, and the health of each listener for monitoring. */
export function serveHealth(
  { portal, console }: { portal: Listener; console: Listener },
  { db, build, config }: Platform,
  alarms: Alarms,
) {
  // Made at its first request, because making it is a good part of a start.
  let document: string | undefined
  portal.fastify.get(`${apiBase}/openapi.json`, (_request, reply) =>
    reply.type('application/json').send((document ??= JSON.stringify(openApi(operations, 'Dhow')))),
  )
  const unlimited = { config: { rateLimit: false } }
  const isUp = () => db.kysely.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
  // For load balancers: whether this server can answer players.
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
