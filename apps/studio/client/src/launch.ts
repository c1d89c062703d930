import type { Memory } from './memory.ts'

/**
 * Credentials of this page: the one-time launch token, removed from the address at once, or the seat's resume secret, which replaces it in this tab.
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
    /** Stores the seat's secret and drops the used token. */
    seated(resume: string): void {
      tab.set('resume', resume)
      token = null
    },
  }
}
