import { tableGameOf } from '../../../src/tables/games.ts'
import { showProofPage } from '../chain-proof.ts'
import { proofView, type PublishedDeal } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** The proof page of a live table. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const [, , slug = '', round = ''] = location.pathname.split('/')
const game = tableGameOf(slug)
if (!game) throw new Error(`there is no table ${slug}`)
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

await showProofPage<PublishedDeal>({
  api: `/api/tables/${slug}`,
  round,
  title: words.names[slug] ?? slug,
  words: words.proof,
  view: (inputs, published) => proofView(game, inputs, published?.outcome, words),
})
