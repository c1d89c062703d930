import { messageLanguages } from '@dhow/contract/message-texts'
import { playerData } from '@dhow/contract/profile'
import type { FastifyInstance } from 'fastify'
import type { Portal } from '../features/portal/index.ts'
import type { CountryOf } from '../platform/http/country.ts'
import type { Listener } from '../platform/http/listener.ts'
import { readMultipart } from '../platform/http/multipart.ts'
import type { Platform } from '../platform/platform.ts'
import { Refusal } from '../platform/refusal.ts'
import { openSecrets } from '../platform/secrets.ts'
import { openAnswers, type AnswerParts } from './answer-page.ts'
import { lightPath, openCookies } from './cookies.ts'
import { openFormKeys } from './form-keys.ts'
import type { Form } from './forms.ts'
import { pages } from './pages/index.ts'
import { submitForm } from './submit-form.ts'
import type { Page } from './visit.ts'

/** Largest form without a file. */
const bodyLimitBytes = 64 * 1024
const fileLimitBytes = 5 * 1024 * 1024

/**
 * Serves the portal's money and safety pages as plain HTML forms for browsers without scripts, under their own path and
 * with the operations of the API.
 */
export async function serveLightPages(
  { fastify }: Listener,
  { platform, portal, countryOf }: { platform: Platform; portal: Portal; countryOf: CountryOf },
) {
  const { config, random, clock } = platform
  const secrets = openSecrets(config.secretKey, random)
  const formKeys = openFormKeys({ secrets, random, now: () => clock.now() })
  const parts: AnswerParts = { fastify, portal, config, formKeys, platform, countryOf }
  const answers = openAnswers(parts)
  await fastify.register(async (scope) => {
    readForms(scope)
    for (const page of pages) {
      scope.get(lightPath + page.path, (request, reply) => answers.answer(page, request, reply))
      if (page.forms) servePost(scope, { page, forms: page.forms }, parts, answers)
    }
    scope.get(`${lightPath}/data`, (request, reply) => answers.file(playerData, request, reply))
    servePreferences(scope, config.origins.portal.startsWith('https:'))
    scope.get(`${lightPath}/*`, (request, reply) => answers.refuse(request, reply, new Refusal('not_found')))
  })
}

/** Parses form bodies as browsers send them without a script. */
function readForms(scope: FastifyInstance) {
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
  )
}

function servePost(
  scope: FastifyInstance,
  { page, forms }: { page: Page; forms: readonly Form[] },
  parts: AnswerParts,
  { answer }: ReturnType<typeof openAnswers>,
) {
  const { uploadGate } = parts.platform
  const bodyLimit = fileLimitBytes + bodyLimitBytes
  scope.post<{ Body?: Record<string, string> }>(lightPath + page.path, { bodyLimit }, (request, reply) => {
    const hasFile = request.isMultipart()
    const sent = async () =>
      hasFile
        ? readMultipart(request, { file: 'image', limitBytes: fileLimitBytes })
        : { fields: request.body ?? {}, file: undefined }
    const work = () => answer(page, request, reply, async (visit) => submitForm(parts, visit, forms, await sent()))
    return hasFile ? uploadGate.during(work) : work()
  })
}

/** Saves language and theme in the portal's cookies. */
function servePreferences(scope: FastifyInstance, secure: boolean) {
  type Asked = { Querystring: { language?: string; theme?: string; back?: string } }
  scope.get<Asked>(`${lightPath}/prefer`, (request, reply) => {
    const { language, theme, back } = request.query
    const cookies = openCookies(reply, secure)
    const known = messageLanguages.find((one) => one === language)
    if (known) cookies.prefer('dhow_language', known)
    if (theme === 'light' || theme === 'dark') cookies.prefer('dhow_theme', theme)
    return reply.redirect(/^\/light[\w/?=&.-]*$/.test(String(back)) ? String(back) : lightPath, 303)
  })
}
