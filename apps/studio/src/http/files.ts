import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file of the built front end, held in memory. */
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

/** Reads a built front end into memory, by path; the build has already compressed the files. */
export function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
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

/** Answers with a file, compressed if the client accepts that. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const packed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.brotli : null
  if (packed) void reply.header('content-encoding', 'br')
  return reply
    .headers({
      'content-type': file.type,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    })
    .send(packed ?? file.body)
}
