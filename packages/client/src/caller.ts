import { apiBase, type BodyOf, type ParamsOf, type QueryOf, type ReplyOf } from '@dhow/contract/operation'
import type { PlayerText } from '@dhow/contract/player-texts'
import { ApiError } from './api-error.ts'

export interface CallOptions<O> {
  params?: ParamsOf<O>
  query?: { [Key in keyof QueryOf<O>]?: QueryOf<O>[Key] | undefined }
  body?: BodyOf<O>
  /** Sent as multipart instead of JSON. */
  form?: FormData
  /** Idempotency key of a money call: a call whose answer was lost is repeated once, and the server repeats its first answer. */
  key?: string
}

export type Caller<All> = <Name extends keyof All>(
  name: Name,
  options?: CallOptions<All[Name]>,
) => Promise<ReplyOf<All[Name]>>

type Answer = Record<string, unknown>

interface CallerOptions<All> {
  /** Method and path of each operation by its name, from `@dhow/contract/calls`, or a way to fetch one. */
  calls: Record<keyof All, string> | ((name: keyof All) => string | Promise<string>)
  /** `http://host:port`; empty for the origin of the page. */
  origin?: string
  headers?: (name: keyof All) => Record<string, string>
  timeoutMs?: number
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Called with every answer. */
  onResponse?: (response: Response) => void
}

/**
 * Opens a caller of Dhow's API with the types of the contract.
 * @throws ApiError from each call that is refused, or that gets no answer within `timeoutMs` (20 s)
 */
export function openCaller<All>(options: CallerOptions<All>): Caller<All> {
  return async (name, request = {}) => {
    try {
      return await send(options, name, request)
    } catch (error) {
      if (request.key !== undefined && isAnswerLost(error)) return send(options, name, request)
      throw error
    }
  }
}

async function send<All, Name extends keyof All>(
  { calls, origin = '', headers, timeoutMs = 20_000, fetch = globalThis.fetch, onResponse }: CallerOptions<All>,
  name: Name,
  { params, query, body, form, key }: CallOptions<All[Name]>,
): Promise<ReplyOf<All[Name]>> {
  const known = typeof calls === 'function' ? calls(name) : calls[name]
  // A line that is there is asked at once.
  const line = typeof known === 'string' ? known : await known.catch(failed)
  const [method = 'GET'] = line.split(' ', 1)
  const hasBody = method !== 'GET'
  const response = await fetch(origin + addressOf(pathOfCall(line), params, query), {
    method,
    headers: {
      ...headers?.(name),
      ...(hasBody && form === undefined ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(hasBody ? { body: form ?? JSON.stringify(body ?? {}) } : {}),
    // Keep personal data out of the HTTP cache; offline copies belong to the service worker and end with the session.
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(failed)
  onResponse?.(response)
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined
  if (answer && response.ok && !isRefusal(answer)) return answer as ReplyOf<All[Name]>
  throw errorOf(response.status, answer ?? {})
}

function failed(cause: unknown): never {
  throw new ApiError(0, 'network', String(cause))
}

/** Path of an operation, from its line in `@dhow/contract/calls`: `GET /player/data` gives `/player/data`. */
export const pathOfCall = (line: string): string => line.slice(line.indexOf(' ') + 1)

/** Path and query of a call, for a link or an image. */
export function addressOf(template: string, params: unknown = {}, query: object = {}): string {
  const values = params as Record<string, string>
  const path = template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value))
  return `${apiBase}${path}${search.size > 0 ? `?${search}` : ''}`
}

/**
 * A reply with the status `error` is a refusal with any HTTP status, unless it has a `type` in the contract, as for an inactive player (specification,
 * "Errors").
 */
const isRefusal = (answer: Answer) => answer['status'] === 'error' && !('type' in answer)

const errorOf = (status: number, answer: Answer) =>
  new ApiError(
    status,
    String(answer['code'] ?? 'unknown'),
    String(answer['message'] ?? answer['msg'] ?? ''),
    (answer['errors'] ?? {}) as Record<string, string[]>,
    (answer['data'] ?? {}) as Record<string, unknown>,
    {
      message: answer['text'] as PlayerText | undefined,
      fields: (answer['texts'] ?? {}) as Record<string, PlayerText[]>,
    },
  )

const isAnswerLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'network' || (error.status === 503 && error.code !== 'maintenance'))
