import type { FastifyInstance } from 'fastify'
import { smsReport } from '@dhow/contract/messages'
import { apiBase } from '@dhow/contract/operation'
import type { Listener } from '../../platform/http/listener.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/raw-bodies.ts'
import type { Sms } from './index.ts'

const reportLimitBytes = 16 * 1024
const answers = {
  accepted: [200, { status: 'OK' }],
  forged: [401, { status: 'ERROR', code: 'signature_invalid' }],
  malformed: [400, { status: 'ERROR', code: 'bad_request' }],
} as const

/** Delivery reports, signed over their raw bytes. */
export async function serveSms(listeners: { portal: Listener }, sms: Sms) {
  await listeners.portal.fastify.register(async (scope: FastifyInstance) => {
    const how = keepRawBodies(scope, reportLimitBytes)
    scope.post<{ Params: { gateway: string } }>(apiBase + smsReport.path, how, async (request, reply) => {
      const { gateway } = request.params
      const [status, body] = answers[await sms.receiveReport(gateway, rawBodyOf(request), request.headers)]
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  })
}
