import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { levels } from '../packages/lint/boundaries.mjs'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = (name) => readFileSync(at(`docs/${name}.md`), 'utf8')

describe('the walk of a first change', () => {
  const rows = [...page('first-change').matchAll(/^ +- `([^`]+)`: (.+)$/gm)].map(([, path, names]) => [
    path,
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  ])

  it('goes through every layer', () => {
    for (const layer of ['packages/contract', 'apps/server/database', 'apps/server/src', 'apps/player', 'apps/console'])
      expect(rows.some(([path]) => path.startsWith(layer))).toBe(true)
  })

  it.each(rows)('%s has what the page names', (path, names) => {
    expect(existsSync(at(path))).toBe(true)
    const text = readFileSync(at(path), 'utf8')
    for (const name of names) expect(text).toContain(name)
  })
})

describe('the levels of the server', () => {
  it('are drawn as they are checked', () => {
    const drawn = levels.map((names, place) => `  L${place}["${names.join(' · ')}"]`)
    const arrows = levels.slice(1).map((_names, place) => `  L${place + 1} --> L${place}`)
    expect(page('architecture')).toContain([...drawn, ...arrows].join('\n'))
  })

  it('are written as they are checked', () => {
    expect(page('start').replaceAll('\n', ' ')).toContain(levels.map((names) => names.join(' ')).join(' < '))
  })
})
