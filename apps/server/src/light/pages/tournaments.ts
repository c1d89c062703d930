import { tournaments, type TournamentView } from '@dhow/contract/tournaments'
import { html } from '../html.ts'
import { fill } from '../reader.ts'
import type { Page, Visit } from '../visit.ts'
import { list } from './rows.ts'

/**
 * Tournaments of the player's market, with the first prize and the player's rank. Playing and joining need the portal.
 */
export const tournamentsPage: Page = {
  path: '/tournaments',
  access: 'anyone',
  async render(visit) {
    const { words, named } = visit.reader
    const answer = await visit.call(tournaments, { query: {} })
    const rows = answer.tournaments.map(
      (one) =>
        html`<li>
          <strong>${named(one.name, one.names)}</strong>
          <p>${timesOf(visit, one)}</p>
          <small>${factsOf(visit, one).join(' · ')}</small>
        </li>`,
    )
    return { title: words.tournaments.title, body: list(visit, rows, null, words.tournaments.none) }
  },
}

function timesOf({ reader: { words, when } }: Visit, { phase, starts_at, ends_at }: TournamentView): string {
  const { begins, ends, ended, cancelled } = words.tournaments
  if (phase === 'cancelled') return cancelled
  if (phase === 'coming') return fill(begins, { when: when(starts_at) })
  return fill(phase === 'running' || phase === 'paused' ? ends : ended, { when: when(ends_at) })
}

function factsOf({ reader: { words, money } }: Visit, { prizes, currency, own }: TournamentView): string[] {
  const { place, yours, noRank } = words.tournaments
  const [first] = prizes
  return [
    ...(first === undefined ? [] : [`${fill(place, { rank: 1 })}: ${money(first, currency)}`]),
    ...(own ? [`${yours}: ${own.rank ?? noRank}`] : []),
  ]
}
