import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentPageName } from '@dhow/contract/content'
import type { LiabilityDay } from '@dhow/contract/liabilities'
import type { BonusTerms } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Catalog } from './features/catalog/index.ts'
import type { Content } from './features/content/index.ts'
import type { Portal } from './features/portal/index.ts'
import type { Hint, PageData, PortalFront } from './portal-front.ts'

/** Paths with lists of games, with the category if fixed; other lists read it, or a provider, from the address. */
const categoryAt: Record<string, string | undefined> = {
  '/all-games': '',
  '/top-games': 'top',
  '/turbo-games': 'turbo',
  '/spribe-games': 'spribe',
}
const chosenLists = new Set(['/filtered-games', '/filtered-provider-games', '/provider'])
const gamesOfList = 60

/**
 * List whose first page is rendered into a page of games, as the portal would request it; searches are left to the
 * portal.
 */
function listOf(path: string, params: URLSearchParams) {
  const fixed = categoryAt[path]
  if ((fixed === undefined && !chosenLists.has(path)) || params.has('q')) return undefined
  const category = fixed ?? params.get('type') ?? ''
  const provider = path === '/filtered-games' || fixed !== undefined ? '' : (params.get('provider') ?? '')
  const showsSandbox = category === 'spribe' || provider !== '' || params.get('sandbox') === 'show'
  return { category, provider, sandbox: showsSandbox ? ('show' as const) : ('hide' as const) }
}

/** Pages with the offers of a market. */
const bonusPages = new Set(['/bonus', '/claim-bonus'])

/** A game's page. */
const gamePath = /^\/play\/([\w-]+)$/

/** Pages that an operator may write, by path. */
const pageAt: Record<string, ContentPageName | undefined> = {
  '/terms-condition': 'terms',
  '/privacy-policy': 'privacy',
  '/privacy': 'privacy',
  '/how-to-play': 'how-to-play',
  '/responsiblegame': 'responsible',
}

interface RenderParts {
  front: PortalFront
  portal: Portal
  catalog: Catalog
  config: Config
  /** Public offers of a market. */
  offersOf: (market: Market) => Promise<BonusTerms[]>
  /** Newest roots of the liability proofs. */
  liabilitiesOf: () => Promise<LiabilityDay[]>
  /** Page written by the operator. */
  pageOf: Content['page']
}

interface Visit {
  url: string
  hint: Hint
  portalState: PageData['portal']
  /** Market of the visitor's country, if known. */
  market: Market | undefined
}

/** Renders a page with the server's data, and compresses it for every browser. */
export async function renderPortalPage(
  { front, portal, catalog, config, offersOf, liabilitiesOf, pageOf }: RenderParts,
  { url, hint, portalState, market }: Visit,
): Promise<Page> {
  const { pathname: path, searchParams } = new URL(url, config.origins.portal)
  const firstMarket = portal.publicSettings().markets[0]?.market ?? 'NA'
  const preview = searchParams.get('preview')
  const asked = listOf(path, searchParams)
  async function listHere() {
    if (!asked) return {}
    const { category, provider, sandbox } = asked
    const query = { limit: gamesOfList, sandbox, ...(category ? { category } : {}), ...(provider ? { provider } : {}) }
    return { list: { ...asked, ...(await catalog.games(query)) } }
  }
  const data: PageData = {
    settings: portal.publicSettings(),
    portal: portalState,
    ...(url === '/' || url.startsWith('/?preview=') ? await lobbyOf() : {}),
    ...(await ownPage()),
    ...(await gameOf()),
    ...(await listHere()),
    ...(await offersOfMarket()),
    ...(url === '/liabilities' ? { liabilities: await liabilitiesOf() } : {}),
    ...(market ? { market } : {}),
    sandboxInbox: config.mode === 'sandbox' ? config.origins.sandbox : null,
  }
  async function ownPage() {
    const name = pageAt[path]
    if (!name) return {}
    const reader = { market, language: hint.language }
    // An invalid link to a preview shows the published page.
    const page = await pageOf(name, reader, preview ?? undefined).catch(() => pageOf(name, reader))
    return { page: { name, content: page ?? null } }
  }
  async function gameOf() {
    const slug = gamePath.exec(path)?.[1]
    const game = slug === undefined ? undefined : await catalog.detail(slug)
    return game ? { game } : {}
  }
  async function offersOfMarket() {
    if (!bonusPages.has(path)) return {}
    const ofMarket = market ?? firstMarket
    return { offers: { market: ofMarket, offers: await offersOf(ofMarket) } }
  }
  async function lobbyOf() {
    const [lobby, offers] = await Promise.all([
      catalog.lobby({
        market,
        language: hint.language,
        ...(preview === null ? {} : { preview }),
      }),
      offersOf(market ?? firstMarket),
    ])
    const offer = offers.find(({ kind }) => kind === 'welcome')
    return { lobby, tables: catalog.liveTables.lastKnown(), ...(offer ? { offer } : {}) }
  }
  const { render, sourceAt } = await front.loadPages()
  const screen = portalState.state === 'active' ? await sourceAt(path) : undefined
  const { status, html } = await render({
    url,
    data,
    hint,
    assets: {
      scripts: front.scriptsFor(hint.language, screen),
      core: front.core,
      style: front.style,
      pictures: await front.inlined(firstTiles(data)),
    },
  })
  return packed(status, html)
}

/** So many tiles of a list, or of a shelf, can belong to the first screen. */
const maxFirstTiles = 6

/** Addresses of the pictures that a page may show at first. */
const firstTiles = ({ list, lobby }: PageData): string[] =>
  [list?.games ?? [], ...(lobby?.shelves ?? []).map(({ games }) => games)].flatMap((games) =>
    games.slice(0, maxFirstTiles).map(({ tile }) => tile),
  )

/** A rendered page in the encodings that browsers accept. */
export interface Page {
  status: number
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

async function packed(status: number, html: string): Promise<Page> {
  const plain = Buffer.from(html)
  const [br, gz] = await Promise.all([
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    compressGzip(plain),
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
