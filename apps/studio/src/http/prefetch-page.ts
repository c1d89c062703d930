import type { StaticFile } from './files.ts'

/**
 * A page that prefetches the files of a game's page and runs none of them. The portal loads it in a hidden frame when a player touches or hovers the
 * game's tile, on the game's own site, so that the browser's cache applies.
 */
export function prefetchPage(files: Map<string, StaticFile>, page: string, game: string): StaticFile | undefined {
  const html = textOf(files, page)
  if (html === undefined) return undefined
  const linked = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].flatMap(([, path]) => path ?? [])
  // The game's own chunk, which the page imports later.
  const own = [...files.keys()].filter((path) => path.startsWith(`/assets/${game}-`) && path.endsWith('.js'))
  const links = withImports(files, [...linked, ...own]).map((path) =>
    path.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="${path}">`
      : `<link rel="prefetch" as="script" crossorigin href="${path}">`,
  )
  const body = Buffer.from(`<!doctype html><html lang="en"><title>${game}</title>${links.join('')}</html>`)
  return { body, brotli: null, type: 'text/html; charset=utf-8', isHashed: false }
}

/** The files and their static imports, each once. */
function withImports(files: Map<string, StaticFile>, paths: string[]): string[] {
  const known = new Set(paths)
  // Iterating a set includes entries added meanwhile.
  for (const path of known)
    if (path.endsWith('.js'))
      for (const [, name] of textOf(files, path)?.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g) ?? [])
        known.add(`/assets/${name}`)
  return [...known]
}

const textOf = (files: Map<string, StaticFile>, path: string) => files.get(path)?.body.toString('utf8')
