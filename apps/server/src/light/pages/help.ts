import { depositHistory } from '@dhow/contract/deposits'
import { askForHelp, paymentHelp } from '@dhow/contract/help'
import { withdrawHistory } from '@dhow/contract/withdrawals'
import { lightPath } from '../cookies.ts'
import { formOf } from '../forms.ts'
import { html, written, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'

const own = ({ params }: Visit) => ({ params: { id: params['id'] ?? '' } })

const ask = formOf({
  name: 'ask',
  button: ({ reader }) => reader.words.send,
  operation: askForHelp,
  input: (typed, visit) => ({ ...own(visit), body: { text: typed.text('text') } }),
  success: (_reply, { params }) => ({ to: `/help/${params['id'] ?? ''}`, done: 'message_sent' }),
})

export const helpPages: readonly Page[] = [
  {
    path: '/help',
    access: 'anyone',
    async render(visit) {
      const { words } = visit.reader
      return {
        title: words.help,
        body: html`${visit.isSignedIn && (await ownPayments(visit))}
          <div class="card">
            <h2>${words.support}</h2>
            ${contact(visit)}
          </div>
          <p><a href="${lightPath}/safe">${words.responsible}</a></p>`,
      }
    },
  },
  {
    path: '/help/:id',
    access: 'player',
    forms: [ask],
    async render(visit) {
      const { words, when } = visit.reader
      const { help } = await visit.call(paymentHelp, own(visit))
      return {
        title: words.paymentHelp,
        body: html`<p class="q">${help === null ? words.helpLead : words.helpStates[help.state]}</p>
          ${
            help !== null &&
            html`<ol>
              ${help.messages.map(
                ({ from, text, at }) =>
                  html`<li><strong>${words.from[from]}</strong><br />${written(text)}<small>${when(at)}</small></li>`,
              )}
            </ol>`
          }${visit.form(ask, { fields: [{ name: 'text', kind: 'textarea', label: words.message }] })}`,
      }
    },
  },
  {
    path: '/safe',
    access: 'anyone',
    async render(visit) {
      const { words } = visit.reader
      return {
        title: words.responsible,
        body: html`<p>${words.safeLead}</p>
          ${words.safe.map(
            ({ title, text }) =>
              html`<div class="card">
                <h2>${title}</h2>
                <p>${fill(text, { support: visit.settings.support.email })}</p>
              </div>`,
          )}${
            visit.isSignedIn &&
            html`<p>
              <a class="btn quiet" href="${lightPath}/limits">${words.limits}</a
              ><a class="btn quiet" href="${lightPath}/break">${words.breakTitle}</a
              ><a class="btn quiet" href="${lightPath}/exclude">${words.excludeTitle}</a>
            </p>`
          }`,
      }
    },
  },
]

function contact({ settings: { support } }: Visit): Html {
  return html`<p>
    <a href="mailto:${support.email}">${support.email}</a
    >${support.phone !== null && html` · <a href="tel:${support.phone}">${support.phone}</a>`}
  </p>`
}

/** The newest payments, each with a link to ask about it. */
async function ownPayments(visit: Visit): Promise<Html> {
  const { words, money, when } = visit.reader
  const [deposits, withdrawals] = await Promise.all([
    visit.call(depositHistory, { query: { limit: 5 } }),
    visit.call(withdrawHistory, { query: { limit: 5 } }),
  ])
  const rows = [
    ...deposits.data.map((one) => ({ ...one, kind: words.deposit, sum: one.declared_amount, at: one.submitted_at })),
    ...withdrawals.data.map((one) => ({ ...one, kind: words.withdraw, sum: one.amount, at: one.requested_at })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  if (rows.length === 0) return html`<p class="q">${words.nothingOpen}</p>`
  return html`<div class="card">
    <h2>${words.whereTitle}</h2>
    <ul>
      ${rows.map(
        ({ id, kind, sum, currency, status, at }) =>
          html`<li>
            <div class="r"><span>${kind} · ${words.states[status]}</span><strong>${money(sum, currency)}</strong></div>
            <small>${when(at)}</small><a href="${lightPath}/help/${id}">${words.paymentHelp}</a>
          </li>`,
      )}
    </ul>
  </div>`
}
