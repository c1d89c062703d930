import { fetchRound, type ProofInputs } from './check-round.ts'
import { byId, h } from './dom.ts'
import { proofView } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** The proof page: recomputes from the inputs in its own link, and compares with what the studio says was played. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const round = location.pathname.split('/').at(-1) ?? ''
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

const inLink: ProofInputs | null = query.has('hash')
  ? {
      hash: query.get('hash') ?? '',
      salt: query.get('salt') ?? '',
      end: query.get('end') ?? '',
      number: Number(query.get('n')),
    }
  : null

const told = await fetchRound(round)
const sheet = byId('sheet')
const heading = [h('p', { class: 'quiet' }, words.proof.page), h('h1', {}, `${words.title} · ${round}`)]
if (inLink) {
  sheet.replaceChildren(...heading, proofView(inLink, typeof told === 'string' ? null : told.played, words))
} else if (typeof told === 'string') {
  sheet.replaceChildren(...heading, h('p', { class: 'bad' }, words.proof[told]))
} else {
  sheet.replaceChildren(...heading, proofView(told.inputs, told.played, words))
}
sheet.append(
  h('p', { class: 'quiet' }, `${words.proof.published} `, h('a', { href: '/api/crash/chain' }, '/api/crash/chain')),
)
