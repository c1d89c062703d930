import { sendOtp } from '@dhow/contract/accounts'
import type { Currency } from '@dhow/contract/money'
import type { ReplyOf } from '@dhow/contract/operation'
import { payoutKind } from '@dhow/contract/shapes'
import * as contract from '@dhow/contract/withdrawals'
import { amountIn } from '../amounts.ts'
import { lightPath } from '../cookies.ts'
import type { Field } from '../fields.ts'
import { formOf, type Form, type Typed } from '../forms.ts'
import { html, written, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { inboxLink } from './sign-in.ts'

type PayoutAccount = ReplyOf<typeof contract.payoutAccounts>['accounts'][number]
type Options = ReplyOf<typeof contract.withdrawOptions>

const amountOf = (typed: Typed) => amountIn(typed.text('amount'), typed.text('currency'))
const otpOf = (typed: Typed) => typed.text('otp').replace(/\s/g, '')
const codeField = ({ reader: { words } }: Visit): Field[] => [
  { name: 'otp', kind: 'code', label: words.code, hint: words.codeHint },
]

/** The first submission sends a code for this amount and account, the second one uses it. */
const request = formOf({
  name: 'request',
  button: ({ reader: { words } }, isSecondStep) => (isSecondStep ? words.requestWithdrawal : words.forward),
  async firstStep(visit, typed) {
    await visit.call(sendOtp, {
      body: { type: 'withdraw', amount: amountOf(typed), payout_account_id: typed.text('payout_account_id') },
    })
    return visit.reader.words.codeSent
  },
  operation: contract.requestWithdrawal,
  input: (typed) => ({
    body: { amount: amountOf(typed), payout_account_id: typed.text('payout_account_id'), otp: otpOf(typed) },
  }),
  success: ({ withdrawal, text }) => ({ to: `/payouts/${withdrawal.id}`, done: text.code }),
})

const payDebt = formOf({
  name: 'debt',
  button: ({ reader }) => reader.words.payDebt,
  operation: contract.payDebt,
  input: () => ({ body: {} }),
  success: { to: '/withdraw' },
})

const kindOf = (typed: Typed) => payoutKind.parse(typed.text('kind'))
const branchOf = (typed: Typed) => typed.text('branch').trim() || undefined

const add = formOf({
  name: 'add',
  button: ({ reader: { words } }, isSecondStep) => (isSecondStep ? words.saveAccount : words.forward),
  check: ({ reader: { words } }, typed) =>
    payoutKind.safeParse(typed.text('kind')).success ? undefined : { kind: words.required },
  async firstStep(visit, typed) {
    const branch = branchOf(typed)
    await visit.call(sendOtp, {
      body: {
        type: 'payout_account',
        kind: kindOf(typed),
        number: typed.text('number'),
        ...(branch === undefined ? {} : { branch }),
      },
    })
    return visit.reader.words.codeSent
  },
  operation: contract.addPayoutAccount,
  input: (typed) => ({
    body: {
      kind: kindOf(typed),
      holder: typed.text('holder'),
      number: typed.text('number'),
      branch: branchOf(typed),
      bank: typed.text('bank').trim() || undefined,
      otp: otpOf(typed),
    },
  }),
  success: { to: '/accounts', done: 'account_saved' },
})

const remove = formOf({
  name: 'remove',
  quiet: true,
  button: ({ reader }) => reader.words.remove,
  operation: contract.removePayoutAccount,
  input: (typed) => ({ params: { id: typed.text('account') } }),
  success: { to: '/accounts', done: 'account_removed' },
})

export const withdrawPages: readonly Page[] = [
  {
    path: '/withdraw',
    access: 'player',
    forms: [request, payDebt],
    async render(visit) {
      const { words } = visit.reader
      const [options, { accounts }] = await Promise.all([
        visit.call(contract.withdrawOptions),
        visit.call(contract.payoutAccounts),
      ])
      return {
        title: words.withdraw,
        body: html`${balanceCard(visit, options)}${
            options.stops.length > 0
              ? options.stops.map(({ text }) => html`<p class="alert">${visit.reader.sentence(text)}</p>`)
              : accounts.length === 0
                ? html`<p>${words.addFirst}</p>`
                : html`${visit.form(request, { fields: requestFields(visit, options, accounts), secondStep: codeField(visit) })}${inboxLink(visit)}`
          }${options.debt !== '0.00' && visit.form(payDebt, { fields: [] })}
          <p><a class="btn quiet" href="${lightPath}/accounts">${words.accounts}</a></p>
          <p><a href="${lightPath}/withdrawals">${words.withdrawHistory}</a></p>`,
      }
    },
  },
  {
    path: '/accounts',
    access: 'player',
    forms: [add, remove],
    async render(visit) {
      const { words } = visit.reader
      const { accounts, kinds } = await visit.call(contract.payoutAccounts)
      const fields: Field[] = [
        {
          name: 'kind',
          kind: 'select',
          label: words.kind,
          choices: kinds.map((kind) => ({ value: kind, label: words.kinds[kind] })),
        },
        { name: 'holder', kind: 'text', label: words.holder },
        { name: 'number', kind: 'text', label: kinds.map((kind) => words.numbers[kind]).join(' / ') },
        ...(kinds.includes('bank_in') || kinds.includes('bank_na')
          ? [
              {
                name: 'branch',
                kind: 'text',
                label: words.branches[kinds.includes('bank_in') ? 'bank_in' : 'bank_na'],
                hint: words.bankOnly,
              } as const,
              { name: 'bank', kind: 'text', label: words.bank, hint: words.bankOnly } as const,
            ]
          : []),
      ]
      return {
        title: words.accounts,
        body: html`${
            accounts.length > 0 &&
            html`<ul>
              ${accounts.map((account) => accountRow(visit, account, remove))}
            </ul>`
          }
          <div class="card">
            <h2>${words.addAccount}</h2>
            <p class="q">${words.addLead}</p>
            ${visit.form(add, { fields, secondStep: codeField(visit) })}${inboxLink(visit)}
          </div>
          <p><a href="${lightPath}/withdraw">${words.withdraw}</a></p>`,
      }
    },
  },
]

function balanceCard(
  { reader: { words, money } }: Visit,
  { available, currency, expected_minutes, debt }: Options,
): Html {
  return html`<div class="card">
    <p class="q">${words.available}</p>
    <p class="sum">${money(available, currency)}</p>
    ${debt !== '0.00' && html`<p>${words.owed}: ${money(debt, currency)}</p>`}
    <p class="q">${fill(words.paidWithin, { minutes: expected_minutes })}</p>
  </div>`
}

function requestFields(visit: Visit, { limits, currency }: Options, accounts: readonly PayoutAccount[]): Field[] {
  const { words, money } = visit.reader
  const range = { min: money(limits.min, currency), max: money(limits.max, currency) }
  return [
    { name: 'currency', kind: 'hidden', label: '', value: currency satisfies Currency },
    { name: 'amount', kind: 'amount', label: words.amount, hint: fill(words.limitsOf, range) },
    {
      name: 'payout_account_id',
      kind: 'radio',
      label: words.payOutTo,
      value: accounts[0]?.id ?? '',
      choices: accounts.map((account) => ({ value: account.id, ...nameOf(visit, account) })),
    },
  ]
}

const nameOf = ({ reader: { sentence } }: Visit, { label_text, number, holder }: PayoutAccount) => ({
  label: html`${sentence(label_text)} <bdi>${number}</bdi>`,
  hint: written(holder),
})

function accountRow(visit: Visit, account: PayoutAccount, form: Form): Html {
  const { label, hint } = nameOf(visit, account)
  const { words, when } = visit.reader
  return html`<li>
    ${label}<small>${hint} · ${fill(words.restsUntil, { until: when(account.usable_from) })}</small>${visit.form(form, {
      fields: [{ name: 'account', kind: 'hidden', label: '', value: account.id }],
    })}
  </li>`
}
