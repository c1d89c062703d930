import { freeRounds } from '@dhow/contract/free-rounds'
import { html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page } from '../visit.ts'
import { list } from './rows.ts'

/** The player's remaining free rounds, each with its game in the portal: playing them needs scripts. */
export const freeRoundsPage: Page = {
  path: '/free-rounds',
  access: 'player',
  async render(visit) {
    const { words, named, money, when } = visit.reader
    const texts = words.freeRounds
    const { grants } = await visit.call(freeRounds)
    const rows = grants
      .filter(({ state }) => state === 'active')
      .map((one) => {
        const amount = (text: string) => money(text, one.currency)
        const facts = [
          fill(texts.left, { left: one.left, rounds: one.rounds }),
          fill(texts.stake, { amount: amount(one.stake) }),
          fill(texts.won, { won: amount(one.won), most: amount(one.max_win) }),
        ]
        const game = named(one.game.name, one.game.names)
        return html`<li>
          <strong>${game}</strong>
          <p>${fill(texts.until, { when: when(one.expires_at) })}</p>
          <small>${facts.join(' · ')}</small>
          <p>
            <a class="btn quiet" href="/play/${encodeURIComponent(one.game.slug)}" aria-label="${texts.play}: ${game}"
              >${texts.play}</a
            >
          </p>
        </li>`
      })
    const body = html`${list(visit, rows, null, texts.none)}${rows.length > 0 && html`<p class="q">${words.gamesNeedScript}</p>`}`
    return { title: texts.title, body }
  },
}
