import { useCallback, useState } from 'react'

export type Theme = 'dark' | 'light'

/** The theme of this browser; the cookie lets the server draw the next page in it. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() =>
    typeof document !== 'undefined' && document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
  )
  const toggle = useCallback(() => {
    setTheme((before) => {
      const next = before === 'dark' ? 'light' : 'dark'
      document.documentElement.dataset['theme'] = next
      document.cookie = `dhow_theme=${next}; path=/; max-age=31536000; samesite=lax`
      return next
    })
  }, [])
  return [theme, toggle]
}
