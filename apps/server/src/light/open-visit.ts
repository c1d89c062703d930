import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Portal } from '../features/portal/index.ts'
import { callOperation, type Caller } from './call-operation.ts'
import { callerOf, lightPath, openCookies, stepOf } from './cookies.ts'
import { renderField } from './fields.ts'
import type { FormKeys } from './form-keys.ts'
import type { Form, FormRendering } from './forms.ts'
import type { FrameVisit } from './frame.ts'
import { html, type Html } from './html.ts'
import { signOut } from './pages/sign-out.ts'
import { readerOf } from './reader.ts'
import type { Failure, Visit } from './visit.ts'

export interface VisitParts {
  fastify: FastifyInstance
  portal: Portal
  config: Config
  formKeys: FormKeys
}

/** A visit with further parts for the answer of its page. */
export interface OpenVisit extends Visit {
  /** Session parts after the calls so far. */
  caller: Caller
  /** The same visit, to render the page with a refused form. */
  again(failure: Failure | undefined): Visit
  frame(): FrameVisit
}

export function openVisit(parts: VisitParts, request: FastifyRequest, reply: FastifyReply): OpenVisit {
  const { fastify, portal, config, formKeys } = parts
  const caller = callerOf(request)
  const reader = readerOf(request)
  const cookies = openCookies(reply, config.origins.portal.startsWith('https:'))
  const renderForm = (form: Form, rendering: FormRendering, failure: Failure | undefined) =>
    renderOne({ form, rendering, failure, key: formKeys.make(caller), visit })
  const visit: OpenVisit = {
    caller,
    reader,
    cookies,
    settings: portal.publicSettings(),
    origin: config.origins.portal,
    sandboxInbox: config.mode === 'sandbox' ? config.origins.sandbox : undefined,
    isSignedIn: caller.token !== undefined,
    params: textsOf(request.params),
    query: textsOf(request.query),
    step: stepOf(request),
    async call(operation, sent = {}) {
      const answered = await callOperation(fastify, request, operation, caller, sent)
      const maxAgeS = cookies.pass(answered)
      // A page that is rendered now belongs to the device id that the browser has just got.
      caller.device = answered.cookies.get('dhow_device')?.value ?? caller.device
      const { reply: answer } = answered
      if (maxAgeS !== undefined && hasToken(answer)) cookies.signIn(answer.token, maxAgeS)
      return answer
    },
    form: (form, rendering) => renderForm(form, rendering, undefined),
    again: (failure) => ({
      ...visit,
      form: (form, rendering) => renderForm(form, rendering, failure?.form === form.name ? failure : undefined),
    }),
    frame: () => ({
      ...visit,
      here: lightPath + request.url.slice(lightPath.length),
      ...(visit.isSignedIn ? { signOut: renderForm(signOut, { fields: [] }, undefined) } : {}),
    }),
  }
  return visit
}

const hasToken = (answer: unknown): answer is { token: string } =>
  typeof answer === 'object' && answer !== null && 'token' in answer && typeof answer.token === 'string'

const textsOf = (query: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))

/** Renders a form with its key, its fields and their errors; errors without a field are shown above. */
function renderOne({
  form,
  rendering: { fields, secondStep = [] },
  failure,
  key,
  visit,
}: {
  form: Form
  rendering: FormRendering
  failure: Failure | undefined
  key: string
  visit: Visit
}): Html {
  const isSecondStep = failure?.typed['step'] === '2'
  const all = isSecondStep ? [...fields, ...secondStep] : fields
  const known = new Set(all.map(({ name }) => name))
  const elsewhere = Object.entries(failure?.fields ?? {}).flatMap(([name, texts]) => (known.has(name) ? [] : texts))
  const above = [...(failure?.sentences ?? []), ...elsewhere]
  const isGood = failure !== undefined && failure.status < 400
  return html`<form method="post" action="${form.action ?? ''}"${form.multipart && html` enctype="multipart/form-data"`}>${
    above.length > 0 &&
    html`<p class="${isGood ? 'note' : 'alert'}" role="${isGood ? 'status' : 'alert'}">${above.join(' ')}</p>`
  }<input type="hidden" name="form" value="${form.name}"><input type="hidden" name="key" value="${failure?.typed['key'] ?? key}">${
    isSecondStep && html`<input type="hidden" name="step" value="2" />`
  }${all.map((field) => renderField(field, failure?.typed[field.name], failure?.fields[field.name] ?? []))}<button${
    form.quiet && html` class="quiet"`
  }>${form.button(visit, isSecondStep)}</button></form>`
}
