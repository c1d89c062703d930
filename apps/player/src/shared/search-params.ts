import { useCallback, useMemo } from 'react'
import { useLocation, useRouter, type NavigateOptions } from './router.tsx'

type SetSearch = (
  next: Record<string, string> | ((before: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
) => void

/** The query of the address, and a way to change it that leaves the path. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation()
  const { navigate, here } = useRouter()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearch>(
    (next, options) => {
      const now = here()
      const made = typeof next === 'function' ? next(new URLSearchParams(now.search)) : new URLSearchParams(next)
      navigate(made.size === 0 ? now.pathname : `${now.pathname}?${made}`, options)
    },
    [navigate, here],
  )
  return [params, set]
}
