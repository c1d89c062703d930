import { apiBase } from '@dhow/contract/operation'
import { ussdStep } from '@dhow/contract/ussd'
import { ussdTexts } from '@dhow/contract/ussd-texts'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../../platform/http/listener.ts'
import { required } from '../../platform/required.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ussd } from './index.ts'

const stepLimitBytes = 4 * 1024

/** Steps are signed over their raw bytes: nothing reads the form before the signature was checked. */
export async function serveUssd(listeners: { portal: Listener }, ussd: Ussd, { config, clock, log }: Platform) {
  const { ussdKey } = config
  await listeners.portal.fastify.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: stepLimitBytes }, (_request, body, ready) =>
      ready(null, body),
    )
    const how = { bodyLimit: stepLimitBytes, config: { rateLimit: false as const } }
    scope.post(apiBase + ussdStep.path, how, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signed =
        ussdKey === undefined ? undefined : verifyWebhook(bytes, request.headers, clock.now(), [webhookSecret(ussdKey)])
      if (!signed) return reply.code(401).send({ status: 'ERROR', code: 'signature_invalid' })
      const form = required(ussdStep.body, 'the form of a step').safeParse(
        Object.fromEntries(new URLSearchParams(signed.raw)),
      )
      if (!form.success) return reply.code(400).send({ status: 'ERROR', code: 'bad_request' })
      const { sessionId, phoneNumber, text } = form.data
      void reply.type('text/plain; charset=utf-8')
      try {
        return reply.send(await ussd.answer({ sessionId, mobile: phoneNumber, text }))
      } catch (error) {
        // A person holds the phone: the dialogue ends with a sentence, whatever happened.
        log.error({ err: error }, 'a USSD step failed')
        return reply.send(`END ${ussdTexts.en.failed({})}`)
      }
    })
  })
}
