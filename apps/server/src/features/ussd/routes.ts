import { apiBase } from '@dhow/contract/operation'
import { ussdStep } from '@dhow/contract/ussd'
import { ussdTexts } from '@dhow/contract/ussd-texts'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import type { FastifyInstance } from 'fastify'
import type { Listener } from '../../platform/http/listener.ts'
import { keepRawBodies, rawBodyOf } from '../../platform/http/raw-bodies.ts'
import { required } from '../../platform/required.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ussd } from './index.ts'

const stepLimitBytes = 4 * 1024

/** Steps of the menu, signed over their raw bytes. */
export async function serveUssd(listeners: { portal: Listener }, ussd: Ussd, { config, clock, log }: Platform) {
  const { ussdKey } = config
  await listeners.portal.fastify.register(async (scope: FastifyInstance) => {
    const how = keepRawBodies(scope, stepLimitBytes)
    scope.post(apiBase + ussdStep.path, how, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const bytes = rawBodyOf(request)
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
        // A person holds the phone: end the dialogue with a sentence in any case.
        log.error({ err: error }, 'a USSD step failed')
        return reply.send(`END ${ussdTexts.en.failed({})}`)
      }
    })
  })
}
