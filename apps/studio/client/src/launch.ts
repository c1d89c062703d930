import type { Memory } from './keep.ts'

/**
 * The credentials of this page: the one-time launch token, which leaves the address at once, or the seat's own secret, which takes its
 * place in this tab.
 */
export function openLaunch(query: URLSearchParams, tab: Memory) {
  let token = query.get('token')
  if (token) {
    query.delete('token')
    history.replaceState(null, '', `${location.pathname}?${query}`)
    tab.set('resume', '')
  }
  return {
    credentials(): { resume?: string; token?: string; demo?: string } {
      const resume = tab.get('resume')
      return {
        ...(resume ? { resume } : {}),
        ...(token ? { token } : {}),
        ...(query.get('demo') ? { demo: query.get('currency') ?? 'INR' } : {}),
      }
    },
    /** Keeps the secret of the seat; the token has been used. */
    seated(resume: string): void {
      tab.set('resume', resume)
      token = null
    },
  }
}
