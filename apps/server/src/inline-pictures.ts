import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawTile } from './features/catalog/index.ts'

/** Maximum bytes of an inlined drawing; a larger one would delay the text after it. */
const mostBytes = 4_096
const maxKept = 1_000

const builtTile = /^\/tiles\/([\w-]+\.svg)$/
const drawnTile = /^\/tiles\/drawn\/([0-9a-f]{12})\.svg$/

export type InlinePictures = ReturnType<typeof openInlinePictures>

/**
 * The portal's own drawings as `data:` addresses, for the first screen of a page: a phone far away asks for each picture once the page is there, and waits
 * longer for them than for all else.
 * @param folder the built portal's public files
 */
export function openInlinePictures(folder: string) {
  const known = new Map<string, Promise<string | undefined>>()

  async function read(address: string): Promise<string | undefined> {
    const seed = drawnTile.exec(address)?.[1]
    if (seed !== undefined) return drawTile(seed)
    const file = builtTile.exec(address)?.[1]
    // A game may name a picture that is not there; the browser shows it so.
    return file === undefined ? undefined : readFile(join(folder, 'tiles', file), 'utf8').catch(() => undefined)
  }

  function picture(address: string): Promise<string | undefined> {
    const before = known.get(address)
    if (before) return before
    if (known.size >= maxKept) known.clear()
    const made = read(address).then((text) =>
      text !== undefined && text.length <= mostBytes ? dataOf(text) : undefined,
    )
    known.set(address, made)
    return made
  }

  /** Those of the addresses that are small drawings of the portal's own, by their addresses. */
  return async function inlined(addresses: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const address of new Set(addresses)) {
      const data = await picture(address)
      if (data !== undefined) found.set(address, data)
    }
    return found
  }
}

/** A drawing as a `data:` address. Only characters that would end it or begin an escape are encoded, so that it compresses with the page. */
const dataOf = (svg: string): string =>
  `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#\r\n]/g, encodeURIComponent)}`
