import { expect, test } from 'vitest'
import { prefetchPage } from './prefetch-page.ts'
import type { StaticFile } from './files.ts'

const file = (text: string): StaticFile => ({
  body: Buffer.from(text),
  brotli: null,
  type: 'text/html',
  isHashed: false,
})
const files = new Map([
  [
    '/instant-play.html',
    file(`<link rel="icon" href="/tiles/dhow.svg"><script type="module" crossorigin src="/assets/instant-play-A1.js"></script>
      <link rel="modulepreload" crossorigin href="/assets/dom-B2.js"><link rel="stylesheet" crossorigin href="/assets/instant-play-C3.css">`),
  ],
  [
    '/assets/dice-D4.js',
    file('import{a}from"./draw-F6.js";import"./controls-G7.js";const later=()=>import("./rules-H8.js")'),
  ],
  ['/assets/draw-F6.js', file('import{b}from"./dom-B2.js";import{c}from"./money-I9.js"')],
  ['/assets/keno-E5.js', file('')],
])

test('names every file of the game’s page, runs none, and leaves out other games', () => {
  const html = prefetchPage(files, '/instant-play.html', 'dice')!.body.toString()
  for (const path of ['instant-play-A1.js', 'dom-B2.js', 'dice-D4.js', 'draw-F6.js', 'controls-G7.js', 'money-I9.js'])
    expect(html).toContain(`<link rel="prefetch" as="script" crossorigin href="/assets/${path}">`)
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/instant-play-C3.css">')
  expect(html).not.toMatch(/<script|keno|tiles|rules/)
  expect(prefetchPage(files, '', 'dice')).toBeUndefined()
})
