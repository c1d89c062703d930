import * as contract from '@dhow/contract/limits'
import type { Currency } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { ReplyOf } from '@dhow/contract/operation'
import { amountIn } from '../amounts.ts'
import { lightPath } from '../cookies.ts'
import { formOf, type Typed } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'

type Limits = ReplyOf<typeof contract.getLimits>
type Limit = Limits['limits'][number]

/** Kind and period of a limit in one text: `deposit-day`. */
function limitIn(typed: Typed) {
  const [kind, period] = typed.text('limit').split('-')
  return { kind: contract.limitKind.parse(kind), period: contract.limitPeriod.parse(period) }
}
const isLimit = (text: string) => /^(deposit|stake|loss)-(day|week|month)$/.test(text)
const known = ({ reader: { words } }: Visit, typed: Typed) =>
  isLimit(typed.text('limit')) ? undefined : { limit: words.required }

const set = formOf({
  name: 'set',
  button: ({ reader }) => reader.words.setLimit,
  check: known,
  operation: contract.setLimit,
  input: (typed) => ({ body: { ...limitIn(typed), amount: amountIn(typed.text('amount'), typed.text('currency')) } }),
  success: ({ text }) => ({ to: '/limits', done: text.code }),
})

const removal = formOf({
  name: 'remove',
  quiet: true,
  button: ({ reader }) => reader.words.removeLimit,
  check: known,
  operation: contract.setLimit,
  input: (typed) => ({ body: { ...limitIn(typed), amount: null } }),
  success: ({ text }) => ({ to: '/limits', done: text.code }),
})

const settle = (name: 'confirm' | 'keep') =>
  formOf({
    name,
    quiet: name === 'keep',
    button: ({ reader: { words } }) => (name === 'keep' ? words.keepLimit : words.confirmLimit),
    check: known,
    operation: contract.confirmLimit,
    input: (typed) => ({ body: { ...limitIn(typed), ...(name === 'keep' ? { keep: true } : {}) } }),
    success: ({ text }) => ({ to: '/limits', done: text.code }),
  })
const [confirm, keep] = [settle('confirm'), settle('keep')]

const takeBreak = formOf({
  name: 'break',
  button: ({ reader }) => reader.words.takeBreak,
  check: ({ reader: { words } }, typed) => (typed.text('sure') === 'yes' ? undefined : { sure: words.required }),
  operation: contract.takeTimeOut,
  input: (typed) => ({ body: { days: Number(typed.text('days')) } }),
  success: ({ text }) => ({ to: '/limits', done: text.code }),
})

const exclude = formOf({
  name: 'exclude',
  button: ({ reader }) => reader.words.exclude,
  check: ({ reader }, typed) =>
    typed.text('confirm').trim() === 'EXCLUDE'
      ? undefined
      : { confirm: reader.sentence(textOf('exclude_confirm', {})) },
  operation: contract.excludeSelf,
  input: (typed) => ({
    body: {
      months: typed.text('months') === 'for-good' ? null : Number(typed.text('months')),
      confirm: 'EXCLUDE',
    },
  }),
  success: ({ text }) => ({ to: '/limits', done: text.code }),
})

const breakDays = [1, 2, 3, 7, 14, 30, 42]
const excludeMonths = [6, 12, 24, 36, 60]

export const limitPages: readonly Page[] = [
  {
    path: '/limits',
    access: 'player',
    forms: [set, removal, confirm, keep],
    async render(visit) {
      const { words } = visit.reader
      const reply = await visit.call(contract.getLimits)
      const names = reply.limits.map((limit) => ({ value: idOf(limit), label: nameOf(visit, limit) }))
      return {
        title: words.limits,
        body: html`<p class="q">${words.limitsLead}</p>
          ${blockOf(visit, reply)}
          <ul>
            ${reply.limits.map((limit) => limitRow(visit, limit, reply.currency))}
          </ul>
          <div class="card">
            <h2>${words.setLimit}</h2>
            ${visit.form(set, {
              fields: [
                { name: 'currency', kind: 'hidden', label: '', value: reply.currency },
                { name: 'limit', kind: 'select', label: words.whichLimit, choices: names },
                { name: 'amount', kind: 'amount', label: words.newLimit },
              ],
            })}
          </div>
          <p>
            <a class="btn quiet" href="${lightPath}/break">${words.breakTitle}</a
            ><a class="btn quiet" href="${lightPath}/exclude">${words.excludeTitle}</a>
          </p>`,
      }
    },
  },
  {
    path: '/break',
    access: 'player',
    forms: [takeBreak],
    async render(visit) {
      const { words } = visit.reader
      const days = breakDays.map((count) => ({
        value: String(count),
        label: count === 1 ? words.day : fill(words.dayMany, { days: count }),
      }))
      return {
        title: words.breakTitle,
        body: html`<p>${words.breakLead}</p>
          ${visit.form(takeBreak, {
            fields: [
              { name: 'days', kind: 'select', label: words.days, choices: days },
              { name: 'sure', kind: 'check', label: words.sure },
            ],
          })}`,
      }
    },
  },
  {
    path: '/exclude',
    access: 'player',
    forms: [exclude],
    async render(visit) {
      const { words } = visit.reader
      const months = excludeMonths.map((count) => ({
        value: String(count),
        label: fill(words.months, { months: count }),
      }))
      return {
        title: words.excludeTitle,
        body: html`<p>${words.excludeLead}</p>
          ${visit.form(exclude, {
            fields: [
              {
                name: 'months',
                kind: 'select',
                label: words.days,
                choices: [...months, { value: 'for-good', label: words.forGood }],
              },
              { name: 'confirm', kind: 'text', label: words.confirmWord },
            ],
          })}`,
      }
    },
  },
]

const idOf = ({ kind, period }: Limit) => `${kind}-${period}`
const nameOf = ({ reader: { words } }: Visit, { kind, period }: Limit) => words.limitNames[kind][period]

/** The current break. */
const blockOf = ({ reader: { words, when } }: Visit, { block }: Limits): Html | false =>
  block !== null &&
  html`<p class="alert">
    ${block.until === null ? words.blockedForGood : fill(words.onBreak, { when: when(block.until) })}
  </p>`

function limitRow(visit: Visit, limit: Limit, currency: Currency): Html {
  const { words, money, when } = visit.reader
  const { amount, used, pending } = limit
  const field = [{ name: 'limit', kind: 'hidden', label: '', value: idOf(limit) }] as const
  return html`<li>
    <div class="r">
      <span>${nameOf(visit, limit)}</span><strong>${amount === null ? words.noLimit : money(amount, currency)}</strong>
    </div>
    <small>${words.used}: ${money(used, currency)}</small>${
      pending !== null &&
      html`<p>
          ${
            pending.amount === null
              ? fill(words.pendingNone, { when: when(pending.possible_at) })
              : fill(words.pendingRaise, { amount: money(pending.amount, currency), when: when(pending.possible_at) })
          }
        </p>
        ${visit.form(confirm, { fields: field })}${visit.form(keep, { fields: field })}`
    }${amount !== null && pending === null && visit.form(removal, { fields: field })}
  </li>`
}
