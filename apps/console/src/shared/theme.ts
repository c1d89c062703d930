import { useCallback, useState } from 'react'

export type Theme = 'dark' | 'light'

/** The theme of this browser; `public/theme.js` applies it before the next page is painted. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
  )
  const toggle = useCallback(() => {
    const next = document.documentElement.dataset['theme'] === 'light' ? 'dark' : 'light'
    document.documentElement.dataset['theme'] = next
    setTheme(next)
    try {
      localStorage.setItem('dhow_console_theme', next)
    } catch {
      // Without storage the theme lasts until a reload.
    }
  }, [])
  return [theme, toggle]
}
