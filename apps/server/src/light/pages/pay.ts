import { depositFamilies, familyRows, type DepositFamily } from '@dhow/contract/deposit-families'
import { familyCalls, type PaymentDetail } from '@dhow/contract/deposit-calls'
import { depositOptions, startAPay, startPayment } from '@dhow/contract/payments'
import { amountIn } from '../amounts.ts'
import { lightPath } from '../cookies.ts'
import type { Field } from '../fields.ts'
import { formOf, type Typed } from '../forms.ts'
import { html, written, type Html } from '../html.ts'
import type { Page, Visit } from '../visit.ts'
import { Refusal } from '../../platform/refusal.ts'

const amountOf = (typed: Typed) => amountIn(typed.text('amount'), typed.text('currency'))

function familyOf({ params }: Visit): DepositFamily {
  const row = familyRows.find(({ family }) => family === params['method'])
  if (!row) throw new Refusal('not_found')
  return row.family
}

/** Reports a transfer: one form for every family, whose row names its id field. */
const report = formOf({
  name: 'report',
  multipart: true,
  button: ({ reader }) => reader.words.submitDeposit,
  operation: (visit) => familyCalls[familyOf(visit)].submit,
  input: (typed, visit) => ({
    body: {
      amount: amountOf(typed),
      utr: typed.text('utr'),
      rail: typed.text('rail') || undefined,
      [depositFamilies[familyOf(visit)].idField]: typed.text('detail'),
    },
    file: typed.file,
  }),
  success: ({ data }) => ({ to: `/payments/${data.deposit.id}`, done: 'deposit_received' }),
})

const startAtAPay = formOf({
  name: 'start',
  button: ({ reader }) => reader.words.forward,
  operation: startAPay,
  input: (typed, { origin }) => ({
    query: {
      return_url: `${origin}${lightPath}/deposits`,
      custom_transaction_id: `TXN${typed.key}`,
      amount: amountOf(typed),
    },
  }),
  success: ({ data }) => ({ to: `/payments/${data.deposit.id}` }),
})

const startAtService = formOf({
  name: 'start',
  button: ({ reader }) => reader.words.forward,
  operation: startPayment,
  input: (typed, { origin, params }) => ({
    params: { service: params['service'] ?? '' },
    body: {
      return_url: `${origin}${lightPath}/deposits`,
      custom_transaction_id: `TXN${typed.key}`,
      amount: amountOf(typed),
    },
  }),
  success: ({ data }) => ({ to: `/payments/${data.deposit.id}` }),
})

const servicePage = (path: string, form: typeof startAtAPay): Page => ({
  path,
  access: 'player',
  forms: [form],
  async render(visit) {
    const { words } = visit.reader
    await visit.call(depositOptions, { query: { method: visit.params['service'] ?? 'apay' } })
    const fields: Field[] = [
      { name: 'amount', kind: 'amount', label: words.amount, value: visit.query['amount'] ?? '' },
    ]
    return {
      title: words.deposit,
      body: html`<p class="q">${words.serviceLead}</p>
        ${visit.form(form, { fields })}`,
    }
  },
})

export const payPages: readonly Page[] = [
  servicePage('/pay/at-apay', startAtAPay),
  servicePage('/pay/at-:service', startAtService),
  {
    path: '/pay/:method',
    access: 'player',
    forms: [report],
    async render(visit) {
      const { words, sentence, money } = visit.reader
      const family = familyOf(visit)
      const asked = 'detailsQuery' in depositFamilies[family] ? { query: { payment_method_id: '1' } } : {}
      const { details, deposit_code, currency } = await visit.call(familyCalls[family].details, asked)
      const [first] = details
      if (!first) throw new Refusal('payment_details_missing')
      const { amount = '' } = visit.query
      const shown = amount === '' ? '' : money(/\./.test(amount) ? amount : `${amount}.00`, currency)
      return {
        title: words.deposit,
        body: html`<h2>${words.stepPay} ${shown}</h2>
          <p>${words.payLead}</p>
          <div class="card">
            <dl>
              <dt>${words.yourCode}</dt>
              <dd class="sum">${deposit_code}</dd>
            </dl>
          </div>
          ${details.map((detail) => detailCard(visit, detail))}
          <h2>${words.stepConfirm}</h2>
          ${visit.form(report, {
            fields: [
              { name: 'currency', kind: 'hidden', label: '', value: currency },
              {
                name: 'detail',
                kind: details.length > 1 ? 'radio' : 'hidden',
                label: words.paidTo,
                value: String(first.id),
                choices: details.map((detail) => ({ value: String(detail.id), label: sentence(detail.name_text) })),
              },
              { name: 'amount', kind: 'amount', label: words.amount, value: amount },
              {
                name: 'utr',
                kind: 'text',
                label: sentence(first.reference_label),
                hint: sentence(first.reference_help),
              },
              {
                name: 'image',
                kind: 'image',
                label: first.proof_required ? words.screenshot : words.screenshotOptional,
                hint: words.screenshotHint,
              },
            ],
          })}`,
      }
    },
  },
]

const detailCard = ({ reader: { sentence } }: Visit, { name_text, lines, note }: PaymentDetail): Html =>
  html`<div class="card">
    <h2>${written(sentence(name_text))}</h2>
    <dl>
      ${lines.map(
        ({ label_text, value }) =>
          html`<dt>${written(sentence(label_text))}</dt>
            <dd>${written(value)}</dd>`,
      )}
    </dl>
    ${note !== null && html`<p class="q">${written(sentence(note))}</p>`}
  </div>`
