import { tableGameOf } from '../../../src/tables/games.ts'
import type { ProofInputs } from '../check-round.ts'
import { byId, h } from '../dom.ts'
import { fetchRound } from './check-round.ts'
import { proofView } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** The proof page: recomputes a round from the inputs in its own link, and compares with what the studio says was played. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const [, , slug = '', round = ''] = location.pathname.split('/')
const game = tableGameOf(slug)!
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

const inLink: ProofInputs | null = query.has('hash')
  ? {
      hash: query.get('hash') ?? '',
      salt: query.get('salt') ?? '',
      end: query.get('end') ?? '',
      number: Number(query.get('n')),
    }
  : null

const { proof } = words
const told = await fetchRound(game, round)
const played = typeof told === 'string' ? undefined : told.outcome
const inputs = inLink ?? (typeof told === 'string' ? null : told.inputs)
byId('sheet').replaceChildren(
  h('p', { class: 'quiet' }, proof.page),
  h('h1', {}, `${words.names[slug] ?? slug} · ${round}`),
  inputs
    ? proofView(game, inputs, played, words)
    : h('p', { class: 'bad' }, proof[told as 'inPlay' | 'unknown' | 'failed']),
  h(
    'p',
    { class: 'quiet' },
    `${proof.published} `,
    h('a', { href: `/api/tables/${slug}/chain` }, `/api/tables/${slug}/chain`),
  ),
)
