import { commitmentFor, fetchRound, inputsInLink } from './check-round.ts'
import { byId, h } from './dom.ts'
import { logLinks } from './log-links.ts'
import { crashApi, proofView, type PublishedFlight } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** Proof page: recomputes the round from the inputs in its link, and compares it with the studio's result. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const round = location.pathname.split('/').at(-1) ?? ''
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

const { proof } = words
const answer = await fetchRound<PublishedFlight>(crashApi, round)
const played = typeof answer === 'string' ? null : answer.published.crash
const inputs = inputsInLink() ?? (typeof answer === 'string' ? answer : answer.inputs)
byId('sheet').replaceChildren(
  h('p', { class: 'quiet' }, proof.page),
  h('h1', {}, `${words.title} · ${round}`),
  typeof inputs === 'string' ? h('p', { class: 'bad' }, proof[inputs]) : proofView(inputs, played, words),
  logLinks(typeof answer === 'string' ? undefined : answer.published.log, commitmentFor(inputs), proof) ?? '',
  h('p', { class: 'quiet' }, `${proof.published} `, h('a', { href: `${crashApi}/chain` }, `${crashApi}/chain`)),
)
