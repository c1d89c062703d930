import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Catalog } from './features/catalog/index.ts'
import type { Portal } from './features/portal/index.ts'
import type { Hint, PageData, PortalFront } from './portal-front.ts'

/** Lists of games whose first page is rendered into theirs, as the portal itself would ask for it. */
const renderedLists: Record<string, string | undefined> = {
  '/all-games': '',
  '/top-games': 'top',
  '/turbo-games': 'turbo',
  '/spribe-games': 'spribe',
  '/filtered-games?type=card': 'card',
  '/filtered-games?type=crash': 'crash',
}
const gamesOfList = 60

interface RenderParts {
  front: PortalFront
  portal: Portal
  catalog: Catalog
  config: Config
}

/** Renders a page with what the server knows, and packs it for every browser. */
export async function renderPortalPage(
  { front, portal, catalog, config }: RenderParts,
  url: string,
  hint: Hint,
  portalState: PageData['portal'],
): Promise<Page> {
  const games = url === '/' ? (await catalog.games({ limit: 18 })).games : undefined
  const category = renderedLists[url]
  const list =
    category === undefined
      ? undefined
      : { category, ...(await catalog.games({ limit: gamesOfList, ...(category ? { category } : {}) })) }
  const data: PageData = {
    settings: portal.publicSettings(),
    portal: portalState,
    ...(games ? { games } : {}),
    ...(list ? { list } : {}),
    sandboxInbox: config.mode === 'sandbox' ? config.origins.sandbox : null,
  }
  const { render } = await front.loadPages()
  const { status, html } = await render({
    url,
    data,
    hint,
    assets: { scripts: front.scriptsFor(hint.language), style: front.style },
  })
  return packed(status, html)
}

/** A rendered page in the encodings that browsers ask for. */
export interface Page {
  status: number
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const pressBrotli = promisify(brotliCompress)
const pressGzip = promisify(gzip)

async function packed(status: number, html: string): Promise<Page> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([
    pressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    pressGzip(plain),
  ])
  return { status, plain, br, gzip: gz }
}

/** Sends a page in the encoding that the browser prefers. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  void reply
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, save-data, cookie')
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.send(encoding ? page[encoding] : page.plain)
}
