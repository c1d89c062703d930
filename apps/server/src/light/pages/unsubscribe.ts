import { unsubscribe } from '@dhow/contract/emails'
import { formOf } from '../forms.ts'
import { html } from '../html.ts'
import type { Page } from '../visit.ts'

/**
 * Unsubscribe page that every e-mail with offers links to; pressing the button stops them, opening the link does not.
 */
const stop = formOf({
  name: 'unsubscribe',
  button: ({ reader: { words } }) => words.stopOffers,
  operation: unsubscribe,
  input: (_typed, visit) => ({ params: { token: visit.params['token'] ?? '' } }),
  success: { to: '', done: 'offers_stopped' },
})

export const unsubscribePage: Page = {
  path: '/unsubscribe/:token',
  access: 'anyone',
  forms: [stop],
  async render(visit) {
    const { words } = visit.reader
    return {
      title: words.stopOffers,
      body: html`<p>${words.stopOffersLead}</p>
        ${visit.form(stop, { fields: [] })}`,
    }
  },
}
