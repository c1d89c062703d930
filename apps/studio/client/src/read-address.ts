/** Reads game, language and theme from a game page's address and applies the theme; also whether the player prefers reduced motion. */
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
