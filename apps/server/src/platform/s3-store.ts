import { createHash } from 'node:crypto'
import type { FilesFault } from '@dhow/contract/service-text-params'
import { errorMessage } from '@dhow/platform/error-code'
import type { Clock } from '@dhow/platform/clock'
import { AwsV4Signer } from 'aws4fetch'
import { FileStoreError, type FileStore } from './files.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  keyId: string
  secret: string
  /** The bucket is in the path, not in the host name. */
  isPathStyle: boolean
  /** For each attempt of a call; a call without an answer is tried twice. */
  timeoutMs: number
  /** Most names in one answer of a list. */
  namesAtOnce: number
}

/** S3 error codes that an operator can act on; any other is shown as it is. */
const faultsOfCodes: Record<string, FilesFault> = {
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  InvalidAccessKeyId: 'key',
  SignatureDoesNotMatch: 'secret',
  AccessDenied: 'rights',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  PermanentRedirect: 'region',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
}

const busy = new Set([500, 502, 503, 504])
const noContent = Buffer.alloc(0)

/** A call to the bucket: the path of one file, or a query of the whole bucket. */
interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  path?: string
  query?: Record<string, string>
  body?: Buffer
}

interface S3Answer {
  status: number
  headers: Headers
  bytes: Buffer
}

/**
 * Files in a bucket of an S3-compatible store (Signature Version 4). A call is repeated once if its connection breaks
 * or the store is busy. A put sends the hash of its content, so the store keeps all of it or nothing.
 */
export function openS3Store(settings: S3Settings, clock: Pick<Clock, 'now'>): FileStore {
  const { endpoint, bucket } = settings
  const ask = openCalls(settings, clock)
  const isFound = ({ status, bytes }: S3Answer) => {
    if (status === 200 || status === 204) return true
    if (status === 404 && codeOf(bytes) !== 'NoSuchBucket') return false
    throw refusedBy(settings, status, codeOf(bytes))
  }
  return {
    place: { kind: 's3', bucket, endpoint },
    async write(path, body) {
      const answer = await ask({ method: 'PUT', path, body })
      if (!isFound(answer)) throw refusedBy(settings, answer.status, codeOf(answer.bytes))
    },
    async read(path) {
      const answer = await ask({ method: 'GET', path })
      return isFound(answer) ? answer.bytes : undefined
    },
    async size(path) {
      const answer = await ask({ method: 'HEAD', path })
      return isFound(answer) ? Number(answer.headers.get('content-length')) : undefined
    },
    async remove(path) {
      isFound(await ask({ method: 'DELETE', path }))
    },
    async list(folder) {
      const names: string[] = []
      let token: string | undefined
      do {
        const query = {
          ...{ 'list-type': '2', prefix: `${folder}/`, 'max-keys': String(settings.namesAtOnce) },
          ...(token === undefined ? {} : { 'continuation-token': token }),
        }
        const answer = await ask({ method: 'GET', query })
        if (!isFound(answer)) throw refusedBy(settings, answer.status, codeOf(answer.bytes))
        const text = answer.bytes.toString('utf8')
        // Names are hexadecimal digits and dots: XML escapes none of them.
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          names.push(key.slice(key.lastIndexOf('/') + 1))
        token = unescaped(/<NextContinuationToken>([^<]*)</.exec(text)?.[1])
      } while (token !== undefined)
      return names
    },
  }
}

/** Signs and sends calls; the content is read whole, and a broken answer counts as none. */
function openCalls(settings: S3Settings, clock: Pick<Clock, 'now'>) {
  const base = bucketUrl(settings)
  const keys = new Map<string, ArrayBuffer>()
  async function send({ method, path = '', query = {}, body }: Call): Promise<S3Answer> {
    const url = new URL(base.href + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region: settings.region, cache: keys },
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? noContent)
          .digest('hex'),
      },
    }).sign()
    const response = await fetch(signed.url, {
      ...{ method, headers: signed.headers, redirect: 'manual' },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(settings.timeoutMs),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes }
  }
  return async (call: Call): Promise<S3Answer> => {
    const first = await send(call).catch((error: unknown) => {
      if (isTimeout(error)) throw awayFrom(settings, error)
      return undefined
    })
    if (first && !busy.has(first.status)) return first
    return send(call).catch((error: unknown) => {
      throw awayFrom(settings, error)
    })
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

function bucketUrl({ endpoint, bucket, isPathStyle }: S3Settings): URL {
  const url = new URL(endpoint.endsWith('/') ? endpoint : `${endpoint}/`)
  if (isPathStyle) return new URL(`${url.href}${bucket}/`)
  url.hostname = `${bucket}.${url.hostname}`
  return url
}

/** S3's error code; undefined in an answer without content. */
const codeOf = (bytes: Buffer) => /<Code>([A-Za-z0-9.]+)<\/Code>/.exec(bytes.toString('utf8'))?.[1]

function awayFrom({ endpoint }: S3Settings, error: unknown) {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return new FileStoreError(
    'away',
    `the storage of files at ${endpoint} does not answer: ${errorMessage(cause)}`,
    error,
  )
}

function refusedBy({ endpoint, bucket }: S3Settings, status: number, code: string | undefined) {
  const ofStatus = status === 403 ? 'rights' : status === 507 ? 'full' : busy.has(status) ? 'away' : 'other'
  const fault = (code === undefined ? undefined : faultsOfCodes[code]) ?? ofStatus
  return new FileStoreError(
    fault,
    `the storage of files at ${endpoint} refuses (bucket ${bucket}): ${status} ${code ?? ''}`.trimEnd(),
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string | undefined) =>
  text?.replace(/&(?:#(\d+)|(\w+));/g, (whole, digits: string | undefined, name: string | undefined) =>
    digits === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(digits)),
  )
