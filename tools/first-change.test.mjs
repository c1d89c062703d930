import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { levels } from '../packages/lint/boundaries.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = (name) => readFileSync(at(`docs/${name}.md`), 'utf8')

/** Rows of a walkthrough: a file and names in it. */
const placesOf = (name) =>
  [...page(name).matchAll(/^ *- `([^`]+)`: (.+)$/gm)].map(([, path, names]) => [
    path,
    [...names.matchAll(/`([^`]+)`/g)].map(([, found]) => found),
  ])

function expectNames(path, names) {
  expect(existsSync(at(path))).toBe(true)
  const text = readFileSync(at(path), 'utf8')
  for (const name of names) expect(text).toContain(name)
}

describe('the walkthrough of a first change', () => {
  const places = placesOf('first-change')

  it('covers every layer', () => {
    for (const layer of ['packages/contract', 'apps/server/database', 'apps/server/src', 'apps/player', 'apps/console'])
      expect(places.some(([path]) => path.startsWith(layer))).toBe(true)
  })

  it.each(places)('%s contains the names on the page', expectNames)
})

describe('the walkthrough of a payment family', () => {
  const walk = page('add-a-payment-family')

  it.each(placesOf('add-a-payment-family'))('%s has what the page names', expectNames)

  it('shows the row that a test runs', () => {
    const [, shown] = /```ts\n(.+?)```/s.exec(walk)
    expect(readFileSync(at('apps/server/test/rows/dune-wallet.ts'), 'utf8')).toContain(shown)
  })

  it('explains exactly the fields of a row', () => {
    const contract = readFileSync(at('packages/contract/src/deposit-families.ts'), 'utf8')
    const [, body] = /^export interface DepositFamilyRow \{\n(.+?)^\}/ms.exec(contract)
    const fields = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field)
    const table = walk.slice(walk.indexOf('| Field |'))
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(fields)
  })

  it('names existing commands', () => {
    const { scripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
    for (const [, script] of walk.matchAll(/`npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script)
    for (const [, path] of walk.matchAll(/vitest run --project \w+ (\S+?)`/g)) expect(existsSync(at(path))).toBe(true)
  })
})

describe('the levels of the server', () => {
  it('match the picture in the architecture page', () => {
    const drawn = levels.map((names, index) => `  L${index}["${names.join(' · ')}"]`)
    const arrows = levels.slice(1).map((_names, index) => `  L${index + 1} --> L${index}`)
    expect(page('architecture')).toContain([...drawn, ...arrows].join('\n'))
  })

  it('are documented as they are checked', () => {
    expect(page('start').replaceAll('\n', ' ')).toContain(levels.map((names) => names.join(' ')).join(' < '))
  })
})
