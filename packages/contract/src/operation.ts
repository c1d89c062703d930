import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import type { RefusalCode } from './refusals.ts'

/** Everything in the API stands below this path. */
export const apiBase = '/api/v1/dhow'

/** Path of the portal's live stream, a WebSocket; `liveEvent` has its messages. */
export const livePath = `${apiBase}/live`

/**
 * Access of the call: `public` sends and reads no token; `optional` reads one where it is stored; `player` needs a player's
 * session; `staff` needs an operator's session and stands on the console's port only; `provider` is a game provider's
 * signed call.
 */
export type Access = 'public' | 'optional' | 'player' | 'staff' | 'provider'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema<Out> = z.ZodMiniType<Out>

/**
 * One call of the API, written once: the server's validation, OpenAPI, the front ends and the reference come from it. The type
 * parameters are what comes out of the schemas.
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
  /** `multipart` bodies have the text fields of `body`, and one optional file. */
  multipart?: { file: string; limitBytes: number }
  /** Reply of the server; `file` operations answer with bytes instead and have no `reply`. */
  reply: Schema<Reply>
  /** Answers bytes of this media type instead of JSON. */
  file?: string
  /** The refusals that this call may answer with, besides the ones every call of its access may (see `commonRefusals`). */
  refusals: readonly RefusalCode[]
  /** A money call: read `Idempotency-Key`, and repeat the first answer for a repeated key. */
  idempotent?: boolean
  /**
   * The portal may show its reader the last answer without a network: it has `private, no-cache`. Every other answer has `no-store`, and
   * nothing keeps it.
   */
  offline?: boolean
  /** Permissions of which an operator has to hold all; every operation for `staff` names it. An empty list is the caller's own account. */
  needs?: readonly Permission[]
}

/** Keeps the types of an operation's schemas and its access. */
export function operation<const Who extends Access, Reply, Params = unknown, Query = unknown, Body = unknown>(
  definition: Operation<Params, Query, Body, Reply, Who>,
): Operation<Params, Query, Body, Reply, Who> {
  return definition
}

export type ParamsOf<O> = O extends Operation<infer P, infer _Q, infer _B, infer _R, infer _W> ? P : never
export type QueryOf<O> = O extends Operation<infer _P, infer Q, infer _B, infer _R, infer _W> ? Q : never
export type BodyOf<O> = O extends Operation<infer _P, infer _Q, infer B, infer _R, infer _W> ? B : never
export type ReplyOf<O> = O extends Operation<infer _P, infer _Q, infer _B, infer R, infer _W> ? R : never
