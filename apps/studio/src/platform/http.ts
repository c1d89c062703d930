import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'

/** The little of HTTP that the studio needs: files held in memory, JSON, and the headers that every answer carries. */
export interface StaticFile {
  body: Buffer
  brotli: Buffer | null
  type: string
  isHashed: boolean
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

/** Reads a built front end into memory, by path from its folder; the build has packed what gains by it, so that no start does. */
export function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const path = join(folder, name)
    const type = types[extname(name)]
    if (!type || !statSync(path).isFile()) continue
    const body = readFileSync(path)
    const brotli = existsSync(`${path}.br`) ? readFileSync(`${path}.br`) : undefined
    const key = `/${relative(folder, path).split(sep).join('/')}`
    files.set(key, {
      body,
      brotli: brotli && brotli.length < body.length ? brotli : null,
      type,
      isHashed: key.includes('/assets/'),
    })
  }
  return files
}

export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const isBrotli = file.brotli !== null && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  const body = isBrotli ? file.brotli! : file.body
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(isBrotli ? { 'content-encoding': 'br' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The body of a request; undefined where it is longer than `mostBytes`. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Parsed body; undefined if it is not JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // The same refusal as JSON that is nothing of ours.
    return undefined
  }
}

/** No inline script, nothing from elsewhere, framed by the portal alone. */
export function pageHeaders(origin: string, portalOrigins: string[]): Record<string, string> {
  const live = origin.replace(/^http/, 'ws')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${live}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      `frame-ancestors ${portalOrigins.join(' ')}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  }
}
