import { ApiError } from '@dhow/client/api-error'
import { addressOf as addressOfCall, openCaller, type Caller } from '@dhow/client/caller'
import { calls, staffCalls, type Calls, type StaffCalls } from '@dhow/contract/calls'
import type { ReplyOf } from '@dhow/contract/operation'
import { signWithPasskey } from './passkey.ts'
import { en } from './words/en.ts'

type AllCalls = Calls & StaffCalls
const all: Record<keyof AllCalls, string> = { ...calls, ...staffCalls }

/** Signed step-up for each call that is repeated. */
const stepUps = new Map<keyof AllCalls, string>()

const send = openCaller<AllCalls>({
  calls: all,
  // The session is an HttpOnly cookie; this header proves to the server that no other site's form sent the call.
  headers(name): Record<string, string> {
    const stepUp = stepUps.get(name)
    return { 'x-dhow-console': '1', ...(stepUp === undefined ? {} : { 'x-dhow-step-up': stepUp }) }
  },
})

/** Sends a call; if the server asks for a signature, signs with the operator's passkey and repeats it. */
const sendSigned: Caller<AllCalls> = (name, options) =>
  send(name, options).catch(async (error: unknown) => {
    const request = error instanceof ApiError && error.code === 'step_up_needed' ? error.data['request'] : undefined
    if (typeof request !== 'string') throw error
    const begun = await send('beginStepUp', { body: { request } })
    const credential = await signWithPasskey(begun.options)
    await send('confirmStepUp', { params: { id: begun.id }, body: { credential } })
    stepUps.set(name, begun.id)
    try {
      return await send(name, options)
    } finally {
      stepUps.delete(name)
    }
  })

/**
 * Calls the API; error messages can be shown as they are.
 * @throws ApiError
 */
export const call: Caller<AllCalls> = (name, options) =>
  sendSigned(name, options).catch((error: unknown) => {
    if (!(error instanceof ApiError) || (error.message !== '' && error.code !== 'network')) throw error
    const { network, offline, general } = en.failure
    const sentence = error.code !== 'network' ? general : navigator.onLine ? network : offline
    throw new ApiError(error.status, error.code, sentence, error.errors, error.data)
  })

/**
 * Sends a form with a file in it.
 * @throws ApiError
 */
export function upload<Name extends keyof AllCalls>(
  name: Name,
  fields: Record<string, string>,
  { field, file }: { field: string; file: File },
): Promise<ReplyOf<AllCalls[Name]>> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append(field, file)
  return call(name, { form })
}

/** URL of a call for the browser to fetch: a picture, a file. */
export const addressOf = (
  name: keyof AllCalls,
  params: Record<string, string>,
  query: Record<string, string> = {},
): string => addressOfCall(all[name].split(' ')[1] ?? '', params, query)

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'staff_session_invalid'

/** Whether the role lacks the permission: retrying does not help. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.code === 'staff_forbidden'

/** Whether the state has changed since it was fetched: reload it. */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 404)

export const sentenceOf = (error: unknown): string => (error instanceof ApiError ? error.message : en.failure.general)

/** Whether the errors are shown under the fields. */
export const hasFieldErrors = (error: unknown): boolean =>
  error instanceof ApiError && Object.keys(error.errors).length > 0

/** Errors of one field of a form. */
export const errorsOf = (error: unknown, field: string): string[] | undefined =>
  error instanceof ApiError ? error.errors[field] : undefined
