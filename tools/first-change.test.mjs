import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { levels } from '../packages/lint/boundaries.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = (name) => readFileSync(at(`docs/${name}.md`), 'utf8')

/** Lines of a walk: a file, and the names that it has. */
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

describe('the walk of a first change', () => {
  const places = placesOf('first-change')

  it('goes through every layer', () => {
    for (const layer of ['packages/contract', 'apps/server/database', 'apps/server/src', 'apps/player', 'apps/console'])
      expect(places.some(([path]) => path.startsWith(layer))).toBe(true)
  })

  it.each(places)('%s has what the page names', expectNames)
})

describe('the walk of a payment family', () => {
  const walk = page('add-a-payment-family')

  it.each(placesOf('add-a-payment-family'))('%s has what the page names', expectNames)

  it('shows the row with which a test goes the whole way', () => {
    const [, shown] = /```ts\n(.+?)```/s.exec(walk)
    expect(readFileSync(at('apps/server/test/rows/dune-wallet.ts'), 'utf8')).toContain(shown)
  })

  it('explains each field of a row, and no other', () => {
    const contract = readFileSync(at('packages/contract/src/deposit-families.ts'), 'utf8')
    const [, body] = /^export interface DepositFamilyRow \{\n(.+?)^\}/ms.exec(contract)
    const fields = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, field]) => field)
    const table = walk.slice(walk.indexOf('| Field |'))
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(fields)
  })

  it('names the commands that there are', () => {
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

  it('are written as they are checked', () => {
    expect(page('start').replaceAll('\n', ' ')).toContain(levels.map((names) => names.join(' ')).join(' < '))
  })
})
