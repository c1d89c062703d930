import { ApiError } from '@dhow/client/api-error'
import { openCaller, type Caller } from '@dhow/client/caller'
import { calls, type Calls } from '@dhow/contract/calls'
import { coreWordsNow } from './words/words.tsx'

export const base = '/api/v1/dhow'
export const tokenKey = 'token'

let onRestricted = () => {}
let onSignedOut: (code: string, message: string) => void = () => {}
let onClosed: () => void = () => {}
let onKept: (since: Date | undefined) => void = () => {}
let onSlow: (isSlow: boolean) => void = () => {}
/** Calls that wait for their answer longer than people expect to. */
let late = 0
const lateAfterMs = 4_000

/** Sets the listener for answers from this phone's own store, called with their time, or with undefined where one came from the server. */
export function whenKept(listener: (since: Date | undefined) => void) {
  onKept = listener
}

/** Sets the listener for slow answers, called when one takes long and when none does any more. */
export function whenSlow(listener: (isSlow: boolean) => void) {
  onSlow = listener
}

/** Portal-wide handler of a restricted country and of an ended session. */
export function whenRefused(handlers: { restricted: () => void; signedOut: (code: string, message: string) => void }) {
  onRestricted = handlers.restricted
  onSignedOut = handlers.signedOut
}

/** Portal-wide handler of a closed portal. */
export function whenClosed(listener: () => void) {
  onClosed = listener
}

export const readToken = (): string | null => {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    // A browser without storage is a visitor without a session.
    return null
  }
}

declare global {
  interface Window {
    /** The check of the token that the page asked for before the program was there (public/boot.js); undefined where it got no answer. */
    dhowChecked?: { token: string; answer: Promise<Response | undefined> } | undefined
  }
}

/** The early answer, once, to the first check of the same token. */
function takeChecked(url: string) {
  const checked = globalThis.window?.dhowChecked
  if (!checked || checked.token !== readToken() || !url.endsWith('/verify-token')) return undefined
  window.dhowChecked = undefined
  return checked.answer
}

const send = openCaller<Calls>({
  calls,
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
      return (await takeChecked(url)) ?? (await fetch(url, init))
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
  if (code === 'network') return new ApiError(500, code, coreWordsNow().errors.network)
  if (code === 'country_restricted') onRestricted()
  // Without the catalogue the server's English stands.
  const { message, errors } = await import('./faults.ts').then(({ readFault }) => readFault(error)).catch(() => error)
  const sentence = message === '' ? coreWordsNow().errors.general : message
  if (code === 'session_invalid' || code === 'player_inactive') onSignedOut(code, sentence)
  // A refusal without a word of ours comes from something in front of the portal.
  if (code === 'portal_forbidden' || code === 'maintenance' || (status === 403 && code === 'unknown')) onClosed()
  return new ApiError(status, code, sentence, errors, data, texts)
}

/** All sentences of a failure, the fields' and the message's, none twice. */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [coreWordsNow().errors.general]
  return [...new Set([...Object.values(error.errors).flat(), error.message])]
}

/** The seconds after which a refused call may be made again; undefined where it is no matter of waiting. */
export const waitOf = (error: unknown): number | undefined => {
  const wait = error instanceof ApiError ? error.data['retry_after_s'] : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** A fresh key for one money action of the player. */
export const newKey = (): string => crypto.randomUUID()
