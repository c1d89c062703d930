import type { LiabilityDay } from '@dhow/contract/liabilities'
import type { BonusTerms } from '@dhow/contract/rewards'
import type { Market } from '@dhow/contract/shapes'
import type { FastifyRequest } from 'fastify'
import type { Catalog } from './features/catalog/index.ts'
import type { Content } from './features/content/index.ts'
import { maintenanceWaitS, marketOfCountry, type Portal } from './features/portal/index.ts'
import { readCookie } from './platform/http/cookies.ts'
import type { CountryOf } from './platform/http/country.ts'
import type { Listener } from './platform/http/listener.ts'
import { openBuiltFiles, ownPath, pathOf } from './platform/http/static-site.ts'
import type { Platform } from './platform/platform.ts'
import { Refusal } from './platform/refusal.ts'
import type { Hint, PageData, PortalFront } from './portal-front.ts'
import { renderPortalPage, sendPage, type Page } from './render-portal-page.ts'

/**
 * Age up to which a rendered page is reused for other visitors: it has no personal data. An older one is still sent at
 * once, and rendered again meanwhile.
 */
const freshMs = 5_000
const keepPages = 300

/** Serves the portal: its files, and every other address as a server-rendered page. */
export async function servePortalPages(
  { fastify }: Listener,
  front: PortalFront,
  {
    platform,
    portal,
    catalog,
    offersOf,
    liabilitiesOf,
    pageOf,
    countryOf,
  }: {
    platform: Platform
    portal: Portal
    catalog: Catalog
    /** Public offers of a market. */
    offersOf: (market: Market) => Promise<BonusTerms[]>
    /** Newest roots of the liability proofs. */
    liabilitiesOf: () => Promise<LiabilityDay[]>
    /** Page written by the operator. */
    pageOf: Content['page']
    countryOf: CountryOf
  },
) {
  const sendFile = await openBuiltFiles(fastify, front.folder)
  const { clock, config } = platform
  const kept = new Map<string, { renderedMs: number; page: Promise<Page> }>()

  fastify.get('/*', async (request, reply) => {
    if (sendFile(request.url, reply)) return reply
    // A missing file must not be answered with a page: a script of an older build would be read as HTML.
    const path = pathOf(request.url)
    if (path.startsWith('/api/') || /\.\w{1,12}$/.test(path)) return reply.callNotFound()
    const country = countryOf(request)
    const state = await stateOf(portal, { country, path: request.url, access: 'public' })
    if (state === 'restricted' && path !== '/restricted') return reply.redirect('/restricted', 302)
    const hint = await hintOf(request, front)
    const portalState = state === 'restricted' ? { state: 'active' as const } : state
    if (portalState.state === 'maintenance')
      void reply.header('retry-after', String(maintenanceWaitS(portal.settings().portal, clock.now())))
    const market = marketOfCountry(country)
    const key = `${request.url}|${market ?? ''}|${hint.liked}|${hint.signedIn}|${hint.theme}|${hint.language}|${hint.saver}|${JSON.stringify([portalState, portal.publicSettings()])}`
    const nowMs = clock.now().getTime()
    const found = kept.get(key)
    if (found && found.renderedMs + freshMs > nowMs) return sendPage(request, reply, await found.page)
    const page = renderPortalPage(
      { front, portal, catalog, config, offersOf, liabilitiesOf, pageOf },
      { url: request.url, hint, portalState, market },
    )
    if (kept.size >= keepPages) kept.clear()
    kept.set(key, { renderedMs: nowMs, page: found ? page.catch(() => found.page) : page })
    page.catch(() => found ?? kept.delete(key))
    return sendPage(request, reply, await (found ?? { page }).page)
  })

  // A form submitted before the page's script has loaded returns to the form.
  fastify.post('/*', {
    onRequest: async (request, reply) =>
      request.url.startsWith('/api/') ? reply.callNotFound() : reply.redirect(ownPath(request.url), 303),
    handler: (_request, reply) => reply.callNotFound(),
  })
}

/** Visitor's properties used to render a page. */
async function hintOf(request: FastifyRequest, front: PortalFront): Promise<Hint> {
  const { languageOf } = await front.loadPages()
  return {
    signedIn: readCookie(request, 'dhow_hint') === 'in',
    theme: readCookie(request, 'dhow_theme') === 'light' ? 'light' : 'dark',
    saver: savesData(readCookie(request, 'dhow_saver'), request.headers['save-data']),
    liked: readCookie(request, 'dhow_liked') === 'yes',
    language: languageOf(readCookie(request, 'dhow_language'), request.headers['accept-language']),
  }
}

/** State of the portal for this visitor: open, closed with a notice, or not served in their country. */
async function stateOf(
  portal: Portal,
  visit: Parameters<Portal['gate']>[0],
): Promise<PageData['portal'] | 'restricted'> {
  try {
    await portal.gate(visit)
    return { state: 'active' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'country_restricted') return 'restricted'
    const { message, until } = portal.settings().portal
    if (error.code === 'maintenance') return { state: 'maintenance', message: message ?? '', until: until ?? null }
    return { state: 'forbidden', message: message ?? '' }
  }
}

/** The player's own setting; if never changed, the browser's Save-Data header. */
const savesData = (chosen: string | undefined, asked: string | string[] | undefined): boolean =>
  chosen === undefined ? asked === 'on' : chosen === 'on'
