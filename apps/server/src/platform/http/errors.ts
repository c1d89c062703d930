import type { ServerResponse } from 'node:http'
import type { FastifyError, FastifyReply, onResponseHookHandler, onSendHookHandler } from 'fastify'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { isPlayerRefusal, refusals, refusalSentence, type RefusalCode, type RefusalRow } from '@dhow/contract/refusals'
import type { ErrorReply } from '@dhow/contract/shapes'
import { isDiskFull } from '@dhow/platform/disk-room'
import type { Log } from '@dhow/platform/log'
import type { Metrics } from '@dhow/platform/metrics'
import { contain } from '../contain.ts'
import { UnconfirmedError } from '../db/confirmed.ts'
import { isTimeLimit } from '../db/limits.ts'
import { FileStoreError } from '../files.ts'
import { Refusal, type FieldTexts, type RefusalParts } from '../refusal.ts'
import { inEnglish } from '../texts.ts'

/**
 * Error reply of a refusal: its code, its text and its fields' texts, each as a code with parameters and in English.
 */
export function errorReply(code: RefusalCode, more: RefusalParts = {}): ErrorReply {
  const { status } = refusals[code]
  const text = more.text ?? textOfCode(code, more.data?.['retry_after_s'])
  const message = text ? [text, ...(more.also ?? [])].map(inEnglish).join(' ') : refusalSentence(code)
  return {
    status: 'error',
    status_code: status,
    code,
    msg: message,
    message,
    errors: more.fields ? sentencesOf(more.fields) : null,
    ...(text ? { text } : {}),
    ...(more.also ? { also: [...more.also] } : {}),
    ...(more.fields ? { texts: more.fields } : {}),
    ...(more.data ? { data: more.data } : {}),
  }
}

/** Text of a refusal for players; it names the wait if that is known. */
function textOfCode(code: RefusalCode, waitS: unknown): PlayerText | undefined {
  const { waiting }: RefusalRow = refusals[code]
  if (waiting !== undefined && typeof waitS === 'number') return textOf(waiting, { seconds: String(waitS) })
  return isPlayerRefusal(code) ? textOf(code, {}) : undefined
}

const sentencesOf = (fields: FieldTexts): Record<string, string[]> =>
  Object.fromEntries(Object.entries(fields).map(([field, texts]) => [field, texts.map(inEnglish)]))

/** Codes of refused requests, for the metric that is counted after the answer. */
const codes = new WeakMap<ServerResponse, RefusalCode>()

/** Counts refusals by their code: an `onResponse` hook. */
export const countRefusals =
  (metrics: Metrics): onResponseHookHandler =>
  (_request, reply, done) => {
    const code = reply.statusCode >= 400 ? codes.get(reply.raw) : undefined
    if (code !== undefined) metrics.count('dhow_refusals_total', { code })
    done()
  }

export function sendRefusal(reply: FastifyReply, code: RefusalCode, more: Parameters<typeof errorReply>[1] = {}) {
  const body = errorReply(code, more)
  codes.set(reply.raw, code)
  const wait = more.data?.['retry_after_s']
  if (typeof wait === 'number') reply.header('retry-after', String(wait))
  return reply.code(body.status_code).header('cache-control', 'no-store').send(body)
}

/**
 * Writes the answers of one turn of the event loop at its end, one after the other: each write wakes the program that
 * waits for it, and a proxy waits for many, so writing between parsing two requests costs a third of a profile's answers
 * per second (bench/profile.mjs). An error of writing ends only its own call: Fastify writes after every handler, where a
 * throw would end the process.
 */
export function createAnswerWriter(log: Pick<Log, 'error'>): onSendHookHandler {
  let waiting: (() => void)[] = []
  const writeAll = () => {
    const answers = waiting
    waiting = []
    for (const write of answers) write()
  }
  return (_request, reply, payload, done) => {
    if (waiting.length === 0) setImmediate(contain(log, 'answers', writeAll))
    waiting.push(
      contain(
        log,
        'answer',
        () => done(null, payload),
        () => sendRawFailure(reply.raw),
      ),
    )
  }
}

/**
 * Writes the last-resort answer `internal` of a call whose own answer could not be written, bypassing Fastify. A
 * connection that already has part of an answer is closed.
 */
export function sendRawFailure(response: ServerResponse) {
  if (response.headersSent) return void response.destroy()
  const body = errorReply('internal')
  const text = JSON.stringify(body)
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(body.status_code, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  })
  response.end(text)
}

/** Our codes for Fastify's own errors. */
const codesOfFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media',
  FST_PROTO_VIOLATION: 'bad_request',
}

/** Shorter than a failover: early retries cost little and are served as soon as it is over. */
export const outageWaitS = 2

/** Answers every failure: a refusal keeps its code; anything else is logged and answered without details. */
export function sendFailure(error: FastifyError | Error, reply: FastifyReply, log: Log) {
  if (error instanceof Refusal) return sendRefusal(reply, error.code, error)
  const fastifyCode = 'code' in error ? codesOfFastify[String(error.code)] : undefined
  if (fastifyCode) return sendRefusal(reply, fastifyCode)
  if ('statusCode' in error && error.statusCode === 429) return sendRefusal(reply, 'too_many_requests')
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return sendRefusal(reply, 'bad_request')
  }
  const path = reply.request.routeOptions.url
  if (isTimeLimit(error)) {
    log.warn({ err: error, path }, 'a request hit a database timeout')
    return sendRefusal(reply, 'busy', { data: { retry_after_s: 1 } })
  }
  if (isDiskFull(error)) {
    log.error({ err: error, path }, 'a request failed: the disk is full')
    return sendRefusal(reply, 'storage_full', { data: { retry_after_s: 10 } })
  }
  log.error({ err: error, path }, 'a request failed')
  if (isOutage(error)) return sendRefusal(reply, 'unavailable', { data: { retry_after_s: outageWaitS } })
  return sendRefusal(reply, 'internal')
}

/** Whether the database or the file store is unavailable or too busy: nothing was decided, and the caller may retry. */
function isOutage(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return (
    error instanceof FileStoreError ||
    error instanceof UnconfirmedError ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '25P03' ||
    code === '53300' ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    // The driver's message for a connection lost during a statement; it has no code.
    error.message.startsWith('Connection terminated') ||
    error.message.startsWith('Client has encountered a connection error') ||
    error.message === 'timeout exceeded when trying to connect' ||
    error.message === 'Query read timeout'
  )
}
