import type { StaticFile } from './files.ts'

/**
 * A page that fetches the files of a game's page and runs none of them. The portal loads it out of sight when a finger comes near the game's
 * tile, in the very frame and site that the game will have, so that the browser finds them again.
 */
export function aheadPage(files: Map<string, StaticFile>, page: string, game: string): StaticFile | undefined {
  const html = textOf(files, page)
  if (html === undefined) return undefined
  const linked = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? [])
  // Files that the page loads later by itself: the game's own part.
  const own = [...files.keys()].filter((path) => path.startsWith(`/assets/${game}-`) && path.endsWith('.js'))
  const links = withImports(files, [...linked, ...own]).map((path) =>
    path.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${path}">`
      : `<link rel="prefetch" as="script" crossorigin href="${path}">`,
  )
  const body = Buffer.from(`<!doctype html><html lang="en"><title>${game}</title>${links.join('')}</html>`)
  return { body, brotli: null, type: 'text/html; charset=utf-8', isHashed: false }
}

/** The files and all that these import at once, each named once. */
function withImports(files: Map<string, StaticFile>, paths: string[]): string[] {
  const known = new Set(paths)
  // A set is walked in the order of its growth, so what is added here has its turn too.
  for (const path of known)
    if (path.endsWith('.js'))
      for (const [, name] of textOf(files, path)?.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g) ?? [])
        known.add(`/assets/${name}`)
  return [...known]
}

const textOf = (files: Map<string, StaticFile>, path: string) => files.get(path)?.body.toString('utf8')
