import { tableGameOf } from '../../../src/tables/games.ts'
import { commitmentFor, fetchRound, inputsInLink } from '../check-round.ts'
import { byId, h } from '../dom.ts'
import { logLinks } from '../log-links.ts'
import { proofView, type PublishedDeal } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** Proof page: recomputes a round from the inputs in its link, and compares it with the studio's result. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const [, , slug = '', round = ''] = location.pathname.split('/')
const game = tableGameOf(slug)
if (!game) throw new Error(`there is no table ${slug}`)
const api = `/api/tables/${slug}`
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

const { proof } = words
const answer = await fetchRound<PublishedDeal>(api, round)
const played = typeof answer === 'string' ? undefined : answer.published.outcome
const inputs = inputsInLink() ?? (typeof answer === 'string' ? answer : answer.inputs)
byId('sheet').replaceChildren(
  h('p', { class: 'quiet' }, proof.page),
  h('h1', {}, `${words.names[slug] ?? slug} · ${round}`),
  typeof inputs === 'string' ? h('p', { class: 'bad' }, proof[inputs]) : proofView(game, inputs, played, words),
  logLinks(typeof answer === 'string' ? undefined : answer.published.log, commitmentFor(inputs), proof) ?? '',
  h('p', { class: 'quiet' }, `${proof.published} `, h('a', { href: `${api}/chain` }, `${api}/chain`)),
)
