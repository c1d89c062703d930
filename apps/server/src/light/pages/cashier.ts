import { familyRows } from '@dhow/contract/deposit-families'
import { paymentMethods } from '@dhow/contract/deposit-calls'
import { parseAmount } from '@dhow/contract/money'
import { depositOptions } from '@dhow/contract/payments'
import { textOf } from '@dhow/contract/player-texts'
import type { ReplyOf } from '@dhow/contract/operation'
import { lightPath } from '../cookies.ts'
import { renderField } from '../fields.ts'
import { amountIn } from '../amounts.ts'
import { html, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'

type Methods = ReplyOf<typeof paymentMethods>
type Method = Methods['methods'][number]
type Stop = ReplyOf<typeof depositOptions>['stops'][number]

/** Page of a method: the family's form, the voucher's, or the start at a service. */
const placeOf = ({ name, code }: Method, amount: string): string => {
  if (name === 'easypay') return '/voucher'
  const row = familyRows.find(({ names }) => names.some((one) => one === name))
  return `/pay/${row ? row.family : `at-${code}`}?amount=${encodeURIComponent(amount)}`
}

/** Choice of amount and method: a GET form that leads to the method's own page. */
export const cashierPage: Page = {
  path: '/cashier',
  access: 'player',
  async render(visit) {
    const { words, money } = visit.reader
    const [{ methods, currency }, { stops }] = await Promise.all([
      visit.call(paymentMethods, { query: { type: 'deposit' } }),
      visit.call(depositOptions),
    ])
    const closed = stops.find(({ applies_to }) => applies_to === 'all')
    if (closed)
      return { title: words.deposit, body: html`<p class="alert" role="alert">${stopSentence(visit, closed)}</p>` }
    if (methods.length === 0) return { title: words.deposit, body: html`<p class="q">${words.noMethods}</p>` }
    const chosen = methods.find(({ code }) => code === visit.query['method'])
    const faults = chosen && faultsOf(visit, chosen, currency)
    if (chosen && !faults) return { to: lightPath + placeOf(chosen, amountIn(visit.query['amount'] ?? '', currency)) }
    const quick = visit.settings.markets.find((one) => one.currency === currency)?.quick_amounts ?? []
    return {
      title: words.deposit,
      ...(faults ? { status: 422 } : {}),
      body: html`<p class="q">${words.cashierLead}</p>
        ${stops.map((stop) => html`<p class="alert">${stopSentence(visit, stop)}</p>`)}
        <form>
          ${renderField({ name: 'amount', kind: 'amount', label: words.amount }, visit.query['amount'], faults ?? [])}${
            quick.length > 0 &&
            html`<p>
              ${words.common}:
              ${quick.map(
                (amount) =>
                  html`<a href="${lightPath}/cashier?amount=${amount.replace(/\.00$/, '')}"
                    >${money(amount, currency)}</a
                  > `,
              )}
            </p>`
          }${methodField(visit, methods, currency)}<button>${words.forward}</button>
        </form>
        <p><a href="${lightPath}/deposits">${words.depositHistory}</a></p>`,
    }
  },
}

function methodField(visit: Visit, methods: readonly Method[], currency: Methods['currency']): Html {
  const { words, money, sentence } = visit.reader
  const hint = ({ limits, description_text, usual_minutes }: Method) =>
    [
      sentence(description_text),
      fill(words.limitsOf, { min: money(limits.min, currency), max: money(limits.max, currency) }),
      usual_minutes === undefined ? '' : fill(words.usualMinutes, { minutes: Math.max(1, Math.round(usual_minutes)) }),
    ]
      .filter((text) => text !== '')
      .join(' · ')
  const choices = methods.map((method) => ({
    value: method.code,
    label: sentence(method.display_name_text),
    hint: hint(method),
  }))
  const first = methods.find(({ last_used }) => last_used) ?? methods[0]
  return renderField(
    { name: 'method', kind: 'radio', label: words.method, choices, ...(first ? { value: first.code } : {}) },
    visit.query['method'],
    [],
  )
}

/** Errors of the amount for this method; a voucher has its own amount. */
function faultsOf(
  { reader, query }: Visit,
  { name, limits }: Method,
  currency: Methods['currency'],
): string[] | undefined {
  if (name === 'easypay') return undefined
  const typed = query['amount'] ?? ''
  if (typed.trim() === '') return [reader.sentence(textOf('amount_required', {}))]
  const minor = parseAmount(amountIn(typed, currency))
  if (minor === undefined) return [reader.sentence(textOf('number_invalid', {}))]
  const [min, max] = [parseAmount(limits.min) ?? 0n, parseAmount(limits.max) ?? 0n]
  if (min > 0n && minor < min) return [reader.sentence(textOf('amount_minimum', { amount: limits.min, currency }))]
  if (max > min && minor > max) return [reader.sentence(textOf('amount_maximum', { amount: limits.max, currency }))]
  return undefined
}

function stopSentence({ reader: { words, sentence, when } }: Visit, { code, until, applies_to }: Stop): string {
  if (code === 'on_break' && until !== null) return fill(words.onBreak, { when: when(until) })
  if (code === 'deposits_unavailable') return sentence(textOf('deposits_unavailable', {}))
  if (code === 'too_many_open_deposits') return applies_to === 'services' ? words.manyPages : words.manyTransfers
  return words.depositsBlocked
}
