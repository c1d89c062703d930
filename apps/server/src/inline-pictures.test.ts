import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openInlinePictures } from './inline-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'dhow-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#13294a" d="M0 0"/><text>5%</text></svg>\n'
mkdirSync(join(folder, 'tiles'))
writeFileSync(join(folder, 'tiles/small.svg'), svg)
writeFileSync(join(folder, 'tiles/large.svg'), svg.replace('M0 0', 'M0 0'.repeat(2_000)))
writeFileSync(join(folder, 'secret.svg'), svg)
const inlined = openInlinePictures(folder)

it('a small drawing of the portal stands in its own address, read back as it was', async () => {
  const found = await inlined(['/tiles/small.svg', '/tiles/small.svg'])
  const address = found.get('/tiles/small.svg') ?? ''
  expect(found.size).toBe(1)
  expect(address).toMatch(/^data:image\/svg\+xml,<svg [^"#]*<\/svg>$/)
  const text = decodeURIComponent(address.slice('data:image/svg+xml,'.length))
  expect(text.replaceAll("'", '"')).toBe(svg.trim())
})

it('so does one that is drawn out of letters', async () => {
  const path = '/tiles/drawn/0123456789ab.svg'
  expect((await inlined([path])).get(path)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/)
})

it.each([
  ['a large one', '/tiles/large.svg'],
  ['one that is not there', '/tiles/none.svg'],
  ['another format', '/tiles/small.png'],
  ['a file elsewhere', '/tiles/../secret.svg'],
  ['another site', 'https://elsewhere.example/tiles/small.svg'],
  ['a seed that is none', '/tiles/drawn/ABC.svg'],
])('%s is left to be fetched', async (_name, address) => {
  expect([...(await inlined([address]))]).toEqual([])
})
