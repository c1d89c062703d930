import { profile } from '@dhow/contract/accounts'
import { freeRounds } from '@dhow/contract/free-rounds'
import { playerMessages } from '@dhow/contract/messages'
import { tournaments } from '@dhow/contract/tournaments'
import { lightPath } from '../cookies.ts'
import { html, written } from '../html.ts'
import type { Page } from '../visit.ts'

export const homePage: Page = {
  path: '',
  access: 'anyone',
  async render(visit) {
    const { words, money } = visit.reader
    if (!visit.isSignedIn)
      return {
        title: words.welcome,
        body: html`<p class="q">${words.lead}</p>
          <p>
            <a class="btn" href="${lightPath}/register">${words.signup}</a
            ><a class="btn quiet" href="${lightPath}/login">${words.login}</a>
          </p>
          <p class="q">${words.gamesNeedScript}</p>`,
      }
    const { player } = await visit.call(profile)
    const { unread } = await visit.call(playerMessages)
    const { grants } = await visit.call(freeRounds)
    const contests = (await visit.call(tournaments, { query: {} })).tournaments
    const links: [string, string][] = [
      ['messages', unread === 0 ? words.messages : `${words.messages} (${unread})`],
      ['deposits', words.depositHistory],
      ['withdrawals', words.withdrawHistory],
      ['rounds', words.gameHistory],
      ...(grants.some(({ left }) => left > 0)
        ? [['free-rounds', words.freeRounds.title] satisfies [string, string]]
        : []),
      ...(contests.length > 0 ? [['tournaments', words.tournaments.title] satisfies [string, string]] : []),
      ['accounts', words.accounts],
      ['channels', words.channels.title],
      ['limits', words.limits],
      ['break', words.breakTitle],
      ['exclude', words.excludeTitle],
      ['data', words.downloadData],
      ['close', words.closing.title],
      ['help', words.help],
    ]
    return {
      title: words.account,
      body: html`<div class="card">
          <p class="q">${words.balance} · ${written(player.player_name)}</p>
          <p class="sum">${money(player.chips, player.currency)}</p>
          ${player.held !== '0.00' && html`<p class="q">${money(player.held, player.currency)} ${words.held}</p>`}<a
            class="btn"
            href="${lightPath}/cashier"
            >${words.deposit}</a
          ><a class="btn quiet" href="${lightPath}/withdraw">${words.withdraw}</a>
        </div>
        <ul>
          ${links.map(([to, label]) => html`<li><a href="${lightPath}/${to}">${label}</a></li>`)}
        </ul>
        <p class="q">${words.gamesNeedScript}</p>`,
    }
  },
}
