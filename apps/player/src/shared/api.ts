import { ApiError } from '@dhow/client/api-error'
import { openCaller, type Caller } from '@dhow/client/caller'
import type { Calls } from '@dhow/contract/calls'
import { firstCalls } from '@dhow/contract/first-calls'
import { currentCoreWords } from './words/words.tsx'

export const base = '/api/v1/dhow'
export const tokenKey = 'token'

let onRestricted = () => {}
let onSignedOut: (code: string, message: string) => void = () => {}
let onClosed: () => void = () => {}
let onKept: (since: Date | undefined) => void = () => {}
let onSlow: (isSlow: boolean) => void = () => {}
/** Number of slow calls under way. */
let late = 0
const lateAfterMs = 4_000

/** Sets the listener for answers from this phone's cache: called with their time, or undefined for one from the server. */
export function setCachedListener(listener: (since: Date | undefined) => void) {
  onKept = listener
}

/** Sets the listener for slow answers: called when one is slow, and when none is any more. */
export function setSlowListener(listener: (isSlow: boolean) => void) {
  onSlow = listener
}

/** Sets the portal-wide handlers of a restricted country and an ended session. */
export function setRefusedListeners(handlers: {
  restricted: () => void
  signedOut: (code: string, message: string) => void
}) {
  onRestricted = handlers.restricted
  onSignedOut = handlers.signedOut
}

/** Sets the portal-wide handler of a closed portal. */
export function setClosedListener(listener: () => void) {
  onClosed = listener
}

export const readToken = (): string | null => {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    // Without storage there is no session.
    return null
  }
}

declare global {
  interface Window {
    /** Early check of the token, sent by public/boot.js; undefined without an answer. */
    dhowChecked?: { token: string; answer: Promise<Response | undefined> } | undefined
  }
}

/** Takes the early answer, once, for the first check of the same token. */
function takeEarlyAnswer(url: string) {
  const checked = globalThis.window?.dhowChecked
  if (!checked || checked.token !== readToken() || !url.endsWith('/verify-token')) return undefined
  window.dhowChecked = undefined
  return checked.answer
}

/** Method and path of a call. Those that the lobby does not make come with the table of screens, in one file. */
const lineOf = (name: keyof Calls): string | Promise<string> =>
  firstCalls[name] ?? import('@dhow/contract/calls').then(({ calls }) => calls[name])

const send = openCaller<Calls>({
  calls: lineOf,
  headers: (name) => {
    const token = name === 'portalInfo' ? null : readToken()
    return token === null ? {} : { authorization: `Bearer ${token}` }
  },
  async fetch(url, init) {
    let isLate = false
    const watch = setTimeout(() => {
      isLate = true
      onSlow(++late > 0)
    }, lateAfterMs)
    try {
      return (await takeEarlyAnswer(url)) ?? (await fetch(url, init))
    } finally {
      clearTimeout(watch)
      if (isLate) onSlow(--late > 0)
    }
  },
  onResponse({ headers }) {
    const keptAt = headers.get('x-dhow-kept')
    onKept(keptAt === null ? undefined : new Date(keptAt))
  },
})

/**
 * Calls the API with the stored token, and reports a restricted country, an ended session and a closed portal. Sentences of the
 * error are in the player's language.
 * @throws ApiError
 */
export const call: Caller<Calls> = (name, options) =>
  send(name, options).catch(async (error: unknown) => {
    throw error instanceof ApiError ? await translated(error) : error
  })

async function translated(error: ApiError): Promise<ApiError> {
  const { status, code, data, texts } = error
  // The specification counts a call without an answer as 500.
  if (code === 'network') return new ApiError(500, code, currentCoreWords().errors.network)
  if (code === 'country_restricted') onRestricted()
  // Without the catalogue, keep the server's English.
  const { message, errors } = await import('./faults.ts').then(({ readFault }) => readFault(error)).catch(() => error)
  const sentence = message === '' ? currentCoreWords().errors.general : message
  if (code === 'session_invalid' || code === 'player_inactive') onSignedOut(code, sentence)
  // A 403 without our code comes from something in front of the portal.
  if (code === 'portal_forbidden' || code === 'maintenance' || (status === 403 && code === 'unknown')) onClosed()
  return new ApiError(status, code, sentence, errors, data, texts)
}

/** All sentences of a failure, of fields and message, without repeats. */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [currentCoreWords().errors.general]
  return [...new Set([...Object.values(error.errors).flat(), error.message])]
}

/** Seconds until a refused call may be repeated; undefined if waiting does not help. */
export const waitOf = (error: unknown): number | undefined => {
  const wait = error instanceof ApiError ? error.data['retry_after_s'] : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** New idempotency key for one money action. */
export const newKey = (): string => crypto.randomUUID()
