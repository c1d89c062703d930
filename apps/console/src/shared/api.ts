import { calls, staffCalls, type Calls, type StaffCalls } from '@dhow/contract/calls'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '@dhow/contract/operation'
import { en } from './words/en.ts'

const base = '/api/v1/dhow'
const answerWithinMs = 20_000

type AllCalls = Calls & StaffCalls
const all: Record<keyof AllCalls, string> = { ...calls, ...staffCalls }

/** A call that failed: the response's status (0 where none came), its code, the sentence to show, the sentences by field. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Record<string, string[]>

  constructor(status: number, code: string, message: string, errors: Record<string, string[]> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

interface Options<O> {
  params?: ParamsOf<O>
  query?: { [Key in keyof QueryOf<O>]?: QueryOf<O>[Key] | undefined }
  body?: BodyOf<O>
}

type Answer<Name extends keyof AllCalls> = ReplyOf<AllCalls[Name]>

/**
 * The one caller of the API. The session is a cookie that scripts cannot read; the header tells the server that no other site's form sent
 * the call.
 * @throws ApiError
 */
export async function call<Name extends keyof AllCalls>(
  name: Name,
  options: Options<AllCalls[Name]> = {},
): Promise<Answer<Name>> {
  const [method = 'GET', template = ''] = all[name].split(' ')
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {}))
    if (value !== undefined && value !== '') query.set(key, String(value))
  return sent<Name>(`${base}${filled(template, options.params)}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: { 'x-dhow-console': '1', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(options.body ?? {}) }),
  })
}

/**
 * Sends a form with a file in it.
 * @throws ApiError
 */
export async function upload<Name extends keyof AllCalls>(
  name: Name,
  fields: Record<string, string>,
  { field, file }: { field: string; file: File },
): Promise<Answer<Name>> {
  const [method = 'POST', template = ''] = all[name].split(' ')
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  body.append(field, file)
  return sent<Name>(`${base}${template}`, { method, headers: { 'x-dhow-console': '1' }, body })
}

async function sent<Name extends keyof AllCalls>(address: string, init: RequestInit): Promise<Answer<Name>> {
  let response: Response
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(answerWithinMs) })
  } catch {
    throw new ApiError(0, 'network', navigator.onLine ? en.failure.network : en.failure.offline)
  }
  const answer = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined
  if (response.ok && answer) return answer as Answer<Name>
  throw new ApiError(
    response.status,
    String(answer?.['code'] ?? 'unknown'),
    String(answer?.['message'] ?? en.failure.general),
    (answer?.['errors'] as Record<string, string[]> | null) ?? {},
  )
}

/** URL from which the browser fetches a call's answer by itself: a picture, a file. */
export function addressOf(
  name: keyof AllCalls,
  params: Record<string, string>,
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams(query).toString()
  return `${base}${filled(all[name].split(' ')[1] ?? '', params)}${search === '' ? '' : `?${search}`}`
}

function filled(template: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, string>
  return template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ''))
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'staff_session_invalid'

/** Whether somebody else was faster: what is shown has to be fetched again. */
export const hasMovedOn = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

export const sentenceOf = (error: unknown): string => (error instanceof ApiError ? error.message : en.failure.general)

/** Whether the sentences stand under the fields already. */
export const saysWhere = (error: unknown): boolean => error instanceof ApiError && Object.keys(error.errors).length > 0

/** The sentences under one field of a form. */
export const errorsOf = (error: unknown, field: string): string[] | undefined =>
  error instanceof ApiError ? error.errors[field] : undefined
