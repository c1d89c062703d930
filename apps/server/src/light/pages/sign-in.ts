import * as contract from '@dhow/contract/accounts'
import { authenticationType } from '@dhow/contract/portal'
import { market, type Market } from '@dhow/contract/shapes'
import { safeParse } from 'zod/mini'
import type { Field } from '../fields.ts'
import { formOf, type Form, type Success, type Typed } from '../forms.ts'
import { html } from '../html.ts'
import type { Page, Visit } from '../visit.ts'
import { lightPath } from '../cookies.ts'

const home: Success = { to: '' }

/** Redirects after sign-in or registration: to the portal, or to the code page. */
function followed(reply: { status: string; type: string; mobile?: string }, { cookies }: Visit, typed: Typed): Success {
  if (reply.status !== 'otp_required') {
    cookies.step(undefined)
    return home
  }
  cookies.step({ type: reply.type, mobile: reply.mobile ?? typed.text('mobile'), market: typed.text('market') })
  return { to: '/code', done: 'code_sent' }
}

const login = formOf({
  name: 'login',
  opensSession: true,
  button: ({ reader }) => reader.words.login,
  operation: contract.login,
  input: (typed) => ({
    body: { mobile: typed.text('mobile'), password: typed.text('password'), market: marketOf(typed.text('market')) },
  }),
  success: followed,
})

const register = formOf({
  name: 'register',
  opensSession: true,
  button: ({ reader }) => reader.words.signup,
  check: ({ reader }, typed) =>
    typed.text('accept_terms') === 'yes' ? undefined : { accept_terms: reader.words.termsNeeded },
  operation: contract.register,
  input: (typed) => ({
    body: {
      player_name: typed.text('player_name'),
      mobile: typed.text('mobile'),
      password: typed.text('password'),
      market: marketOf(typed.text('market')),
      accept_terms: true,
    },
  }),
  success: followed,
})

const code = formOf({
  name: 'code',
  opensSession: true,
  button: ({ reader }) => reader.words.verify,
  operation: contract.verifyOtp,
  input: (typed, { step }) => ({ body: { otp: typed.text('otp').replace(/\s/g, ''), ...asked(step) } }),
  success(reply, { cookies }) {
    if (!('reset_token' in reply)) {
      cookies.step(undefined)
      return home
    }
    cookies.step({ reset: reply.reset_token })
    return { to: '/new-password' }
  },
})

const resend = formOf({
  name: 'resend',
  quiet: true,
  button: ({ reader }) => reader.words.resend,
  operation: contract.sendOtp,
  input: (_typed, { step }) => ({ body: asked(step) }),
  success: { to: '/code', done: 'code_sent' },
})

const forgot = formOf({
  name: 'forgot',
  button: ({ reader }) => reader.words.sendCode,
  operation: contract.forgotPassword,
  input: (typed) => ({ body: { mobile: typed.text('mobile'), market: marketOf(typed.text('market')) } }),
  success: followed,
})

const newPassword: Form = formOf({
  name: 'new-password',
  button: ({ reader }) => reader.words.save,
  operation: contract.resetPassword,
  input: (typed, { step }) => ({ body: { reset_token: step['reset'] ?? '', password: typed.text('password') } }),
  success(_reply, { cookies }) {
    cookies.step(undefined)
    return { to: '/login', done: 'password_changed' }
  },
})

/** Market of a text; undefined for anything else, which the API then derives from the number. */
const marketOf = (text: string): Market | undefined => safeParse(market, text).data
const asked = ({ type, mobile = '', market: of = '' }: Visit['step']) => ({
  type: safeParse(contract.otpType, type).data ?? 'login',
  mobile,
  market: marketOf(of),
})

const mobileFields = ({ reader: { words }, settings }: Visit): Field[] => [
  {
    name: 'market',
    kind: 'select',
    label: words.country,
    choices: settings.markets.map((one) => ({ value: one.market, label: `${one.name} (${one.calling_code})` })),
  },
  {
    name: 'mobile',
    kind: 'tel',
    label: words.mobile,
    hint: settings.markets.map((one) => one.mobile_example).join(' · '),
  },
]

export const signInPages: readonly Page[] = [
  {
    path: '/login',
    access: 'anyone',
    forms: [login],
    async render(visit) {
      const { words } = visit.reader
      const { forgot_password } = await visit.call(authenticationType)
      const fields: Field[] = [...mobileFields(visit), { name: 'password', kind: 'password', label: words.password }]
      return {
        title: words.loginTitle,
        body: html`<p class="q">${words.loginLead}</p>
          ${visit.form(login, { fields })}
          <p><a href="${lightPath}/register">${words.noAccount}</a></p>
          ${forgot_password && html`<p><a href="${lightPath}/forgot">${words.forgot}</a></p>`}`,
      }
    },
  },
  {
    path: '/register',
    access: 'anyone',
    forms: [register],
    async render(visit) {
      const { words } = visit.reader
      const { registration_open } = await visit.call(authenticationType)
      const fields: Field[] = [
        { name: 'player_name', kind: 'text', label: words.playerName, hint: words.playerNameHint },
        ...mobileFields(visit),
        { name: 'password', kind: 'new-password', label: words.password, hint: words.passwordHint },
        { name: 'accept_terms', kind: 'check', label: words.terms },
      ]
      const form = html`<p class="q">${words.registerLead}</p>
        ${visit.form(register, { fields })}`
      return {
        title: words.registerTitle,
        body: html`${registration_open ? form : html`<p class="alert">${words.registrationOff}</p>`}
          <p><a href="/terms-condition">${words.termsLink}</a> · <a href="/privacy-policy">${words.privacyLink}</a></p>
          <p><a href="${lightPath}/login">${words.haveAccount}</a></p>`,
      }
    },
  },
  {
    path: '/code',
    access: 'anyone',
    forms: [code, resend],
    async render(visit) {
      const { words } = visit.reader
      if (visit.step['mobile'] === undefined) return { to: `${lightPath}/login` }
      return {
        title: words.codeTitle,
        body: html`<p class="q">${words.sentTo} <bdi>${visit.step['mobile']}</bdi></p>
          ${inboxLink(visit)}${visit.form(code, {
            fields: [{ name: 'otp', kind: 'code', label: words.code, hint: words.codeHint }],
          })}${visit.form(resend, { fields: [] })}`,
      }
    },
  },
  {
    path: '/forgot',
    access: 'anyone',
    forms: [forgot],
    async render(visit) {
      const { words } = visit.reader
      const { forgot_password } = await visit.call(authenticationType)
      return {
        title: words.forgotTitle,
        body: forgot_password
          ? html`<p class="q">${words.forgotLead}</p>
              ${visit.form(forgot, { fields: mobileFields(visit) })}`
          : html`<p class="alert">${words.forgotOff}</p>`,
      }
    },
  },
  {
    path: '/new-password',
    access: 'anyone',
    forms: [newPassword],
    async render(visit) {
      const { words } = visit.reader
      if (visit.step['reset'] === undefined) return { to: `${lightPath}/forgot` }
      return {
        title: words.newPasswordTitle,
        body: visit.form(newPassword, {
          fields: [{ name: 'password', kind: 'new-password', label: words.newPassword, hint: words.passwordHint }],
        }),
      }
    },
  },
]

/** Link to the sandbox's inbox, which receives the message instead of a phone. */
export const inboxLink = ({ sandboxInbox, reader: { words } }: Visit) =>
  sandboxInbox !== undefined && html`<p><a href="${sandboxInbox}">${words.sandboxInbox}</a></p>`
