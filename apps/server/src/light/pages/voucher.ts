import { checkVoucher, depositOptions, redeemVoucher, voucherChange } from '@dhow/contract/payments'
import { lightPath } from '../cookies.ts'
import { formOf } from '../forms.ts'
import { html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page } from '../visit.ts'

/** Checks a voucher first; nothing is credited until the second submission. */
const redeem = formOf({
  name: 'voucher',
  button: ({ reader: { words } }, isSecondStep) => (isSecondStep ? words.redeem : words.check),
  async firstStep(visit, typed) {
    const { data } = await visit.call(checkVoucher, { body: { pin: typed.text('pin') } })
    const { words, money } = visit.reader
    return fill(words.goodVoucher, { amount: money(data.voucher.amount, data.voucher.currency) })
  },
  operation: redeemVoucher,
  input: (typed) => ({ body: { pin: typed.text('pin') } }),
  success: ({ data, text }) => ({ to: `/payments/${data.deposit.id}`, done: text.code }),
})

export const voucherPages: readonly Page[] = [
  {
    path: '/voucher',
    access: 'player',
    forms: [redeem],
    async render(visit) {
      const { words } = visit.reader
      await visit.call(depositOptions, { query: { method: 'kazang' } })
      return {
        title: words.voucher,
        body: html`<p class="q">${words.voucherLead}</p>
          ${visit.form(redeem, {
            fields: [{ name: 'pin', kind: 'text', label: words.pin, hint: words.pinHint }],
          })}`,
      }
    },
  },
  {
    path: '/payments/:id/change',
    access: 'player',
    async render(visit) {
      const { words, money } = visit.reader
      const id = visit.params['id'] ?? ''
      const { change } = await visit.call(voucherChange, { params: { id } })
      return {
        title: words.changeVoucher,
        body: html`<p>${fill(words.changeLead, { amount: money(change.amount, change.currency) })}</p>
          <p class="sum">${change.pin}</p>
          <p><a href="${lightPath}/payments/${id}">${words.deposit}</a></p>`,
      }
    },
  },
]
