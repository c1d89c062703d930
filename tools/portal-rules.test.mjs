// Every rule of the portal names the test that provokes it: the test has to be there, and the sentence in it and in the English words.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const textOf = (path) => readFileSync(at(path), 'utf8')
const rows = [...textOf('docs/concepts/portal-rules.md').matchAll(/^\| (.+?) +\| `([^`]+)` (.+?) +\|$/gm)].map(
  ([, rule, file, title]) => ({ rule, file, title }),
)
const words = readdirSync(at('apps/player/src/shared/words/en'))
  .map((file) => textOf(`apps/player/src/shared/words/en/${file}`))
  .join('\n')
const server = textOf('packages/contract/src/refusals.ts') + textOf('packages/contract/src/portal.ts')
const sentences = rows.slice(rows.findIndex(({ rule }) => rule.startsWith('Gift link invalid')))

describe('each rule of the portal', () => {
  it('is in the list', () => expect(rows.length).toBeGreaterThan(70))

  it.each(rows)('$rule', ({ file, title }) => {
    const titles = [...textOf(file).matchAll(/\b(?:test|it|step|each\([\s\S]*?\]\))\(\s*(['`])(.+?)\1/g)].map(
      ([, , text]) => text,
    )
    expect(titles).toContain(title)
  })

  it.each(sentences)('“$rule” is said so, and looked for', ({ rule, file }) => {
    const said = rule.replace(/ ?\{.*/, '')
    expect((words + server).includes(said)).toBe(true)
    expect(textOf(file).replace(/\\\./g, '.')).toContain(said)
  })
})
