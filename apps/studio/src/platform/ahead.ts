import type { StaticFile } from './http.ts'

/**
 * A page that fetches the files of a game's page and runs none of them. The portal loads it out of sight when a finger comes near the game's
 * tile, in the very frame and site that the game will have, so that the browser finds them again.
 */
export function aheadPage(files: Map<string, StaticFile>, page: string, game: string): StaticFile | undefined {
  const html = files.get(page)?.body.toString('utf8')
  if (html === undefined) return undefined
  const linked = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  // What the page fetches later of its own accord: the game's own part.
  const own = [...files.keys()].filter((path) => path.startsWith(`/assets/${game}-`) && path.endsWith('.js'))
  const links = [...new Set([...linked, ...own])].map((path) =>
    path.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${path}">`
      : `<link rel="preload" as="script" crossorigin href="${path}">`,
  )
  const body = Buffer.from(`<!doctype html><html lang="en"><title>${game}</title>${links.join('')}</html>`)
  return { body, brotli: null, type: 'text/html; charset=utf-8', isHashed: false }
}
