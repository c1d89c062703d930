import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { iconPaths } from '@dhow/ui/icon-paths'
import '@dhow/ui/tokens.css'
import { App, maintenance, newQueryClient } from './app/app.tsx'
import { loadScreen, rowOf, screenAt } from './app/table.ts'
import { lightPageOf, noScript } from './shared/light-pages.ts'
import { firstScreenId, HeadContext } from './shared/page.tsx'
import { PicturesContext } from './shared/pictures.ts'
import type { PageData } from './shared/portal.tsx'
import { StaticRouter } from './shared/router.tsx'
import type { Language } from './shared/words/words.tsx'

/** SVG sprite that the page's icons refer to. */
const iconSheet = `<svg hidden>${Object.entries(iconPaths)
  .map(([name, path]) => `<path id="icon-${name}" d="${path}"/>`)
  .join('')}</svg>`

export { languageOf } from './shared/words/words.tsx'

/** File and words of the screen at a path; undefined for one in the main script. */
export const sourceAt = async (path: string) => (await screenAt(path)).source

export interface RenderRequest {
  /** Path and query. */
  url: string
  data: Omit<PageData, 'language' | 'saver' | 'liked'>
  hint: { signedIn: boolean; theme: 'dark' | 'light'; language: Language; saver: boolean; liked: boolean }
  assets: {
    /** Addresses of the program's files, entry first. */
    scripts: string[]
    /** Address of the largest of them, which the page fetches ahead: the line is free while the phone parses and paints. */
    core: string
    /** The critical CSS, inlined into the page. */
    style: string
    /** Small drawings of the first screen by their addresses, for inlining. */
    pictures: ReadonlyMap<string, string>
  }
}

/** Renders a whole HTML document without inline scripts; the CSP allows its one style element by hash. */
export async function render({
  url,
  data: known,
  hint,
  assets,
}: RenderRequest): Promise<{ status: number; html: string }> {
  const [path = url] = url.split('?', 1)
  const data: PageData = { ...known, language: hint.language, saver: hint.saver, liked: hint.liked }
  await loadScreen(path, hint.language)
  if (data.portal.state === 'maintenance') await maintenance.load(hint.language)
  const head = { title: '' }
  const body = renderToString(
    <StrictMode>
      <StaticRouter location={url}>
        <HeadContext value={head}>
          <PicturesContext value={assets.pictures}>
            <App data={data} hinted={hint.signedIn} client={newQueryClient(hint.saver)} />
          </PicturesContext>
        </HeadContext>
      </StaticRouter>
    </StrictMode>,
  )
  const json = JSON.stringify(data).replace(/</g, '\\u003c')
  const { state } = data.portal
  const status = state === 'forbidden' ? 403 : state === 'maintenance' ? 503 : rowOf(path) ? 200 : 404
  const html = `<!doctype html>
<html lang="${hint.language}" data-theme="${hint.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escape(head.title || data.settings.portal_name)}</title>
<meta name="description" content="Provably fair games, a ledger that adds up, and payouts you can follow step by step.">
<meta name="theme-color" content="${hint.theme === 'light' ? '#f6f0e5' : '#0e1a29'}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/touch.png">
<link rel="manifest" href="/manifest.webmanifest">
${atOnce(body)}<style>${assets.style}</style>
<noscript><link rel="stylesheet" href="/noscript.css"></noscript>
</head>
<body>
<noscript><p class="no-script">${noScript[hint.language].text} <a href="${lightPageOf(path)}">${noScript[hint.language].link}</a></p></noscript>
${iconSheet}
<div id="root" data-hinted="${hint.signedIn ? 'in' : 'out'}">${body}</div>
<script type="application/json" id="dhow-data">${json}</script>
<script src="/boot.js" data-main="${assets.scripts.join(' ')}" defer></script>
${waitsForPictures(body) ? '' : `<link rel="modulepreload" href="${assets.core}" fetchpriority="low">\n`}</body>
</html>
`
  return { status, html }
}

/**
 * True if a picture of the first screen is fetched by itself: the program's files would slow it down. Drawings inside the page and lazy pictures
 * do not count.
 */
const waitsForPictures = (body: string): boolean =>
  (body.match(/<img\b[^>]*>/g) ?? []).some((tag) => !/ loading="lazy"| src="data:/.test(tag))

/** A page with its first screen marked is painted once that is parsed: each frame of less delayed it. */
const atOnce = (body: string): string =>
  body.includes(` id="${firstScreenId}"`) ? `<link rel="expect" href="#${firstScreenId}" blocking="render">\n` : ''

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
