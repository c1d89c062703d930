import type { Operation } from '@dhow/contract/operation'
import { textOf } from '@dhow/contract/player-texts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../platform/refusal.ts'
import { openFile } from './call-operation.ts'
import { lightPath } from './cookies.ts'
import { renderFrame, renderSentence } from './frame.ts'
import { html } from './html.ts'
import { noteOf } from './notes.ts'
import type { CountryOf } from '../platform/http/country.ts'
import { refusedBy } from './refused-by.ts'
import { openVisit, type OpenVisit, type VisitParts } from './open-visit.ts'
import { styleHash } from './style.ts'
import type { SubmitParts } from './submit-form.ts'
import type { Elsewhere, Failure, Page } from './visit.ts'

export interface AnswerParts extends VisitParts, SubmitParts {
  countryOf: CountryOf
}

/** Answers requests for pages: gate, session, then the page's own work. */
export function openAnswers(parts: AnswerParts) {
  const { portal, countryOf, config } = parts
  const policy = [
    `default-src 'none'; style-src ${styleHash}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    ...(config.origins.portal.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  const headed = (reply: FastifyReply) =>
    void reply.header('content-security-policy', policy).header('cache-control', 'no-store')

  return {
    async answer(
      page: Page,
      request: FastifyRequest,
      reply: FastifyReply,
      act: (visit: OpenVisit) => Promise<Failure | Elsewhere | undefined> = async () => undefined,
    ) {
      headed(reply)
      const visit = openVisit(parts, request, reply)
      try {
        await portal.gate({ country: countryOf(request), path: request.url, access: 'public' })
        if (page.access === 'player' && !visit.isSignedIn) return await reply.redirect(`${lightPath}/login`, 303)
        const done = await act(visit)
        if (done && 'to' in done) return await reply.redirect(done.to, 303)
        return await send(visit, await page.render(visit.again(done)), reply, done)
      } catch (error) {
        return sendFault(visit, error, reply)
      }
    },

    /** Answers with the file of an operation for a signed-in player. */
    async file(operation: Pick<Operation, 'path'>, request: FastifyRequest, reply: FastifyReply) {
      headed(reply)
      const visit = openVisit(parts, request, reply)
      try {
        await portal.gate({ country: countryOf(request), path: request.url, access: 'public' })
        if (!visit.isSignedIn) return await reply.redirect(`${lightPath}/login`, 303)
        const { stream, headers } = await openFile(parts.fastify, request, operation, visit.caller)
        return await reply.headers(headers).send(stream)
      } catch (error) {
        return sendFault(visit, error, reply)
      }
    },

    /** Answers with the sentence of a refusal. */
    refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
      headed(reply)
      return sendFault(openVisit(parts, request, reply), refusal, reply)
    },
  }
}

function send(visit: OpenVisit, rendered: Awaited<ReturnType<Page['render']>>, reply: FastifyReply, failure?: Failure) {
  if ('to' in rendered) return reply.redirect(rendered.to, 303)
  if (failure?.retryAfterS) void reply.header('retry-after', String(failure.retryAfterS))
  const body = html`${failure === undefined && noteOf(visit)}${rendered.body}`
  return sendDocument(
    reply,
    failure?.status ?? rendered.status ?? 200,
    renderFrame(visit.frame(), rendered.title, body),
  )
}

/** A page that cannot be rendered shows the reason. An ended session redirects to the sign-in. */
function sendFault(visit: OpenVisit, error: unknown, reply: FastifyReply) {
  const refused = refusedBy(error)
  if (!refused) throw error
  if (refused.status_code === 401) {
    visit.cookies.signOut()
    return reply.redirect(`${lightPath}/login?done=session_invalid`, 303)
  }
  const { words, sentence } = visit.reader
  const body = renderSentence(sentence(refused.text ?? textOf('internal', {})))
  return sendDocument(reply, refused.status_code, renderFrame(visit.frame(), words.notice, body))
}

const sendDocument = (reply: FastifyReply, status: number, document: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(document)
