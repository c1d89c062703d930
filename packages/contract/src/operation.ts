import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** Base path of the API. */
export const apiBase = '/api/v1/dhow'

/** Path of the portal's live stream, a WebSocket; `liveEvent` has its messages. */
export const livePath = `${apiBase}/live`

/**
 * Access of the call: `public` neither sends nor reads a token; `optional` reads one if present; `player` needs a player's session; `staff` needs an
 * operator's session and exists only on the console's port; `provider` is a game provider's signed call.
 */
export type Access = 'public' | 'optional' | 'player' | 'staff' | 'provider'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema<Out> = z.ZodMiniType<Out>

/**
 * One call of the API, written once: the server's validation, OpenAPI, the front ends and the reference derive from it. The type
 * parameters come from the schemas.
 */
export interface Operation<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Reply = unknown,
  Who extends Access = Access,
> {
  name: string
  method: Method
  /** Below `apiBase`; `:name` stands for a parameter. */
  path: string
  access: Who
  summary: string
  params?: Schema<Params>
  query?: Schema<Query>
  body?: Schema<Body>
  /** For multipart bodies: the text fields of `body`, and one optional file. */
  multipart?: { file: string; limitBytes: number }
  /** Reply of the server; not used by `file` operations. */
  reply: Schema<Reply>
  /** Media type of an operation that answers with bytes instead of JSON. */
  file?: string
  /** Refusals of this call, besides those of all calls with its access (see `commonRefusals`). */
  refusals: readonly RefusalCode[]
  /** Money call: reads `Idempotency-Key`, and repeats the first answer for a repeated key. */
  idempotent?: boolean
  /** The portal may show the last answer offline: it is sent with `private, no-cache`. All other answers have `no-store` and are never cached. */
  offline?: boolean
  /** All required permissions; every `staff` operation sets it. Empty for the caller's own account. */
  needs?: readonly Permission[]
}

/** Declares an operation, keeping the types of its schemas. */
export function operation<const Who extends Access, Reply, Params = unknown, Query = unknown, Body = unknown>(
  definition: Operation<Params, Query, Body, Reply, Who>,
): Operation<Params, Query, Body, Reply, Who> {
  return definition
}

export type ParamsOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R, infer _W> ? P : never
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R, infer _W> ? Q : never
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R, infer _W> ? B : never
export type ReplyOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R, infer _W> ? R : never
