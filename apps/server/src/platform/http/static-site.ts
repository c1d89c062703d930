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

/** Browsers keep a picture for a day, so a changed one is seen within a day. */
const keptAs = (path: string): string =>
  path.includes('/assets/')
    ? 'public, max-age=31536000, immutable'
    : picture.test(path)
      ? 'public, max-age=86400, stale-while-revalidate=604800'
      : 'public, max-age=0, must-revalidate'
const picture = /\.(svg|png)(\.br|\.gz)?$/

/** Sends the file that stands at an address; false where none does. */
export type SendFile = (url: string, reply: FastifyReply) => boolean

/**
 * The files of a built front end: hashed ones for ever, pictures for a day, the rest to be asked for again. Files that were compressed at
 * build time go out as they are. Whoever serves the folder's other addresses asks for them by one route: one for each file, made at every
 * start, were most of the routes there are.
 */
export async function openBuiltFiles(server: FastifyInstance, folder: string): Promise<SendFile> {
  await server.register(staticFiles, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      response.header('cache-control', keptAs(path))
      // These state how a page may behave; on a script, a style or a picture they are only weight on a metered network.
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
  // A packed file is sent in place of its own, and the build's notes (`/.vite`) are for the server alone.
  return new Set(addresses.filter((address) => !/\.(br|gz)$/.test(address) && !address.includes('/.')))
}

/**
 * The path of a request's address as one of our own, whatever was asked for: a browser reads `//host/` as another site.
 * @example ownPath('//evil.example/deposits?a=1') // '/deposits'
 */
export function ownPath(url: string): string {
  const path = URL.canParse(url, ownOrigin) ? new URL(url, ownOrigin).pathname : '/'
  return path.replace(/^[/\\]+/, '/')
}
const ownOrigin = 'http://own.invalid'

/** The path of a request's address, which may carry more. */
export const pathOf = (url: string): string => url.replace(/\?.*$/s, '')

/**
 * Serves a front end that is one page for every address, as the console is. A browser that goes to an address gets the page also where a
 * program gets something else, as at `/health`.
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

/** A file that is not there must not come back as a page: a script of an older build would be read as HTML. Nor must a call. */
function isPageAddress(url: string): boolean {
  const path = pathOf(url)
  return !path.startsWith('/api/') && !/\.\w{1,5}$/.test(path)
}
