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
  /** The role as people read it. */
  roleName: string
  /** Rights of the role now, read anew for each call. */
  permissions: ReadonlySet<Permission>
  /** The step-up by a passkey that the call names. */
  stepUp: string | undefined
  /** The role that the operator has taken in an emergency. */
  breakGlass: { id: string; roleName: string; until: Date } | undefined
  /** End of an account that only reads; null of everybody else. */
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
  /** Set if the operation's access is `player` (or `optional` with a good token). */
  session: Who extends 'player' ? PlayerSession : PlayerSession | undefined
  /** Set if the operation's access is `staff`. */
  staff: Who extends 'staff' ? StaffSession : StaffSession | undefined
  file: UploadedFile | undefined
  /** The token as it was sent, for the calls that are about it. */
  token: string | undefined
  idempotencyKey: string | undefined
  ip: string
  userAgent: string
  /** ISO 3166, two letters, as the trusted proxy or the operator's file has it. */
  country: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Answers a call with what its operation declares, or with bytes or JSON text that is ready. */
export type Handler<Params, Query, Body, Reply, Who extends Access> = (
  call: Call<Params, Query, Body, Who>,
) => Promise<Reply | Bytes | Ready>

/** A reply of bytes, or of a stream of them, for `file` operations. */
export class Bytes {
  readonly mediaType: string
  readonly content: Buffer | Readable
  constructor(mediaType: string, content: Buffer | Readable) {
    this.mediaType = mediaType
    this.content = content
  }
}

/** A reply that is JSON text already, checked against the contract when it was made. */
export class Ready {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

/**
 * Sends the answer as a file of this name. A header holds few characters, so any other one becomes a dash: build names from what is stored.
 * @example attach(reply, 'payouts-01k2.csv')
 */
export function attach(reply: FastifyReply, name: string) {
  void reply.header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '-')}"`)
}

/** Turns a token into a session; throws the refusal that fits where it opens none. */
export interface Guards {
  player(token: string, call: { ip: string; userAgent: string }): Promise<PlayerSession>
  staff(request: FastifyRequest): Promise<StaffSession>
  /** Notes what an account that only reads asks for, before it is answered. */
  noteLook(staff: StaffSession, operation: string, request: FastifyRequest): Promise<void>
  /** Refuses where the portal is forbidden or the country restricted. */
  gate(request: { country: string | null | undefined; path: string; access: Access }): Promise<void>
}

/** Common members of every successful reply, as the literal that the contract wants. */
export const done = { status: 'success' } as const
