// Every phase of a round, and what interrupts it there, names the test that does: the test has to be there, and every game of the studio listed.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const textOf = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')
const page = textOf('docs/concepts/interruptions.md')
const rows = [...page.matchAll(/^\| (.+?) +\| `([^`]+)` (.+?) +\|$/gm)].map(([, phase, file, title]) => ({
  phase,
  file,
  title,
}))
const families = [...page.matchAll(/^## .+?: (.+)$/gm)].map(([, games]) => games.split(', '))

describe('each interruption of a round', () => {
  it('is in the list', () => expect(rows.length).toBeGreaterThan(30))

  it.each(rows)('$phase: $title', ({ file, title }) => {
    const text = textOf(file)
    expect([`'${title}',`, `\`${title}\`,`].some((quoted) => text.includes(quoted))).toBe(true)
  })

  it('is shown for every game that the studio has', () => {
    const studio = ['apps/studio/src/instant/games.ts', 'apps/studio/src/tables/games.ts']
      .map(textOf)
      .flatMap((text) => [...text.matchAll(/from '\.\/games\/([\w-]+)\.ts'/g)])
      .map(([, name]) => name.replaceAll('-', ''))
    expect(studio.length).toBe(13)
    const rowsOf = textOf('apps/studio/src/phases.test.ts')
    for (const game of ['dhow', ...studio]) {
      expect([game, families.flat().includes(game)]).toEqual([game, true])
      expect([game, rowsOf.includes(`'${game}'`)]).toEqual([game, true])
    }
  })
})
