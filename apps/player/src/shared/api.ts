import { calls, type Calls } from '@dhow/contract/calls'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '@dhow/contract/operation'
import { say, sayRefusal } from './say.ts'
import { coreWordsNow, loadServerWords } from './words/words.tsx'

export const base = '/api/v1/dhow'
const answerWithinMs = 20_000
export const tokenKey = 'token'

/** A call that failed: the response's status (500 without one), the sentence to show, the sentences by field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]> | null
  readonly data: Record<string, unknown>

  constructor(
    status: number,
    message: string,
    code: string,
    errors: Record<string, string[]> | null = null,
    data: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.data = data
  }
}

interface Options<O> {
  params?: ParamsOf<O>
  query?: Partial<QueryOf<O>>
  body?: BodyOf<O>
  /** Sent as multipart instead of JSON. */
  form?: FormData
  /** Makes a money call safe to repeat: the server answers the same for the same key. */
  key?: string
}

let onRestricted = () => {}
let onSignedOut: (code: string, message: string) => void = () => {}
let onClosed: () => void = () => {}
let onKept: (since: Date | undefined) => void = () => {}
let onSlow: (isSlow: boolean) => void = () => {}
/** Calls that wait for their answer longer than people expect to. */
let late = 0
const lateAfterMs = 4_000

/** Hears whether an answer came from this phone's own store, and from when it is; undefined where it came from the server. */
export function whenKept(hear: (since: Date | undefined) => void) {
  onKept = hear
}

/** Hears whether an answer takes long, and when none does any more. */
export function whenSlow(hear: (isSlow: boolean) => void) {
  onSlow = hear
}

/** Portal-wide handler of a restricted country and of an ended session. */
export function whenRefused(handlers: { restricted: () => void; signedOut: (code: string, message: string) => void }) {
  onRestricted = handlers.restricted
  onSignedOut = handlers.signedOut
}

/** Portal-wide handler of a closed portal. */
export function whenClosed(hear: () => void) {
  onClosed = hear
}

export const readToken = (): string | null => {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    // A browser without storage is a visitor without a session.
    return null
  }
}

/**
 * The one caller of the API: sends the stored token, merges the server's errors as specified, and tells the portal of a restricted
 * country. A call with a key is repeated once when its answer was lost.
 * @throws ApiError
 */
export async function call<Name extends keyof Calls>(
  name: Name,
  options: Options<Calls[Name]> = {},
): Promise<ReplyOf<Calls[Name]>> {
  try {
    return await send(name, options)
  } catch (error) {
    const lost =
      error instanceof ApiError && (error.code === 'network' || (error.status === 503 && error.code !== 'maintenance'))
    if (lost && options.key !== undefined) return send(name, options)
    throw error
  }
}

async function send<Name extends keyof Calls>(
  name: Name,
  options: Options<Calls[Name]>,
): Promise<ReplyOf<Calls[Name]>> {
  const [method = 'GET', template = ''] = calls[name].split(' ')
  const params = (options.params ?? {}) as Record<string, string>
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {}))
    if (value !== undefined && value !== '') query.set(key, String(value))
  const token = name === 'portalInfo' ? null : readToken()
  let response: Response
  let isLate = false
  const watch = setTimeout(() => {
    isLate = true
    onSlow(++late > 0)
  }, lateAfterMs)
  try {
    response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.form || method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      },
      ...(method === 'GET' ? {} : { body: options.form ?? JSON.stringify(options.body ?? {}) }),
      // The browser's own store keeps nothing of a player; the offline copies are the service worker's, and end with the session.
      cache: 'no-store',
      signal: AbortSignal.timeout(answerWithinMs),
    })
  } catch {
    throw new ApiError(500, coreWordsNow().errors.network, 'network')
  } finally {
    clearTimeout(watch)
    if (isLate) onSlow(--late > 0)
  }
  const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined
  const keptAt = response.headers.get('x-dhow-kept')
  onKept(keptAt === null ? undefined : new Date(keptAt))
  // A reply with `error` is an error whatever its HTTP status, except an answer that the contract names by a type, as that of a
  // player who is not active; a way station's empty or foreign answer is none of ours.
  if (response.ok && answer && (answer['status'] !== 'error' || 'type' in answer)) return answer as ReplyOf<Calls[Name]>
  const message = String(answer?.['message'] ?? answer?.['msg'] ?? coreWordsNow().errors.general)
  const code = String(answer?.['code'] ?? 'unknown')
  if (message === 'Access restricted from your country.') onRestricted()
  await loadServerWords().catch(() => undefined)
  if (code === 'session_invalid' || code === 'player_inactive') onSignedOut(code, sayRefusal(code, message))
  // A refusal without a word of ours comes from something in front of the portal.
  if (code === 'portal_forbidden' || code === 'maintenance' || (response.status === 403 && code === 'unknown'))
    onClosed()
  throw new ApiError(
    response.status,
    sayRefusal(code, message),
    code,
    spokenFields((answer?.['errors'] as Record<string, string[]> | null) ?? null),
    (answer?.['data'] as Record<string, unknown>) ?? {},
  )
}

const spokenFields = (fields: Record<string, string[]> | null) =>
  fields && Object.fromEntries(Object.entries(fields).map(([name, sentences]) => [name, sentences.map(say)]))

/** All sentences of a failure, the fields' and the message's, none twice. */
export function sentencesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [coreWordsNow().errors.general]
  return [...new Set([...Object.values(error.errors ?? {}).flat(), error.message])]
}

/** The seconds after which a refused call may be made again; undefined where it is no matter of waiting. */
export const waitOf = (error: unknown): number | undefined => {
  const wait = error instanceof ApiError ? error.data['retry_after_s'] : undefined
  return typeof wait === 'number' ? wait : undefined
}

/** A fresh key for one money act of the player. */
export const newKey = (): string => crypto.randomUUID()
