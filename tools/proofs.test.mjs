// Checks pages that name a test for each sentence: the test has to exist with that title.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { follows as depositFollows } from '../apps/server/src/features/deposits/rules.ts'
import { follows as serviceFollows } from '../apps/server/src/features/payments/rules.ts'
import { follows as withdrawalFollows } from '../apps/server/src/features/withdrawals/rules.ts'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const textOf = (path) => readFileSync(at(path), 'utf8')
const rowsOf = (page) =>
  [...textOf(page).matchAll(/^\| (.+?) +\| `([^`]+)` (.+?) +\|$/gm)].map(([, rule, file, title]) => ({
    rule,
    file,
    title,
  }))
const pages = [
  { page: 'docs/concepts/portal-rules.md', least: 70 },
  { page: 'docs/concepts/threats.md', least: 200 },
  { page: 'docs/concepts/states-of-money.md', least: 60 },
  { page: 'docs/concepts/interruptions.md', least: 30 },
]

describe.each(pages)('each rule of $page', ({ page, least }) => {
  it('is in the list', () => expect(rowsOf(page).length).toBeGreaterThan(least))

  it.each(rowsOf(page))('$rule', ({ file, title }) => {
    const titles = [
      ...textOf(file).matchAll(
        /\b(?:test|it|step|runIf\(.+\)|each\(\w+\)|each\([\s\S]*?\](?: as [^)]+)?\))\(\s*(['`])(.+?)\1/g,
      ),
    ].map(([, , text]) => text)
    expect(titles).toContain(title)
  })
})

const rules = rowsOf('docs/concepts/portal-rules.md')
const words = readdirSync(at('apps/player/src/shared/words/en'))
  .map((file) => textOf(`apps/player/src/shared/words/en/${file}`))
  .join('\n')
const server = ['forms', 'notices', 'refusals']
  .map((group) => textOf(`packages/contract/src/player-texts-${group}-en.ts`))
  .join('\n')
const sentences = rules.slice(rules.findIndex(({ rule }) => rule.startsWith('Gift link invalid')))

describe('each sentence of the portal', () => {
  it.each(sentences)('“$rule” is in the catalogue, and has a check', ({ rule, file }) => {
    const sentence = rule.replace(/ ?\{.*/, '')
    expect((words + server).includes(sentence)).toBe(true)
    expect(textOf(file).replace(/\\\./g, '.')).toContain(sentence)
  })
})

it('each step between two states of money that the code allows has its row, and no other', () => {
  const named = rowsOf('docs/concepts/states-of-money.md')
    .map(({ rule }) => rule)
    .filter((rule) => rule.includes(' → '))
  const machines = { deposit: depositFollows, service: serviceFollows, withdrawal: withdrawalFollows }
  const allowed = Object.entries(machines).flatMap(([machine, follows]) =>
    Object.entries(follows).flatMap(([from, all]) => all.map((to) => `${machine}: ${from} → ${to}`)),
  )
  expect(named.toSorted()).toEqual(allowed.toSorted())
})

it.each([
  ['deposits', depositFollows],
  ['withdrawals', withdrawalFollows],
])('the state diagram of %s has exactly the allowed transitions', (page, follows) => {
  const drawn = [...textOf(`docs/concepts/${page}.md`).matchAll(/^ +(\w+) --> (\w+):/gm)].map(
    ([, from, to]) => `${from} → ${to}`,
  )
  const allowed = Object.entries(follows).flatMap(([from, all]) => all.map((to) => `${from} → ${to}`))
  expect(drawn.toSorted()).toEqual(allowed.toSorted())
})

it('each interruption of a round is covered for every game of the studio', () => {
  const families = [...textOf('docs/concepts/interruptions.md').matchAll(/^## .+?: (.+)$/gm)]
  const named = families.flatMap(([, games]) => games.split(', '))
  const played = textOf('apps/studio/src/phases.test.ts')
  const games = ['apps/studio/src/instant/games.ts', 'apps/studio/src/tables/games.ts']
    .flatMap((path) => [...textOf(path).matchAll(/from '\.\/games\/([\w-]+)\.ts'/g)])
    .map(([, name]) => name.replaceAll('-', ''))
  expect(games.length).toBe(13)
  for (const game of ['dhow', ...games]) {
    expect([game, named.includes(game), played.includes(`'${game}'`)]).toEqual([game, true, true])
  }
})
