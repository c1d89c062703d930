import { byId, h } from '../dom.ts'
import { logLinks } from '../log-links.ts'
import { fetchProof, readLink } from './check-round.ts'
import { proofView } from './proof-view.ts'
import { wordsFor } from './words.ts'

/** Proof page: recomputes the round from the inputs in its link, and compares it with the studio's result. */
const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const [, , game = '', round = ''] = location.pathname.split('/')
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'

const inLink = readLink(game, query)
const fetched = await fetchProof(game, round)
const heading = [h('p', { class: 'quiet' }, words.proof.page), h('h1', {}, `${words.names[game] ?? game} · ${round}`)]
const { proof } = words
const log = typeof fetched === 'string' ? undefined : fetched.log
const shown = inLink !== null && inLink !== 'bad' ? inLink : typeof fetched === 'string' ? undefined : fetched
byId('sheet').replaceChildren(
  ...heading,
  inLink === 'bad'
    ? h('p', { class: 'bad' }, proof.badLink)
    : inLink !== null && inLink.serverSeed !== null
      ? proofView(inLink, typeof fetched === 'string' ? null : fetched, words)
      : typeof fetched === 'string'
        ? h('p', { class: 'bad' }, proof[fetched])
        : proofView(fetched, fetched, words),
  logLinks(log, shown && { hash: shown.commitment }, proof) ?? '',
)
