// Screens of the portal import values only from contract modules without schemas: one schema adds zod, 7 kB compressed, to the script that every page
// loads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isCore } from '../apps/player/core-files.ts'
import { readSources } from '../packages/lint/sources.mjs'
import { root } from './run.mjs'

const contract = '@dhow/contract/'

/** Modules from which a text imports values; type imports are removed by the compiler. */
function valueImports(text) {
  const found = []
  for (const [, what, from] of text.matchAll(/^(?:import|export) (?!type\b)([^'";]*?) from '([^']+)'/gm)) {
    const names = /\{([^}]*)\}/
      .exec(what)?.[1]
      .split(',')
      .map((name) => name.trim()) ?? ['*']
    if (!what.includes('{') || names.some((name) => name !== '' && !name.startsWith('type '))) found.push(from)
  }
  return found
}

/** Import path from a contract module to zod, if any. */
function findImportPath(name, read, seen = new Set()) {
  if (name === 'zod' || name.startsWith('zod/')) return [name]
  if (!name.startsWith('./') || seen.has(name)) return undefined
  seen.add(name)
  for (const next of valueImports(read(name))) {
    const way = findImportPath(next, read, seen)
    if (way) return [name, ...way]
  }
  return undefined
}

const readModule = (name) => readFileSync(join(root, 'packages/contract/src', name), 'utf8')
const portal = [...readSources()].filter(
  ([path]) => /^(apps\/player|packages\/(client|ui))\/src\/.*\.tsx?$/.test(path) && !/test|\/server/.test(path),
)

it('no screen of the portal imports a value from a module with schemas', () => {
  expect(portal.length).toBeGreaterThan(200)
  const ways = portal.flatMap(([path, text]) =>
    valueImports(text)
      .filter((from) => from.startsWith(contract))
      .map((from) => findImportPath(`./${from.slice(contract.length)}.ts`, readModule))
      .filter(Boolean)
      .map((way) => [path, ...way].join(' > ')),
  )
  expect(ways).toEqual([])
})

it('finds an indirect import, and ignores types', () => {
  const texts = {
    './a.ts': "import { b } from './b.ts'",
    './b.ts': "import type { T } from './c.ts'\nimport * as z from 'zod/mini'",
  }
  expect(findImportPath('./a.ts', (name) => texts[name])).toEqual(['./a.ts', './b.ts', 'zod/mini'])
  expect(valueImports("import { type A, type B } from './c.ts'\nimport type { C } from './d.ts'")).toEqual([])
  expect(valueImports("import { type A, b } from './c.ts'")).toEqual(['./c.ts'])
})

it('no screen of the portal brings a router besides its own', () => {
  const brought = portal.filter(([, text]) => /from 'react-router/.test(text)).map(([path]) => path)
  expect(brought).toEqual([])
})

it('the script that every page loads brings neither the table of screens nor the calls of all of them', () => {
  const first = portal.filter(([path]) => isCore(join(root, path)) || /src\/(app\/app|entry-client)\.tsx$/.test(path))
  expect(first.length).toBeGreaterThan(40)
  const brought = first.flatMap(([path, text]) =>
    valueImports(text)
      .filter((from) => /\/(routes\.tsx|english\.ts)$|^@dhow\/contract\/calls$/.test(from))
      .map((from) => `${path}: ${from}`),
  )
  expect(brought).toEqual([])
})

it('code loaded on demand is not in the script that every page loads', () => {
  const onDemand = portal.flatMap(([path, text]) =>
    [...text.matchAll(/import\('(@dhow\/(\w+)\/([\w/-]+)|\.[^']+)'\)/g)].map(([, from, name, rest]) =>
      name === undefined ? join(root, path, '..', from) : join(root, 'packages', name, `src/${rest}.ts`),
    ),
  )
  expect(onDemand.length).toBeGreaterThan(40)
  expect(onDemand).toContain(join(root, 'packages/client/src/passkey.ts'))
  expect(onDemand.filter(isCore)).toEqual([])
})
