import type { FastifyInstance } from 'fastify'
import { smsReport } from '@dhow/contract/messages'
import { apiBase } from '@dhow/contract/operation'
import type { Listener } from '../../platform/http/listener.ts'
import type { Sms } from './index.ts'

const reportLimitBytes = 16 * 1024
const answers = {
  accepted: [200, { status: 'OK' }],
  forged: [401, { status: 'ERROR', code: 'signature_invalid' }],
  malformed: [400, { status: 'ERROR', code: 'bad_request' }],
} as const

/** Delivery reports are signed over their raw bytes: nothing reads the body before the signature was checked. */
export async function serveSms(listeners: { portal: Listener }, sms: Sms) {
  await listeners.portal.fastify.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: reportLimitBytes }, (_request, body, ready) =>
      ready(null, body),
    )
    const how = { bodyLimit: reportLimitBytes, config: { rateLimit: false as const } }
    scope.post<{ Params: { gateway: string } }>(apiBase + smsReport.path, how, async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { gateway } = request.params
      const [status, body] = answers[await sms.receiveReport(gateway, bytes, request.headers)]
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
  })
}
