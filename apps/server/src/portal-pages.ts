import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Game } from '@dhow/contract/catalog'
import type { PortalSettings } from '@dhow/contract/portal'
import type { Catalog } from './features/catalog/index.ts'
import { maintenanceWaitS, type Portal } from './features/portal/index.ts'
import { readCookie } from './platform/http/cookies.ts'
import type { Listener } from './platform/http/listener.ts'
import { openBuiltFiles, ownPath, pathOf } from './platform/http/static-site.ts'
import type { Platform } from './platform/platform.ts'
import { Refusal } from './platform/refusal.ts'

/** Data of a server-rendered page; the portal's `PageData` is the same shape. */
interface PageData {
  settings: PortalSettings
  portal:
    | { state: 'active' }
    | { state: 'forbidden'; message: string }
    | { state: 'maintenance'; message: string; until: string | null }
  games?: Game[]
  list?: { category: string; games: Game[]; total: number; next_cursor: string | null }
  sandboxInbox: string | null
}

/** Visitor's properties known before any script runs. */
interface Hint {
  signedIn: boolean
  theme: 'dark' | 'light'
  language: string
  /** As little as possible is to be fetched. */
  saver: boolean
}

type Render = (request: {
  url: string
  data: PageData
  hint: Hint
  assets: { scripts: string[]; style: string }
}) => Promise<{ status: number; html: string }>

/** The portal's front end as it was built: what draws a page, and the names of its files. */
export interface PortalFront {
  folder: string
  /** Page renderer, loaded on first use: it takes a seventh of a start, and calls do not need it. */
  loadPages: () => Promise<{ render: Render; languageOf: (...asked: (string | undefined)[]) => string }>
  /** The program's files for a language, the one that starts it first. */
  scriptsFor: (language: string) => string[]
  style: string
  /** The CSP's name of the one style element. */
  styleHash: string
}

/**
 * A page drawn for one visitor serves the next ones: nothing in it is anybody's own. After this long the next visitor still
 * gets it at once, and a new one is drawn behind.
 */
const freshMs = 5_000
/** Lists of games whose first page is drawn into theirs, as the portal itself would ask for it. */
const drawnLists: Record<string, string | undefined> = {
  '/all-games': '',
  '/top-games': 'top',
  '/turbo-games': 'turbo',
  '/spribe-games': 'spribe',
  '/filtered-games?type=card': 'card',
  '/filtered-games?type=crash': 'crash',
}
const gamesOfList = 60
const keepPages = 300

/** Loads the built portal; undefined where there is none, as in tests of the API alone. */
export async function loadPortalFront(folder: string): Promise<PortalFront | undefined> {
  const manifestPath = join(folder, 'client/.vite/manifest.json')
  if (!existsSync(manifestPath)) return undefined
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Record<
    string,
    { file: string; css?: string[]; imports?: string[] }
  >
  const entry = manifest['src/entry-client.tsx']
  const styleFile = manifest['style.css']?.file ?? entry?.css?.[0]
  if (!entry || !styleFile) throw new Error('the built portal has no entry; build it again')
  const style = (await readFile(join(folder, 'client', styleFile), 'utf8')).trim()
  const loadPages = async () =>
    // Once it is loaded, this is the module that the program holds.
    (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Awaited<
      ReturnType<PortalFront['loadPages']>
    >
  return {
    folder: join(folder, 'client'),
    loadPages,
    scriptsFor: (language) =>
      [
        entry,
        ...(entry.imports ?? []).map((key) => manifest[key]),
        manifest[`src/shared/words/${language}/core.ts`],
        // Manifest of the files of other languages.
        language === 'en' ? undefined : manifest['src/shared/words/other-languages.ts'],
      ].flatMap((row) => (row ? [`/${row.file}`] : [])),
    style,
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  }
}

/** Serves the portal: its files, and every other address as a page drawn here with what the server knows. */
export async function servePortalPages(
  { fastify }: Listener,
  front: PortalFront,
  {
    platform,
    portal,
    catalog,
    countryOf,
  }: {
    platform: Platform
    portal: Portal
    catalog: Catalog
    countryOf: (request: FastifyRequest) => string | undefined
  },
) {
  const sendFile = await openBuiltFiles(fastify, front.folder)
  const { clock, config } = platform
  const kept = new Map<string, { drawnMs: number; page: Promise<Page> }>()

  async function draw(url: string, hint: Hint, portalState: PageData['portal']) {
    const games = url === '/' ? (await catalog.games({ limit: 18 })).games : undefined
    const category = drawnLists[url]
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

  fastify.get('/*', async (request, reply) => {
    if (sendFile(request.url, reply)) return reply
    // A file that is not there must not come back as a page: a script of an older build would be read as HTML.
    const path = pathOf(request.url)
    if (path.startsWith('/api/') || /\.\w{1,12}$/.test(path)) return reply.callNotFound()
    const state = await stateOf(request)
    if (state === 'restricted' && path !== '/restricted') return reply.redirect('/restricted', 302)
    const { languageOf } = await front.loadPages()
    const hint = {
      signedIn: readCookie(request, 'dhow_hint') === 'in',
      theme: readCookie(request, 'dhow_theme') === 'light' ? ('light' as const) : ('dark' as const),
      saver: saverOf(readCookie(request, 'dhow_saver'), request.headers['save-data']),
      language: languageOf(readCookie(request, 'dhow_language'), request.headers['accept-language']),
    }
    const portalState = state === 'restricted' ? { state: 'active' as const } : state
    if (portalState.state === 'maintenance')
      void reply.header('retry-after', String(maintenanceWaitS(portal.settings().portal, clock.now())))
    const key = `${request.url}|${hint.signedIn}|${hint.theme}|${hint.language}|${hint.saver}|${JSON.stringify([portalState, portal.publicSettings()])}`
    const nowMs = clock.now().getTime()
    const found = kept.get(key)
    if (found && found.drawnMs + freshMs > nowMs) return sendPage(request, reply, await found.page)
    const page = draw(request.url, hint, portalState)
    if (kept.size >= keepPages) kept.clear()
    kept.set(key, { drawnMs: nowMs, page: found ? page.catch(() => found.page) : page })
    page.catch(() => found ?? kept.delete(key))
    return sendPage(request, reply, await (found ?? { page }).page)
  })

  // A form that a browser sends by itself, before the page's program is there, brings its sender back to the form.
  fastify.post('/*', {
    onRequest: async (request, reply) =>
      request.url.startsWith('/api/') ? reply.callNotFound() : reply.redirect(ownPath(request.url), 303),
    handler: (_request, reply) => reply.callNotFound(),
  })

  async function stateOf(request: FastifyRequest): Promise<PageData['portal'] | 'restricted'> {
    try {
      await portal.gate({ country: countryOf(request), path: request.url, access: 'public' })
      return { state: 'active' }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.code === 'country_restricted') return 'restricted'
      const { message, until } = portal.settings().portal
      if (error.code === 'maintenance') return { state: 'maintenance', message: message ?? '', until: until ?? null }
      return { state: 'forbidden', message: message ?? '' }
    }
  }
}

/** The player's own switch, either way; where it was never touched, what the browser asks for. */
const saverOf = (chosen: string | undefined, asked: string | string[] | undefined): boolean =>
  chosen === undefined ? asked === 'on' : chosen === 'on'

interface Page {
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

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
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
