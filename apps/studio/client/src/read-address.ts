/** The game, language and theme in the address of a game's page, which takes its theme from there; and whether the player wants no motion. */
export function readAddress() {
  const query = new URLSearchParams(location.search)
  document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'
  return {
    query,
    slug: location.pathname.split('/').at(-1) ?? '',
    language: query.get('lang') ?? 'en',
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  }
}
