import { byId, h } from './dom.ts'
import { loadWords } from './load-words.ts'
import { readJson } from './read-json.ts'
import { english } from './words/games/en.ts'

/** The studio's front page: all games, to try with play money and without an account. */
const words = await loadWords(navigator.language, english, {
  hi: async () => (await import('./words/games/hi.ts')).hindi,
  af: async () => (await import('./words/games/af.ts')).afrikaans,
})
const theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
document.documentElement.dataset['theme'] = theme

interface Listed {
  games: { slug: string; name: string; rtp: string }[]
}

const listed = await fetch('/games.json').then(
  async (answer) => (answer.ok ? readJson<Listed>(await answer.text()) : undefined),
  () => undefined,
)
const cards = (listed?.games ?? []).map(({ slug, name, rtp }) => {
  const asked = new URLSearchParams({ demo: '1', lang: document.documentElement.lang, theme })
  return h(
    'li',
    {},
    h(
      'a',
      { href: `/play/${slug}?${asked}` },
      h('img', { src: `/tiles/${slug}.svg`, alt: '', width: 160, height: 120 }),
      h('b', {}, name),
      h('span', { class: 'quiet' }, words.returns(rtp)),
    ),
  )
})
byId('shelf').replaceChildren(
  h('h1', {}, 'Dhow Studio'),
  h('p', { class: 'quiet' }, words.about),
  listed ? h('ul', { class: 'games' }, ...cards) : h('p', { class: 'bad', role: 'alert' }, words.failed),
)
