import type { ErrorReply } from '@dhow/contract/shapes'
import { base } from './api.ts'
import { currentCoreWords } from './words/words.tsx'

export type PortalState =
  | { state: 'active' }
  | { state: 'forbidden'; message: string }
  /** `message` is the operator's own, or empty; `until` the expected end. */
  | { state: 'maintenance'; message: string; until: string | null }

interface Sentences {
  accessDenied: string
  accessForbidden: string
  notAuthorized: string
}

/**
 * Portal status from an answer to portal-info: forbidden if its status_code or its HTTP status is 403, in maintenance if it answers that code,
 * active otherwise, also if the call failed for any other reason. A restricted country is not a closed portal.
 */
export function portalStateOf(httpStatus: number, answer: unknown, words: Sentences): PortalState {
  const { status_code, code, msg, message, text } = (answer ?? {}) as Partial<ErrorReply>
  // The operator's own text stays as it is; the refusal's sentence is in the portal's words.
  const written = text?.code === 'text' ? text.params['text'] : undefined
  if (code === 'country_restricted') return { state: 'active' }
  if (httpStatus === 503 && code === 'maintenance') {
    const { until } = ((answer as { data?: unknown }).data ?? {}) as Record<string, unknown>
    return {
      state: 'maintenance',
      message: written ?? '',
      until: typeof until === 'string' ? until : null,
    }
  }
  const own = text?.code === 'portal_forbidden' ? words.notAuthorized : written
  const sentence = own ?? [msg, message].find((text) => typeof text === 'string' && text !== '')
  if (status_code === 403) return { state: 'forbidden', message: sentence ?? words.accessDenied }
  if (httpStatus === 403) return { state: 'forbidden', message: sentence ?? words.accessForbidden }
  return { state: 'active' }
}

/** Fetches the portal's state; `build` is the server's build, if it answered. */
export async function fetchPortalState(): Promise<{ portal: PortalState; build: string | undefined }> {
  try {
    const response = await fetch(`${base}/portal-info`, { signal: AbortSignal.timeout(20_000), cache: 'no-store' })
    const answer = (await response.json().catch(() => undefined)) as { build?: string } | undefined
    const portal = portalStateOf(response.status, answer, currentCoreWords().portal)
    return { portal, build: answer?.build }
  } catch {
    // Without an answer the portal counts as active.
    return { portal: { state: 'active' }, build: undefined }
  }
}
