import { answerDeposit, cancelDeposit, chooseDeposit, depositHistory, getDeposit } from '@dhow/contract/deposits'
import type { ReplyOf } from '@dhow/contract/operation'
import { gameHistory } from '@dhow/contract/catalog'
import { getWithdrawal, withdrawHistory } from '@dhow/contract/withdrawals'
import { lightPath } from '../cookies.ts'
import { amountIn } from '../amounts.ts'
import type { Field } from '../fields.ts'
import { formOf } from '../forms.ts'
import { html, written, type Renderable, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { list, pageOf } from './rows.ts'

const own = ({ params }: Visit) => ({ params: { id: params['id'] ?? '' } })
const same =
  (done: string) =>
  (_reply: unknown, { params }: Visit) => ({ to: `/payments/${params['id'] ?? ''}`, done })

const cancel = formOf({
  name: 'cancel',
  quiet: true,
  button: ({ reader }) => reader.words.cancelDeposit,
  operation: cancelDeposit,
  input: (_typed, visit) => ({ ...own(visit), body: {} }),
  success: same('deposit_cancelled'),
})

const answer = formOf({
  name: 'answer',
  multipart: true,
  button: ({ reader }) => reader.words.sendAnswer,
  operation: answerDeposit,
  input: (typed, visit) => ({
    ...own(visit),
    body: {
      note: typed.text('note') || undefined,
      utr: typed.text('utr') || undefined,
      amount: amountIn(typed.text('amount'), typed.text('currency')) || undefined,
    },
    file: typed.file,
  }),
  success: same('deposit_answered'),
})

const choose = (choice: 'credit' | 'refund') =>
  formOf({
    name: choice,
    quiet: true,
    button: ({ reader }) => (choice === 'credit' ? reader.words.choiceCredit : reader.words.choiceRefund),
    operation: chooseDeposit,
    input: (_typed, visit) => ({ ...own(visit), body: { choice } }),
    success: same(choice === 'credit' ? 'credit_asked' : 'refund_asked'),
  })
const [credit, refund] = [choose('credit'), choose('refund')]

type Deposit = ReplyOf<typeof getDeposit>['deposit']

export const paymentPages: readonly Page[] = [
  {
    path: '/deposits',
    access: 'player',
    async render(visit) {
      const { words, money, sentence } = visit.reader
      const { data, next_cursor } = await visit.call(depositHistory, { query: pageOf(visit) })
      const rows = data.map((one) =>
        row(visit, {
          to: `/payments/${one.id}`,
          name: sentence(one.method_text),
          sum: money(one.credited_amount ?? one.declared_amount, one.currency),
          state: words.states[one.status],
          at: one.submitted_at,
        }),
      )
      return { title: words.depositHistory, body: list(visit, rows, next_cursor, words.depositEmpty) }
    },
  },
  {
    path: '/withdrawals',
    access: 'player',
    async render(visit) {
      const { words, money, sentence } = visit.reader
      const { data, next_cursor } = await visit.call(withdrawHistory, { query: pageOf(visit) })
      const rows = data.map((one) =>
        row(visit, {
          to: `/payouts/${one.id}`,
          name: html`${sentence(one.account.label_text)} <bdi>${one.account.number}</bdi>`,
          sum: money(one.amount, one.currency),
          state: words.states[one.status],
          at: one.requested_at,
        }),
      )
      return { title: words.withdrawHistory, body: list(visit, rows, next_cursor, words.withdrawEmpty) }
    },
  },
  {
    path: '/rounds',
    access: 'player',
    async render(visit) {
      const { words, money, named } = visit.reader
      const { data, next_cursor } = await visit.call(gameHistory, { query: pageOf(visit) })
      const rows = data.map((one) =>
        row(visit, {
          to: undefined,
          name: named(one.game, one.names),
          sum: money(one.net, one.currency),
          state: `${words.staked} ${money(one.stake, one.currency)} · ${words.won} ${money(one.payout, one.currency)}`,
          at: one.started_at,
        }),
      )
      return { title: words.gameHistory, body: list(visit, rows, next_cursor, words.gamesEmpty) }
    },
  },
  {
    path: '/payments/:id',
    access: 'player',
    forms: [cancel, answer, credit, refund],
    async render(visit) {
      const { words, money, sentence, when } = visit.reader
      const { deposit } = await visit.call(getDeposit, own(visit))
      const { currency } = deposit
      return {
        title: `${words.deposit}: ${words.states[deposit.status]}`,
        body: html`${facts([
          [words.declared, money(deposit.declared_amount, currency)],
          [words.credited, deposit.credited_amount !== null && money(deposit.credited_amount, currency)],
          [words.method, sentence(deposit.method_text)],
          [words.reference, deposit.utr !== '' && written(deposit.utr)],
          [words.expected, deposit.expected_by !== null && when(deposit.expected_by)],
          [words.number, deposit.id],
        ])}${
          deposit.continue_url !== null &&
          html`<p><a class="btn" href="${deposit.continue_url}">${words.continuePayment}</a></p>`
        }${
          deposit.has_change === true &&
          html`<p><a class="btn quiet" href="${lightPath}/payments/${deposit.id}/change">${words.changeShow}</a></p>`
        }${questionOf(visit, deposit)}${choiceOf(visit, deposit)}${timeline(visit, deposit.timeline)}${
          deposit.can_cancel &&
          html`<p>${words.cancelSure}</p>
            ${visit.form(cancel, { fields: [] })}`
        }${links(deposit.id, visit)}`,
      }
    },
  },
  {
    path: '/payouts/:id',
    access: 'player',
    async render(visit) {
      const { words, money, sentence, when } = visit.reader
      const { withdrawal } = await visit.call(getWithdrawal, own(visit))
      return {
        title: `${words.withdraw}: ${words.states[withdrawal.status]}`,
        body: html`${facts([
          [words.amount, money(withdrawal.amount, withdrawal.currency)],
          [words.paidTo, html`${sentence(withdrawal.account.label_text)} <bdi>${withdrawal.account.number}</bdi>`],
          [words.reference, withdrawal.payment_reference !== null && written(withdrawal.payment_reference)],
          [words.expected, withdrawal.expected_by !== null && when(withdrawal.expected_by)],
          [words.number, withdrawal.id],
        ])}${timeline(visit, withdrawal.timeline)}${links(withdrawal.id, visit)}`,
      }
    },
  },
]

const facts = (pairs: readonly (readonly [string, Renderable])[]): Html =>
  html`<div class="card">
    <dl>
      ${pairs
        .filter(([, value]) => value !== false)
        .map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
    </dl>
  </div>`

const timeline = (
  { reader: { words, sentence, when } }: Visit,
  steps: readonly { at: string; text: { code: string; params: Record<string, string> } }[],
): Html =>
  html`<h2>${words.timeline}</h2>
    <ol>
      ${steps.map(({ at, text }) => html`<li>${written(sentence(text))}<small>${when(at)}</small></li>`)}
    </ol>`

const links = (id: string, { reader: { words } }: Visit): Html =>
  html`<p><a href="${lightPath}/help/${id}">${words.paymentHelp}</a></p>`

interface Row {
  to: string | undefined
  name: Renderable
  sum: string
  state: string
  at: string
}

const row = ({ reader: { when } }: Visit, { to, name, sum, state, at }: Row): Html =>
  html`<li>
    <div class="r">
      <span>${to === undefined ? name : html`<a href="${lightPath}${to}">${name}</a>`}</span><strong>${sum}</strong>
    </div>
    <small>${state} · ${when(at)}</small>
  </li>`

function questionOf(visit: Visit, { question, currency }: Deposit): Html | false {
  if (question === null) return false
  const { words, sentence, when } = visit.reader
  const fields: Field[] = [
    { name: 'currency', kind: 'hidden', label: '', value: currency },
    { name: 'note', kind: 'textarea', label: words.yourAnswer },
    { name: 'utr', kind: 'text', label: words.newReference },
    { name: 'amount', kind: 'amount', label: words.newAmount },
    { name: 'image', kind: 'image', label: words.screenshot, hint: words.screenshotHint },
  ]
  return html`<h2>${words.question}</h2>
    <p>${sentence(question.text)}</p>
    ${question.note !== null && html`<p>${written(question.note)}</p>`}
    <p class="q">${fill(words.answerBy, { by: when(question.answer_by) })}</p>
    ${visit.form(answer, { fields })}`
}

function choiceOf(visit: Visit, { choice }: Deposit): Html | false {
  if (choice === null) return false
  const { words } = visit.reader
  return html`<h2>${words.choice}</h2>
    <p>${choice.chosen === null ? words.choiceLead : words.choiceChosen[choice.chosen]}</p>
    ${visit.form(credit, { fields: [] })}${visit.form(refund, { fields: [] })}`
}
