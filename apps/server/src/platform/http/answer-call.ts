import { fieldsOf } from '@dhow/contract/records'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core'
import { readFault } from '@dhow/contract/faults'
import type { Access, Operation } from '@dhow/contract/operation'
import { operatorText } from '@dhow/contract/operator-texts'
import { maskReply } from '@dhow/contract/personal-fields'
import { textOf } from '@dhow/contract/player-texts'
import type { Log } from '@dhow/platform/log'
import { Refusal, type FieldTexts } from '../refusal.ts'
import { unstorablePath } from '../storable-text.ts'
import { Bytes, Ready, type Call, type Guards, type Handler, type PlayerSession, type StaffSession } from './call.ts'
import type { ListenerParts } from './parts.ts'
import { readMultipart } from './multipart.ts'

export type AnyHandler = Handler<unknown, unknown, unknown, unknown, Access>

const json = 'application/json; charset=utf-8'

/**
 * Answers a call of an operation: checks gate and session, validates the input, runs the handler, validates the reply.
 */
export async function answerCall(
  operation: Operation,
  handler: AnyHandler,
  { name, guards, countryOf, log, turns }: ListenerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const country = countryOf(request)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  const { ip } = request
  // Operators may sign in from anywhere while the portal is closed: they reopen it.
  if (name === 'portal') await guards.gate({ country, path: operation.path, access: operation.access })
  const token = bearerToken(request)
  const { session, staff } = await authenticate(operation, guards, request, token, { ip, userAgent })
  const sent = operation.multipart
    ? await readMultipart(request, operation.multipart)
    : { fields: request.body, file: undefined }
  if (session) refuseOtherPlayer(session, [sent.fields, request.query], log, operation.name)
  const { params, query, body } = readInput(operation, request, sent.fields)
  const call = {
    params,
    query,
    body,
    session,
    staff,
    file: sent.file,
    token,
    ip,
    userAgent,
    country: country ?? undefined,
    request,
    reply,
    idempotencyKey: idempotencyKey(request),
  } as Call<unknown, unknown, unknown, Access>
  // GET requests take no locks.
  const bounded = operation.method === 'GET' ? undefined : session
  const result = await (bounded ? turns.run(bounded.playerId, () => handler(call)) : handler(call))

  return payloadOf(operation, result, reply, {
    log,
    isMasked: staff?.permissions.has('players.see_identity') === false,
  })
}

/** Session that the operation's access requires, of a player or an operator. */
async function authenticate(
  operation: Operation,
  guards: Guards,
  request: FastifyRequest,
  token: string | undefined,
  visitor: { ip: string; userAgent: string },
): Promise<{ session?: PlayerSession | undefined; staff?: StaffSession | undefined }> {
  if (operation.access === 'player') {
    if (token === undefined) throw new Refusal('session_invalid')
    return { session: await guards.player(token, visitor) }
  }
  if (operation.access === 'optional' && token !== undefined)
    return { session: await guards.player(token, visitor).catch(ignoreRefusal) }
  if (operation.access !== 'staff') return {}
  const staff = await guards.staff(request)
  const { needs } = operation
  const isSeat = staff.seatEndsAt !== null
  // Signing in and out is the only change that a read-only account may make.
  if (isSeat && operation.method !== 'GET' && needs?.length !== 0) throw new Refusal('staff_read_only')
  // An operation without a permission is open to nobody.
  if (!needs?.every((needed) => staff.permissions.has(needed))) throw new Refusal('staff_forbidden')
  if (isSeat && needs.length > 0) await guards.auditRead(staff, operation.name, request)
  return { staff }
}

/** Path, query and body, validated by the contract. @throws Refusal `not_found`, `invalid_fields` */
function readInput(operation: Operation, request: FastifyRequest, sentFields: unknown) {
  const fields: FieldTexts = {}
  const params = checked(operation.params, request.params, fields)
  // A path that cannot name anything: answer without a lookup.
  if (unstorablePath(request.params) !== undefined || Object.keys(fields).length > 0) throw new Refusal('not_found')
  for (const source of [request.query, sentFields]) {
    const path = unstorablePath(source)
    if (path !== undefined) fields[path || 'body'] = [textOf('text_unstorable', {})]
  }
  const query = checked(operation.query, request.query, fields)
  const body = checked(operation.body, sentFields ?? undefined, fields)
  if (Object.keys(fields).length > 0) {
    const first = Object.values(fields)[0]?.[0]
    throw new Refusal('invalid_fields', { fields, text: first })
  }
  return { params, query, body }
}

/** Payload of a result, as text for Fastify, which would await a returned reply once more. */
function payloadOf(
  operation: Operation,
  result: unknown,
  reply: FastifyReply,
  { log, isMasked }: { log: Log; isMasked: boolean },
): unknown {
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', operation.offline ? 'private, no-cache' : 'no-store')
  if (result instanceof Ready) {
    reply.type(json)
    return result.json
  }
  if (result instanceof Bytes) {
    reply
      .type(result.mediaType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    return result.content
  }
  const out = safeParse(operation.reply, result)
  if (!out.success) {
    log.error({ operation: operation.name, issues: out.error.issues }, 'a response does not match the contract')
    throw new Refusal('internal')
  }
  reply.type(json)
  return JSON.stringify(isMasked ? maskReply(operation.reply, out.data) : out.data)
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  const match = header === undefined ? undefined : /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(header)
  return match?.[1] ?? (header === undefined ? undefined : '')
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\w.:-]{1,100}$/.test(header)) {
    throw new Refusal('invalid_fields', {
      fields: { 'Idempotency-Key': [operatorText('key_rule', {})] },
    })
  }
  return header
}

function ignoreRefusal(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}

/** The player is always the token's; a call that names another is refused, even in a field that its schema ignores. */
function refuseOtherPlayer(session: PlayerSession, sources: unknown[], log: Log, operation: string) {
  for (const source of sources) {
    const named = fieldsOf(source)['player_id']
    if (named === undefined || named === null || named === '' || named === session.playerId) continue
    log.warn(
      { playerId: session.playerId, named: JSON.stringify(named).slice(0, 60), operation },
      'a call named another player',
    )
    throw new Refusal('player_mismatch')
  }
}

function checked(schema: $ZodType | undefined, value: unknown, fields: FieldTexts): unknown {
  if (schema === undefined) return undefined
  // Without the input, zod's issue is the same for a missing field and a wrong one.
  const result = safeParse(schema, value, { reportInput: true })
  if (result.success) return result.data
  for (const issue of result.error.issues) addText(fields, issue)
  return undefined
}

function addText(fields: FieldTexts, issue: $ZodIssue) {
  const field = issue.path.length > 0 ? issue.path.map(String).join('.') : 'body'
  const texts = (fields[field] ??= [])
  const text = readFault(issue.message) ?? textOf(isMissing(issue) ? 'required' : 'input_invalid', {})
  if (!texts.some((one) => one.code === text.code)) texts.push(text)
}

const isMissing = (issue: $ZodIssue) => 'input' in issue && issue.input === undefined
