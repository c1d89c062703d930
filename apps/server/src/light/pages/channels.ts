import { getChannels, setChannels } from '@dhow/contract/deliveries'
import { confirmEmail, removeEmail, setEmail } from '@dhow/contract/emails'
import type { ReplyOf } from '@dhow/contract/operation'
import { formOf, type Typed } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'

type Channels = ReplyOf<typeof getChannels>

const isTicked = (typed: Typed, name: string) => typed.text(name) === 'yes'
const ticked = (is: boolean) => (is ? 'yes' : '')
const saved = { to: '/channels', done: 'channels_saved' }

/** Each section is saved separately: values without a field in its form stay unchanged. */
const saveSms = formOf({
  name: 'sms',
  button: ({ reader: { words } }) => words.channels.save,
  operation: setChannels,
  input: (typed) => ({ body: { sms: isTicked(typed, 'sms') } }),
  success: saved,
})

const saveOffers = formOf({
  name: 'offers',
  button: ({ reader: { words } }) => words.channels.save,
  operation: setChannels,
  input: (typed) => ({ body: { offers: isTicked(typed, 'offers') } }),
  success: saved,
})

const saveEmail = formOf({
  name: 'email',
  button: ({ reader: { words } }) => words.channels.save,
  operation: setChannels,
  input: (typed) => ({ body: { email: isTicked(typed, 'email'), email_sums: isTicked(typed, 'email_sums') } }),
  success: saved,
})

const address = formOf({
  name: 'address',
  button: ({ reader: { words } }) => words.channels.emailSend,
  operation: setEmail,
  input: (typed) => ({ body: { address: typed.text('address').trim() } }),
  success: { to: '/channels', done: 'email_code_sent' },
})

const confirm = formOf({
  name: 'confirm',
  button: ({ reader: { words } }) => words.channels.emailConfirm,
  operation: confirmEmail,
  input: (typed) => ({ body: { otp: typed.text('otp').replaceAll(/\s/g, '') } }),
  success: { to: '/channels', done: 'email_confirmed' },
})

const remove = formOf({
  name: 'remove',
  quiet: true,
  button: ({ reader: { words } }) => words.channels.emailRemove,
  operation: removeEmail,
  input: () => ({}),
  success: { to: '/channels', done: 'email_removed' },
})

/** Choice of message channels besides the inbox, without scripts. */
export const channelsPage: Page = {
  path: '/channels',
  access: 'player',
  forms: [saveSms, saveOffers, saveEmail, address, confirm, remove],
  async render(visit) {
    const { words, when } = visit.reader
    const { channels, email, offers } = await visit.call(getChannels)
    const since = offers.allowed ? words.channels.offersSince : words.channels.offersStopped
    return {
      title: words.channels.title,
      body: html`<p class="q">${words.channels.lead}</p>
        <div class="card">
          <h2>${words.channels.sms}</h2>
          ${visit.form(saveSms, {
            fields: [{ name: 'sms', kind: 'check', label: words.channels.smsWanted, value: ticked(channels.sms) }],
          })}
          <p>${words.channels.smsAlways}</p>
        </div>
        ${(email.is_available || email.address !== null) && emailCard(visit, channels, email)}
        <div class="card">
          <h2>${words.channels.offers}</h2>
          ${visit.form(saveOffers, {
            fields: [
              { name: 'offers', kind: 'check', label: words.channels.offersWanted, value: ticked(offers.allowed) },
            ],
          })}
          <p>${offers.since === null ? words.channels.offersNever : fill(since, { time: when(offers.since) })}</p>
        </div>
        <div class="card">
          <h2>${words.channels.push}</h2>
          <p>${words.channels.pushNone}</p>
        </div>`,
    }
  },
}

/** The e-mail address with its actions: a code for a new one, the choices of a confirmed one, and its removal. */
function emailCard(visit: Visit, channels: Channels['channels'], email: Channels['email']): Html {
  const { words } = visit.reader
  const isUsable = email.address !== null && email.came_back_at === null
  return html`<div class="card">
    <h2>${words.channels.email}</h2>
    <p>${stateOf(visit, email)}</p>
    ${
      isUsable &&
      visit.form(saveEmail, {
        fields: [
          { name: 'email', kind: 'check', label: words.channels.emailWanted, value: ticked(channels.email) },
          { name: 'email_sums', kind: 'check', label: words.channels.emailSums, value: ticked(channels.email_sums) },
        ],
      })
    }
    ${
      email.asked?.failed === false &&
      visit.form(confirm, {
        fields: [{ name: 'otp', kind: 'code', label: words.code, hint: words.channels.emailCodeHint }],
      })
    }
    ${email.is_available && isUsable && html`<h3>${words.channels.emailChange}</h3>`}
    ${
      email.is_available &&
      visit.form(address, {
        fields: [{ name: 'address', kind: 'text', label: words.channels.emailAddress, hint: words.channels.emailHint }],
      })
    }
    ${email.address !== null && visit.form(remove, { fields: [] })}
  </div>`
}

function stateOf(
  { reader: { words } }: Visit,
  { address: own, came_back_at: cameBack, asked }: Channels['email'],
): string {
  if (asked)
    return fill(asked.failed ? words.channels.emailFailed : words.channels.emailSent, { address: asked.address })
  if (own === null) return words.channels.emailLead
  return fill(cameBack === null ? words.channels.emailOwn : words.channels.emailCameBack, { address: own })
}
