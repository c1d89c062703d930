import { showProofPage } from './chain-proof.ts'
import { crashApi, proofView, type PublishedFlight } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** The proof page of the crash game. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

await showProofPage<PublishedFlight>({
  api: crashApi,
  round: location.pathname.split('/').at(-1) ?? '',
  title: words.title,
  words: words.proof,
  view: (inputs, published) => proofView(inputs, published?.crash ?? null, words),
})
