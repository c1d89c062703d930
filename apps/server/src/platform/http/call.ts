import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'

/** Player of a token. */
export interface PlayerSession {
  playerId: string
  sessionId: string
  market: Market
  currency: Currency
}

/** Operator of a console session. */
export interface StaffSession {
  operatorId: string
  sessionId: string
  name: string
  role: string
  /** Name of the role, for people. */
  roleName: string
  /** Permissions of the role, read anew for each call. */
  permissions: ReadonlySet<Permission>
  /** Passkey step-up that the call names. */
  stepUp: string | undefined
  /** Role that the operator has taken in an emergency. */
  breakGlass: { id: string; roleName: string; until: Date } | undefined
  /** End of a read-only account; null for all others. */
  seatEndsAt: Date | null
}

export interface UploadedFile {
  name: string
  mediaType: string
  bytes: Buffer
}

/** Argument of a handler: the validated input and the caller. */
export interface Call<Params, Query, Body, Who extends Access> {
  params: Params
  query: Query
  body: Body
  /** Set if the operation's access is `player` (or `optional` with a valid token). */
  session: Who extends 'player' ? PlayerSession : PlayerSession | undefined
  /** Set if the operation's access is `staff`. */
  staff: Who extends 'staff' ? StaffSession : StaffSession | undefined
  file: UploadedFile | undefined
  /** The token as sent, for calls about the token itself. */
  token: string | undefined
  idempotencyKey: string | undefined
  ip: string
  userAgent: string
  /** ISO 3166, two letters, from the trusted proxy or the operator's table. */
  country: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers a call with the reply that its operation declares, with bytes, or with finished JSON text. */
export type Handler<Params, Query, Body, Reply, Who extends Access> = (
  call: Call<Params, Query, Body, Who>,
) => Promise<Reply | Bytes | Ready>

/** Reply of bytes, or a stream of them, for `file` operations. */
export class Bytes {
  readonly mediaType: string
  readonly content: Buffer | Readable
  constructor(mediaType: string, content: Buffer | Readable) {
    this.mediaType = mediaType
    this.content = content
  }
}

/** Reply of finished JSON text, which was checked against the contract when it was made. */
export class Ready {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/**
 * Sends the answer as a file with this name. A header holds few characters, so any other becomes a dash: build names
 * from stored values.
 * @example attach(reply, 'payouts-01k2.csv')
 */
export function attach(reply: FastifyReply, name: string) {
  void reply.header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`)
}

/** Turns a token into a session, or throws the matching refusal. */
export interface Guards {
  player(token: string, call: { ip: string; userAgent: string }): Promise<PlayerSession>
  staff(request: FastifyRequest): Promise<StaffSession>
  /** Logs a read-only account's request before it is answered. */
  auditRead(staff: StaffSession, operation: string, request: FastifyRequest): Promise<void>
  /** Refuses if the portal is closed or the country restricted. */
  gate(request: { country: string | null | undefined; path: string; access: Access }): Promise<void>
}

/** Common members of every successful reply, as literals for the contract's type. */
export const done = { status: 'success' } as const
