import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'

/** Most casts, which bypass the compiler. Lower this number when one is removed; use a parser or type guard instead of adding one. */
const bar = 79

const root = fileURLToPath(new URL('../..', import.meta.url))
const isTest = (path) => /\.(test|test-support)\.tsx?$|(^|\/)(test|testing|tests)\//.test(path)
const sources = execFileSync('git', ['ls-files', '--', 'apps', 'packages', 'tools', 'bench'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.m?tsx?$/.test(path) && !path.endsWith('.d.ts') && !isTest(path))

/** Fast pre-check: true for every text with a cast, and for some without. */
const mayContainCast = (path, text) =>
  /\bas\s+(?!const\b)|[\w$)\]}>'"`]!/.test(text) || (!path.endsWith('x') && /[=(,?:&|]\s*<|\breturn\s+</.test(text))

/** Lines of `as` and `!`; `as const` and `satisfies` are not casts. */
function castsOf(path, text) {
  // Skip parsing for most files, since it takes seconds.
  if (!mayContainCast(path, text)) return []
  const lines = []
  const add = ({ end }) => lines.push(`${path}:${text.slice(0, end).split('\n').length}`)
  new Visitor({
    TSAsExpression: (node) => node.typeAnnotation.typeName?.name !== 'const' && add(node),
    TSTypeAssertion: add,
    TSNonNullExpression: add,
  }).visit(parseSync(path, text).program)
  return lines
}

it('finds a cast and an assertion, and no `as const`', () => {
  const planted =
    "const a = ['x'] as const\nconst b = a satisfies readonly string[]\nconst c = b as unknown\nconst d = c!"
  expect(castsOf('planted.ts', planted)).toEqual(['planted.ts:3', 'planted.ts:4'])
})

it.each(['const c = b as unknown', 'const d = c()!', 'const e = <number>c', 'const f = [`a`]![0]'])(
  'finds the only one of a file: %s',
  (text) => {
    expect(castsOf('planted.ts', text)).toEqual(['planted.ts:1'])
  },
)

it('has no more casts outside tests than before', () => {
  const casts = sources.flatMap((path) => castsOf(path, readFileSync(`${root}/${path}`, 'utf8')))
  expect(sources.length).toBeGreaterThan(700)
  expect(casts.length, `casts outside tests:\n${casts.join('\n')}`).toBeLessThanOrEqual(bar)
})
