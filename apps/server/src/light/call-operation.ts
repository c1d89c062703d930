import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { apiBase, type Operation } from '@dhow/contract/operation'
import type { ErrorReply } from '@dhow/contract/shapes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readCookie } from '../platform/http/cookies.ts'
import { triedCountry } from '../platform/http/country.ts'
import type { UploadedFile } from '../platform/http/call.ts'

/** Input of a call. */
export interface Sent<Params, Query, Body> {
  params?: Params
  query?: Query
  body?: Body
  file?: UploadedFile | undefined
  /** Sent as `Idempotency-Key`. */
  key?: string
}

/** The caller: both parts of the session, and the browser's device id. */
export interface Caller {
  token?: string | undefined
  half?: string | undefined
  device?: string | undefined
}

/** An answer with its cookies, as a browser would receive them. */
export interface Answered<Reply> {
  reply: Reply
  cookies: Map<string, { value: string; maxAgeS: number }>
}

/** Error of a call that the API refused; the reply has its texts. */
export class RefusedCall extends Error {
  readonly reply: ErrorReply
  constructor(reply: ErrorReply) {
    super(reply.code)
    this.name = 'RefusedCall'
    this.reply = reply
  }
}

/** Headers of the page request that do not apply to the API call. */
const pageOnlyHeaders =
  /^(content-.*|cookie|authorization|host|connection|transfer-encoding|accept.*|if-.*|idempotency-key|expect|origin|x-dhow-.*)$/

/**
 * Makes an API call for the visitor of a page, inside the process: with the same contract, gate, limits and refusals as
 * a call over the network from the same address. @throws RefusedCall
 */
export async function callOperation<Params, Query, Body, Reply>(
  fastify: FastifyInstance,
  visitor: FastifyRequest,
  operation: Operation<Params, Query, Body, Reply>,
  caller: Caller,
  sent: Sent<Params, Query, Body>,
): Promise<Answered<Reply>> {
  const response = await fastify.inject({
    method: operation.method,
    url: `${apiBase}${pathOf(operation.path, textsOf(sent.params))}?${String(new URLSearchParams(textsOf(sent.query)))}`,
    remoteAddress: visitor.socket.remoteAddress ?? visitor.ip,
    headers: headersOf(visitor, caller, sent.key),
    ...payloadOf(operation, sent),
  })
  const answer = response.json<Reply & ErrorReply>()
  if (response.statusCode >= 400) throw new RefusedCall(answer)
  return {
    reply: answer,
    cookies: new Map(
      response.cookies.map(({ name, value, maxAge }) => [
        String(name),
        { value: String(value), maxAgeS: Number(maxAge) },
      ]),
    ),
  }
}

/** Makes a call whose answer is a file, and streams it. @throws RefusedCall */
export async function openFile(
  fastify: FastifyInstance,
  visitor: FastifyRequest,
  { path }: Pick<Operation, 'path'>,
  caller: Caller,
): Promise<{ stream: Readable; headers: Record<string, string> }> {
  const response = await fastify.inject({
    method: 'GET',
    url: apiBase + path,
    remoteAddress: visitor.socket.remoteAddress ?? visitor.ip,
    headers: headersOf(visitor, caller, undefined),
    payloadAsStream: true,
  })
  const stream = response.stream()
  if (response.statusCode >= 400) {
    const refused: ErrorReply = JSON.parse(await text(stream))
    throw new RefusedCall(refused)
  }
  const named = ['content-type', 'content-disposition'].map((name) => [name, String(response.headers[name])])
  return { stream, headers: Object.fromEntries(named) }
}

function headersOf(visitor: FastifyRequest, { token, half, device }: Caller, key: string | undefined) {
  const passed = Object.entries(visitor.headers).filter(([name]) => !pageOnlyHeaders.test(name))
  const passedOn = ['dhow_language', triedCountry].map((name) => [name, readCookie(visitor, name)] as const)
  const cookies = { dhow_sid: half, dhow_device: device, ...Object.fromEntries(passedOn) }
  return {
    ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
    'accept-language': visitor.headers['accept-language'] ?? '',
    cookie: Object.entries(cookies)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
      .join('; '),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
}

function payloadOf(
  operation: Pick<Operation, 'multipart' | 'method'>,
  { body, file }: Sent<unknown, unknown, unknown>,
) {
  if (operation.method === 'GET') return {}
  if (!operation.multipart) return typeof body === 'object' && body !== null ? { payload: body } : {}
  const form = new FormData()
  for (const [name, value] of Object.entries(textsOf(body))) form.append(name, value)
  if (file)
    form.append(operation.multipart.file, new File([new Uint8Array(file.bytes)], file.name, { type: file.mediaType }))
  return { payload: form }
}

/** Members of a call's input as texts, without undefined ones. */
function textsOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

const pathOf = (path: string, params: Record<string, string>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
