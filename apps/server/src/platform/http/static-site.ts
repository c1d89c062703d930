import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const pageHeaders = [
  'content-security-policy',
  'x-frame-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'origin-agent-cluster',
  'cross-origin-opener-policy',
  'permissions-policy',
]

/** Browsers cache a picture for a day, so a changed one is seen within a day. */
const cacheControlOf = (path: string): string =>
  path.includes('/assets/')
    ? 'public, max-age=31536000, immutable'
    : picture.test(path)
      ? 'public, max-age=86400, stale-while-revalidate=604800'
      : 'public, max-age=0, must-revalidate'
const picture = /\.(svg|png)(\.br|\.gz)?$/

/** Sends the file at an address; false if there is none. */
export type SendFile = (url: string, reply: FastifyReply) => boolean

/**
 * Serves the files of a built front end: hashed ones are cached for ever, pictures for a day, the rest is revalidated.
 * Files compressed at build time are sent as they are. A caller sends them from one route of its own: a route per file
 * would be most of all routes, made at every start.
 */
export async function openBuiltFiles(server: FastifyInstance, folder: string): Promise<SendFile> {
  await server.register(staticFiles, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      response.header('cache-control', cacheControlOf(path))
      // These headers say how a page may behave; on a script, a style or a picture they only use up data.
      if (/\.(js|css)(\.br|\.gz)?$/.test(path) || picture.test(path))
        for (const name of pageHeaders) response.removeHeader(name)
    },
  })
  const paths = await pathsOf(folder)
  return (url, reply) => {
    const path = pathOf(url)
    if (!paths.has(path)) return false
    void reply.sendFile(path)
    return true
  }
}

async function pathsOf(folder: string): Promise<Set<string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((one) => one.isFile()).map((one) => relative(folder, join(one.parentPath, one.name)))
  const addresses = files.map((file) => `/${file.split(sep).join('/')}`)
  // A compressed file is sent in place of its original, and the build manifest (`/.vite`) is for the server.
  return new Set(addresses.filter((address) => !/\.(br|gz)$/.test(address) && !address.includes('/.')))
}

/**
 * Path of a request's address, made safe for redirects: a browser reads `//host/` as another site.
 * @example ownPath('//evil.example/deposits?a=1') // '/deposits'
 */
export function ownPath(url: string): string {
  const path = URL.canParse(url, ownOrigin) ? new URL(url, ownOrigin).pathname : '/'
  return path.replace(/^[/\\]+/, '/')
}
const ownOrigin = 'http://own.invalid'

/** Path of a request's address without its query. */
export const pathOf = (url: string): string => url.replace(/\?.*$/s, '')

/**
 * Serves a front end that is one page for every address, such as the console. A browser that navigates to an address
 * gets the page, even where a program gets data, such as `/health`.
 */
export async function serveSinglePage(server: FastifyInstance, folder: string) {
  if (!existsSync(join(folder, 'index.html'))) return
  const page = await readFile(join(folder, 'index.html'))
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  const sendFile = await openBuiltFiles(server, folder)
  server.addHook('onRequest', async (request, reply) => {
    const isVisit = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (isVisit && isPageAddress(request.url)) await sendPage(reply)
  })
  server.get('/*', { config: { rateLimit: false } }, (request, reply) => {
    if (sendFile(request.url, reply)) return reply
    return isPageAddress(request.url) ? sendPage(reply) : reply.callNotFound()
  })
}

/**
 * A missing file must not be answered with the page: a script of an older build would be read as HTML. Nor must a call.
 */
function isPageAddress(url: string): boolean {
  const path = pathOf(url)
  return !path.startsWith('/api/') && !/\.\w{1,5}$/.test(path)
}
