import { describe, expect, it } from 'vitest'
import { readSources } from './sources.mjs'
import { bans, findUntidy } from './tidy.mjs'

const untidy = (files) => findUntidy(new Map(Object.entries(files)))

/** Planted violations: the ban's name, where, and the line. */
const planted = [
  [
    'the router’s own links',
    'apps/player/src/features/catalog/x.tsx',
    "import { Link, useParams } from 'react-router'",
  ],
  ['the environment', 'apps/server/src/features/wallet/a.ts', `const key = process.env['SECRET_KEY']`],
  ['the environment', 'apps/studio/src/main.ts', `const all = readEverything(process.env)`],
  ['the environment', 'apps/server/src/main.ts', `readConfig(process.env.PORT)`],
  ['the environment', 'packages/fairness/src/a.ts', `const { env } = process.env`],
  ['the system clock', 'apps/server/src/features/deposits/a.ts', `const now = Date.now()`],
  ['the system clock', 'apps/server/src/features/deposits/a.ts', `const now = new Date( )`],
  ['the system clock', 'apps/server/src/platform/live.ts', `setInterval(beat, 1000)`],
  ['the system clock', 'apps/studio/src/crash/a.ts', `setTimeout(next, 50)`],
  ['chance', 'apps/server/src/features/rewards/a.ts', `const id = crypto.randomUUID()`],
  ['chance', 'apps/studio/src/crash/a.ts', `const point = Math.random()`],
  ['guessable chance', 'apps/player/src/shared/a.ts', `const key = Math.random().toString(36)`],
  ['floating point near money', 'packages/contract/src/money.ts', `return parseFloat(text)`],
  ['floating point near money', 'apps/server/src/features/wallet/a.ts', `const half = Math.floor(amount / 2)`],
  ['an amount as a Number', 'apps/server/src/features/deposits/a.ts', `const paid = Number(row.amountMinor) / 100`],
  ['an amount as a Number', 'apps/server/src/features/withdrawals/a.ts', `if (Number(body.amount) > 5) pay()`],
  ['toFixed', 'apps/server/src/features/withdrawals/a.ts', `const shown = paid.toFixed(2)`],
  ['console', 'apps/server/src/features/staff/a.ts', `console.log(password)`],
  ['console', 'apps/sandbox/src/sms.ts', `console.error(error)`],
  ['a console left in a page', 'apps/player/src/features/catalog/a.tsx', `console.log(games)`],
  ['an empty catch', 'apps/studio/client/src/a.ts', `try { play() } catch {}`],
  ['an empty catch', 'apps/server/src/platform/a.ts', `try { go() } catch (error) {\n}`],
  ['an empty catch', 'tools/a.mjs', `await send().catch(() => {})`],
  ['a test that does not run, or runs alone', 'apps/server/src/a.test.ts', `it.skip('adds up', () => {})`],
  ['a test that does not run, or runs alone', 'e2e/path.spec.ts', `test.describe.only('the path', () => {})`],
  ['a test that does not run, or runs alone', 'packages/ui/src/a.test.tsx', `it.todo('looks right')`],
  ['a sleep in a test', 'apps/server/test/races/a.test.ts', `await new Promise((done) => setTimeout(done, 500))`],
  ['a sleep in a test', 'e2e/path.spec.ts', `await page.waitForTimeout(2000)`],
  ['raw HTML', 'apps/player/src/a.tsx', `<p dangerouslySetInnerHTML={{ __html: text }} />`],
  ['raw HTML', 'apps/studio/client/src/a.ts', `box.innerHTML = name`],
  ['an inline style', 'apps/player/src/features/catalog/a.tsx', `<img style={{ width: 40 }} />`],
  ['a path of one machine', 'docs/start.md', `Go to /home/somebody/dhow first.`],
  ['a path of one machine', 'bench/a.mjs', `const out = '/root/results.json'`],
  ['a mark of an unfinished merge', 'docs/start.md', `one\n<<<<<<< HEAD\ntwo`],
  ['a mark other than @NOTE and @TODO', 'apps/server/src/a.ts', `// FIXME later`],
]

describe('the bans', () => {
  it('hold in this repository', () => {
    expect(findUntidy(readSources())).toEqual([])
  })

  it.each(planted)('see %s in %s: %s', (name, path, line) => {
    const faults = untidy({ [path]: `const before = 1\n${line}\n` })
    expect(faults.map((fault) => fault.replace(/ \(.*/s, ''))).toContain(
      `${path}:${line.includes('<<<<') ? 3 : 2} ${name}`,
    )
    const { instead } = bans.find((ban) => ban.name === name)
    expect(faults.join('\n')).toContain(`use ${instead}`)
  })

  it('have each been planted', () => {
    expect([...new Set(planted.map(([name]) => name))].sort()).toEqual(bans.map(({ name }) => name).sort())
  })

  it('leave alone what is said, what is declared, and what a test needs', () => {
    expect(
      untidy({
        'apps/server/src/features/wallet/a.ts': `// Date.now() would not do here\n/* nor\n Math.random() */ const at = new Date(clock.now())`,
        'packages/platform/src/clock.ts': `setTimeout(run, 5)`,
        'apps/server/src/main.ts': `const config = readConfig(process.env)`,
        'apps/server/src/a.test.ts': `it.skipIf(engine === 'pglite')('races', () => { const now = Date.now() })`,
        'apps/studio/client/src/a.ts': `try {\n  go()\n} catch {\n  // The browser keeps no storage here; the choice lasts as long as the page.\n}`,
        'apps/player/src/a.tsx': `const text = 'a line // no comment'\nconst shown = <p className={css.style} />`,
        'bench/a.mjs': `console.log(process.env.PORT, Date.now())`,
      }),
    ).toEqual([])
  })

  it('see what a regular expression, a template or a quote before it hides from a naive reader', () => {
    const hidden = [
      `const quote = /['"\`]/.test(text)`,
      'const words = `it is ${name ? `"${name}"` : "nobody\'s"} // no comment`',
      `const share = total / parts // half / of it`,
      `const now = Date.now()`,
    ].join('\n')
    expect(untidy({ 'apps/server/src/a.ts': hidden })).toEqual([expect.stringContaining('apps/server/src/a.ts:4')])
  })

  it('see compiled leftovers, and two migrations of one number', () => {
    expect(untidy({ 'apps/server/test/parts.ts': '', 'apps/server/test/parts.js': '' })).toEqual([
      expect.stringContaining('apps/server/test/parts.js is compiled'),
    ])
    expect(
      untidy({ 'apps/server/database/migrations/0030_a.sql': '', 'apps/server/database/migrations/0030_b.sql': '' }),
    ).toEqual([expect.stringContaining('has the number of apps/server/database/migrations/0030_a.sql')])
  })
})
