import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Planted violations: the rule that finds it, where, and the line. */
const planted = [
  ['dhow/environment', 'apps/server/src/features/wallet/a.ts', `export const key = process.env['SECRET_KEY']`],
  ['dhow/environment', 'apps/studio/src/main.ts', `readEverything(process.env)`],
  ['dhow/environment', 'apps/server/src/main.ts', `readConfig(process.env.PORT)`],
  ['dhow/environment', 'packages/fairness/src/a.ts', `export const { env } = process.env`],
  ['dhow/clock', 'apps/server/src/features/deposits/a.ts', `export const now = Date.now()`],
  ['dhow/clock', 'apps/server/src/features/deposits/b.ts', `export const now = new Date( )`],
  ['dhow/clock', 'apps/server/src/platform/live.ts', `setInterval(beat, 1000)`],
  ['dhow/clock', 'apps/studio/src/crash/a.ts', `setTimeout(next, 50)`],
  ['dhow/clock', 'apps/studio/src/crash/b.ts', `import { setTimeout as wait } from 'node:timers/promises'`],
  ['dhow/clock', 'apps/studio/src/crash/c.ts', `export const read = performance.now`],
  ['dhow/chance', 'apps/server/src/features/rewards/a.ts', `export const id = crypto.randomUUID()`],
  ['dhow/chance', 'apps/server/src/features/rewards/b.ts', `import { randomBytes } from 'node:crypto'`],
  ['dhow/chance', 'apps/studio/src/crash/d.ts', `export const point = Math.random()`],
  ['no-restricted-properties', 'apps/player/src/shared/a.ts', `export const key = Math.random().toString(36)`],
  ['no-restricted-properties', 'packages/fairness/src/b.ts', `export const point = Math.random()`],
  ['dhow/exact-money', 'packages/contract/src/money.ts', `export const read = (text) => parseFloat(text)`],
  ['dhow/exact-money', 'apps/server/src/features/wallet/b.ts', `export const half = Math.floor(amount / 2)`],
  ['dhow/exact-money', 'apps/server/src/features/deposits/c.ts', `export const paid = Number(row.amountMinor) / 100`],
  ['dhow/exact-money', 'apps/server/src/features/withdrawals/a.ts', `if (Number(body.amount) > 5) pay()`],
  ['dhow/exact-money', 'apps/server/src/features/withdrawals/b.ts', `export const shown = paid.toFixed(2)`],
  ['no-console', 'apps/server/src/features/staff/a.ts', `console.log(password)`],
  ['no-console', 'apps/sandbox/src/sms.ts', `console.error(error)`],
  ['no-console', 'apps/player/src/features/catalog/a.tsx', `console.log(games)`],
  ['no-debugger', 'apps/player/src/features/catalog/b.tsx', `debugger`],
  ['no-empty', 'apps/studio/client/src/a.ts', `try { play() } catch {}`],
  ['no-empty', 'apps/server/src/platform/a.ts', `try { go() } catch (_error) {\n}`],
  ['dhow/empty-catch', 'tools/a.mjs', `await send().catch(() => {})`],
  ['dhow/every-test-runs', 'apps/server/src/a.test.ts', `it.skip('adds up', () => {})`],
  ['dhow/every-test-runs', 'e2e/path.spec.ts', `test.describe.only('the path', () => {})`],
  ['dhow/every-test-runs', 'packages/ui/src/a.test.tsx', `it.todo('looks right')`],
  ['dhow/test-sleep', 'apps/server/test/races/a.test.ts', `await new Promise((done) => setTimeout(done, 500))`],
  ['dhow/test-sleep', 'e2e/wait.spec.ts', `await page.waitForTimeout(2000)`],
  ['react/no-danger', 'apps/player/src/a.tsx', `export const a = <p dangerouslySetInnerHTML={{ __html: text }} />`],
  ['no-restricted-properties', 'apps/studio/client/src/b.ts', `box.innerHTML = name`],
  ['react/forbid-dom-props', 'apps/player/src/features/catalog/c.tsx', `export const a = <b style={{ width: 40 }} />`],
  ['react/forbid-component-props', 'apps/player/src/features/catalog/d.tsx', `export const a = <Box style={{}} />`],
  ['no-restricted-imports', 'apps/player/src/features/catalog/e.tsx', `import { Link, useParams } from 'react-router'`],
  ['no-warning-comments', 'apps/server/src/a.ts', `// FIXME later\nexport {}`],
  ['dhow/comment-opening', 'apps/server/src/b.ts', `/** What a bet costs. */\nexport const cost = 1`],
  ['dhow/comment-opening', 'apps/server/src/c.ts', `/**\n * Whoever asks is answered.\n */\nexport const cost = 1`],
  ['dhow/comment-opening', 'apps/server/src/d.ts', `const a = 1\n// Where it leads.\nexport const b = a`],
  ['dhow/comment-opening', 'apps/server/src/e.ts', `export const a = 1 // Which of them.`],
  ['dhow/comment-opening', 'apps/server/src/f.ts', `// The loop breathes here.\nexport {}`],
  ['dhow/comment-opening', 'apps/player/src/b.tsx', `export const a = <p>{/* What is shown. */}</p>`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/d.ts', `import {\n  post,\n} from '../wallet/post.ts'`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/e.ts', `export const a = () => import('../wallet/post.ts')`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/f.ts', `export * from '../wallet/read.ts'`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/g.ts', `export { a } from '../wallet/read.ts'`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/h.ts', `export type A = import('../wallet/read.ts').A`],
  ['dhow/boundaries', 'apps/server/src/features/deposits/i.ts', `new URL('../wallet/read.ts', import.meta.url)`],
  ['import/no-cycle', 'packages/ui/src/b.ts', `export { c, type D } from './c.ts'`],
]

/** Valid code that looks like a violation. */
const sound = {
  'apps/server/src/features/wallet/c.ts': `// Date.now() would not do here\n/* nor\n Math.random() */ export const at = new Date(clock.now())`,
  'packages/platform/src/clock.ts': `setTimeout(run, 5)`,
  'apps/studio/src/chains-main.ts': `readConfig(process.env)`,
  'apps/server/src/b.test.ts': `it.skipIf(engine === 'pglite')('races', () => expect(Date.now()).toBe(1))`,
  'apps/studio/client/src/c.ts': `try {\n  go()\n} catch {\n  // The browser keeps no storage here; the choice lasts as long as the page.\n}`,
  'apps/player/src/c.tsx': `export const text = 'a line // no comment'\nexport const shown = <p className={css.style} />`,
  'bench/a.mjs': `console.log(process.env.PORT, Date.now())`,
  'apps/server/src/g.ts': `// The rest of the sentence is on the next line:\n// What follows belongs to it.\nexport const text = '// What a string says'`,
  'packages/ui/src/c.ts': `import {\n  type A,\n  a,\n} from './d.ts'\nexport const c: A = a\nexport type D = 1`,
  'packages/ui/src/d.ts': `import { b } from './b.ts'\nexport const a = 1 + Number(b)\nexport type A = number`,
  'packages/ui/src/e.ts': `import type { F } from './f.ts'\nexport type E = F`,
  'packages/ui/src/f.ts': `import type { E } from './e.ts'\nexport type F = E | 1`,
}

let folder
let found
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dhow-lint-'))
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [, path, code] of planted) write(path, `${code}\n`)
  for (const [path, code] of Object.entries(sound)) write(path, `${code}\n`)
  const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
    .replace('./packages/lint/plugin.mjs', join(root, 'packages/lint/plugin.mjs'))
    .replace('"typeAware": true', '"typeAware": false')
  write('.oxlintrc.json', config)
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['--format=json'], { cwd: folder, encoding: 'utf8' })
  found = JSON.parse(stdout).diagnostics.map(({ filename, code }) => `${filename}: ${code}`)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Rule code in the linter's output: `dhow(clock)`, `eslint(no-empty)`. */
const codeOf = (rule) => (rule.includes('/') ? rule.replace('/', '(') : `eslint(${rule}`) + ')'

describe('the rules of this repository', () => {
  it.each(planted)('%s is violated by %s: %s', (rule, path) => {
    expect(found).toContainEqual(expect.stringContaining(`${path}: ${codeOf(rule)}`))
  })

  it.each(Object.keys(sound).filter((path) => !path.startsWith('packages/ui/')))('leave %s alone', (path) => {
    expect(found.filter((one) => one.startsWith(path) && /dhow\(|no-empty|no-console|no-restricted/.test(one))).toEqual(
      [],
    )
  })

  it('allow circles of types', () => {
    expect(found.filter((one) => /ui\/src\/[ef]\.ts.*no-cycle/.test(one))).toEqual([])
  })

  it('have each been planted', () => {
    const ours = [...new Set(planted.map(([rule]) => rule).filter((rule) => rule.startsWith('dhow/')))].sort()
    const config = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
    const on = [...new Set([...config.matchAll(/"(dhow\/[\w-]+)": "error"/g)].map(([, rule]) => rule))].sort()
    expect(ours).toEqual(on)
  })
})
