import { sendOtp } from '@dhow/contract/accounts'
import * as contract from '@dhow/contract/closing'
import type { ReplyOf } from '@dhow/contract/operation'
import { bonuses, cancelBonus } from '@dhow/contract/rewards'
import { lightPath } from '../cookies.ts'
import { formOf } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { inboxLink } from './sign-in.ts'

type Closing = ReplyOf<typeof contract.getClosing>
type Obstacle = contract.ClosingObstacle

/** The first submission sends a code, the second one uses it and ends the session. */
const close = formOf({
  name: 'close',
  button: ({ reader: { words } }, isSecondStep) => (isSecondStep ? words.closing.close : words.sendCode),
  async firstStep(visit) {
    await visit.call(sendOtp, { body: { type: 'close_account' } })
    return visit.reader.words.codeSent
  },
  operation: contract.closeAccount,
  input: (typed) => ({ body: { otp: typed.text('otp').replace(/\s/g, '') } }),
  success(_reply, visit) {
    visit.cookies.signOut()
    return { to: '/login', done: 'account_closing' }
  },
})

const keep = formOf({
  name: 'keep',
  button: ({ reader }) => reader.words.closing.keep,
  operation: contract.keepAccount,
  input: () => ({ body: {} }),
  success: { to: '', done: 'account_kept' },
})

const giveBack = formOf({
  name: 'bonus',
  quiet: true,
  button: ({ reader }) => reader.words.closing.cancelBonus,
  operation: cancelBonus,
  input: (typed) => ({ params: { id: typed.text('bonus') } }),
  success: { to: '/close', done: 'bonus_given_back' },
})

/** Closing the account: effects, obstacles, the code, and how to cancel until it is done. */
export const closePage: Page = {
  path: '/close',
  access: 'player',
  forms: [close, keep, giveBack],
  async render(visit) {
    const { words, when } = visit.reader
    const { closing: text } = words
    const reply = await visit.call(contract.getClosing)
    const { closing, days } = reply
    const inTheWay = await obstacleList(visit, reply)
    if (closing)
      return {
        title: text.title,
        body: html`<p class="alert">${fill(text.running, { until: when(closing.closes_at) })}</p>
          ${visit.form(keep, { fields: [] })}${inTheWay}`,
      }
    return {
      title: text.title,
      body: html`<p>${text.lead}</p>
        <h2>${text.effects}</h2>
        <ul>
          ${text.effectList.map((effect) => html`<li>${fill(effect, { days })}</li>`)}
        </ul>
        <p><a href="${lightPath}/break">${text.breakInstead}</a></p>
        ${
          inTheWay ||
          html`<div class="card">
            <h2>${text.confirm}</h2>
            <p class="q">${text.confirmLead}</p>
            ${visit.form(close, {
              fields: [],
              secondStep: [{ name: 'otp', kind: 'code', label: words.code, hint: words.codeHint }],
            })}${inboxLink(visit)}
          </div>`
        }`,
    }
  },
}

/** Page where the player can remove an obstacle. Rounds in play and checks of wins end by themselves. */
function linkToObstacle({ kind, id }: Obstacle): string | undefined {
  if (id !== null) return `${lightPath}/${kind === 'withdrawal' ? 'payouts' : 'payments'}/${id}`
  return kind === 'balance' || kind === 'debt' ? `${lightPath}/withdraw` : undefined
}

/** Forms to give back each active bonus. */
async function bonusForms(visit: Visit): Promise<Html[]> {
  const running = (await visit.call(bonuses)).bonuses.filter(({ state }) => state === 'active')
  return running.map(({ id }) =>
    visit.form(giveBack, { fields: [{ name: 'bonus', kind: 'hidden', label: '', value: id }] }),
  )
}

async function obstacleList(visit: Visit, { obstacles, currency }: Closing): Promise<Html | false> {
  if (obstacles.length === 0) return false
  const { words, money } = visit.reader
  const forms = obstacles.some(({ kind }) => kind === 'bonus') ? await bonusForms(visit) : []
  return html`<div class="card">
    <h2>${words.closing.first}</h2>
    <ul>
      ${obstacles.map((one) => {
        const to = linkToObstacle(one)
        return html`<li>
          ${fill(words.closing.obstacles[one.kind], { amount: money(one.amount, currency) })}
          ${to !== undefined && html`<a href="${to}">${one.kind === 'balance' ? words.withdraw : words.closing.view}</a>`}${one.kind === 'bonus' && forms}
        </li>`
      })}
    </ul>
  </div>`
}
