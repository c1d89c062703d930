import { base } from './api.ts'
import { saySentence } from './sentences.ts'
import { coreWordsNow } from './words/words.tsx'

export type PortalState =
  | { state: 'active' }
  | { state: 'forbidden'; message: string }
  /** `message` is the operator's own, or empty; `until` the expected end. */
  | { state: 'maintenance'; message: string; until: string | null }

interface Sentences {
  accessDenied: string
  accessForbidden: string
}

/**
 * Portal status from an answer to portal-info: forbidden if its status_code or its HTTP status is 403, in maintenance if it answers that code,
 * active otherwise, also if the call failed for any other reason. A restricted country is not a closed portal.
 */
export function portalStateOf(httpStatus: number, answer: unknown, words: Sentences): PortalState {
  const { status_code, code, msg, message } = (answer ?? {}) as Record<string, unknown>
  if (code === 'country_restricted') return { state: 'active' }
  if (httpStatus === 503 && code === 'maintenance') {
    const { sentence, until } = ((answer as { data?: unknown }).data ?? {}) as Record<string, unknown>
    return {
      state: 'maintenance',
      message: typeof sentence === 'string' ? sentence : '',
      until: typeof until === 'string' ? until : null,
    }
  }
  const said = [msg, message].find((text) => typeof text === 'string' && text !== '') as string | undefined
  if (status_code === 403) return { state: 'forbidden', message: said ?? words.accessDenied }
  if (httpStatus === 403) return { state: 'forbidden', message: said ?? words.accessForbidden }
  return { state: 'active' }
}

/** Asks the server how the portal stands; `build` names what it runs, where it answered. */
export async function askPortal(): Promise<{ portal: PortalState; build: string | undefined }> {
  try {
    const response = await fetch(`${base}/portal-info`, { signal: AbortSignal.timeout(20_000), cache: 'no-store' })
    const answer = (await response.json().catch(() => undefined)) as { build?: string } | undefined
    const portal = portalStateOf(response.status, answer, coreWordsNow().portal)
    if (portal.state === 'forbidden') portal.message = saySentence(portal.message)
    return { portal, build: answer?.build }
  } catch {
    // No answer says nothing against the portal.
    return { portal: { state: 'active' }, build: undefined }
  }
}
