import * as contract from '@dhow/contract/emails'
import { apiBase } from '@dhow/contract/operation'
import type { FastifyInstance } from 'fastify'
import { done } from '../../../platform/http/call.ts'
import type { Listener } from '../../../platform/http/listener.ts'
import { keepRawBodies, rawBodyOf } from '../../../platform/http/raw-bodies.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { required } from '../../../platform/required.ts'
import type { Messages } from '../index.ts'

const bodyLimitBytes = 16 * 1024
const answers = {
  accepted: [200, { status: 'OK' }],
  forged: [401, { status: 'ERROR', code: 'signature_invalid' }],
  malformed: [400, { status: 'ERROR', code: 'bad_request' }],
} as const

interface Asked {
  Params: { token: string }
}

/**
 * The player's address, the mail service's reports, and the unsubscribe call, which mail programs send from anywhere
 * without a session.
 */
export async function serveEmails(portal: Listener, messages: Messages) {
  portal.serve(contract.setEmail, async ({ session, body }) => ({
    ...done,
    ...(await messages.askEmail(session.playerId, body.address)),
  }))
  portal.serve(contract.confirmEmail, async ({ session, body }) => ({
    ...done,
    ...(await messages.confirmEmail(session.playerId, body.otp)),
  }))
  portal.serve(contract.removeEmail, async ({ session }) => ({
    ...done,
    ...(await messages.removeEmail(session.playerId)),
  }))
  await portal.fastify.register(async (scope: FastifyInstance) => {
    const how = keepRawBodies(scope, bodyLimitBytes)
    scope.post(apiBase + contract.emailReport.path, how, async (request, reply) => {
      const [status, body] = answers[await messages.receiveEmailReport(rawBodyOf(request), request.headers)]
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })
    const { bodyLimit } = how
    scope.post<Asked>(apiBase + contract.unsubscribe.path, { bodyLimit }, async (request, reply) => {
      await messages.stopOffers(tokenOf(request))
      return reply.header('cache-control', 'no-store').send(done)
    })
    scope.get<Asked>(apiBase + contract.openUnsubscribe.path, (request, reply) =>
      reply.redirect(`/light/unsubscribe/${tokenOf(request)}`, 303),
    )
  })
}

/** @throws Refusal `not_found` */
function tokenOf({ params }: { params: Asked['Params'] }): string {
  const read = required(contract.unsubscribe.params, 'parameters of the call').safeParse(params)
  if (!read.success) throw new Refusal('not_found')
  return read.data.token
}
