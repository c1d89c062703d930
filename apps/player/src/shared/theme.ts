import { useCallback, useState } from 'react'

export type Theme = 'dark' | 'light'

/** Applies a theme; the server renders the next page in it. */
export function showTheme(theme: Theme | 'system'): Theme {
  const next = theme === 'system' ? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark') : theme
  document.documentElement.dataset['theme'] = next
  document.cookie = `dhow_theme=${next}; path=/; max-age=31536000; samesite=lax`
  return next
}

/** The theme of this browser, and a function to toggle it. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    typeof document !== 'undefined' && document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
  )
  const toggle = useCallback(() => setTheme((before) => showTheme(before === 'dark' ? 'light' : 'dark')), [])
  return [theme, toggle]
}
