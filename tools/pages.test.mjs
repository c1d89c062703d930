// Checks the docs: each link, path, command, setting and name in code exists, and lists are complete.
import { readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingGroups } from './settings.mjs'
import { readSources } from '../packages/lint/sources.mjs'

const sources = readSources()
const paths = [...sources.keys()]
const folders = new Set(
  paths.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))),
)
// Pictures can be linked, but are not text files.
const pictures = readdirSync(fileURLToPath(new URL('../docs/pictures', import.meta.url)))
const exists = (path) =>
  sources.has(path) || folders.has(path) || path === 'LICENSE' || pictures.includes(path.replace('docs/pictures/', ''))

/** Hand-written pages, without the list of replaced sentences. */
const pages = paths.filter(
  (path) => path.endsWith('.md') && !path.startsWith('docs/reference/') && !path.endsWith('-sentences.md'),
)
/** Decisions and changelog may name things that are gone. */
const ofToday = pages.filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md')
const code = paths.filter((path) => !path.endsWith('.md')).map((path) => sources.get(path))
const words = new Set(code.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []))
const scripts = Object.keys(JSON.parse(sources.get('package.json')).scripts)
const settings = new Set(settingGroups.flatMap((group) => group.settings.map(({ name }) => name)))

/** Names outside the repository: of PostgreSQL, of the change taught in a walkthrough, of files written by programs. */
const notOurs = new Set([
  ...['pg_restore', 'pg_basebackup', 'archive_command', 'pg_stat_statements', 'mean_exec_time', 'total_exec_time'],
  ...['payer_name', 'canReview'],
  ...['openapi.json', 'secrets.json', 'receipt-checker.html', 'program.js', 'drill.json'],
  // Signed parts of protocols, joined by a dot.
  ...['timestamp.path', 'timestamp.rawBody'],
])
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (page) => [...sources.get(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))

/** A page without code blocks, and without the "before" column of its walkthroughs. */
const textOfToday = (page) =>
  sources
    .get(page)
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/^(\| \d* \|).+?\|(.+\|)$/gm, '$1$2')
    .replace(/\n## The way of a deposit\n[\s\S]*?(?=\n## )/, (walk) =>
      walk.replaceAll(/^\| [^|]+ \|((?! same)[^|]+\|)$/gm, '|$1'),
    )
/** Code spans of a page. */
const spansOf = (page) => [...textOfToday(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span)

/** Names in a code span that do not exist. */
function missing(span) {
  if (/^(npm|npx|node|curl|openssl|psql|docker|select|create|alter) /.test(span)) return []
  return span.split(/[\s,()=|]+/).flatMap((part) => {
    const name = part.replaceAll(/^['"./]+|[.:;…'"/]+$/g, '')
    if (notOurs.has(name.split('/').at(-1))) return []
    if (/^[\w.-]+(\/[\w.-]+)*\.(tsx?|mjs|sql|jsonc?|css|html|yml|md)$/.test(name))
      return paths.some((path) => path === name || path.endsWith(`/${name}`)) ? [] : [name]
    if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]$/.test(name)) return settings.has(name) || words.has(name) ? [] : [name]
    if (/^[a-z]\w*([A-Z]\w*|_\w+)$/.test(name)) return words.has(name) ? [] : [name]
    if (/^[a-z_]+\.[a-z_]+$/.test(name)) return code.some((text) => text.includes(name)) ? [] : [name]
    return []
  })
}

describe.each(pages)('%s', (page) => {
  it('links only to existing targets', () => {
    const links = [...sources.get(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const broken = links.flatMap(([link, path, anchor]) => {
      const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '')
      return exists(target) && (!anchor || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) ? [] : [link]
    })
    expect(broken).toEqual([])
  })

  it('names only scripts in package.json', () => {
    const named = [...sources.get(page).matchAll(/\bnpm run (?:-s )?([\w:]+)/g)].map(([, name]) => name)
    expect(named.filter((name) => !scripts.includes(name))).toEqual([])
  })

  it('names only existing test files, specs, benches and tools', () => {
    const commands = [
      ...sources.get(page).matchAll(/(?<=^|`)(?:npx vitest|npx playwright|node) [^`\n]+(?=$|`)/gm),
    ].flatMap(([text]) => text.match(/(?:[\w.-]+\/)+[\w.-]+/g))
    const named = commands.filter((path) => path && !/node_modules|dist\/|^\w+\.\w+\.org\//.test(path))
    expect(named.filter((path) => !exists(path.replace(/\/$/, '')))).toEqual([])
  })
})

it.each(ofToday)('%s has only existing names in code', (page) => {
  expect([...new Set(spansOf(page).flatMap(missing))]).toEqual([])
})

it('the ledger’s page lists exactly the features’ checks', () => {
  const table = sources.get('docs/concepts/ledger.md').split('\n## What always holds\n')[1].split('\n## ')[0]
  const listed = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)])
  const made = paths
    .filter((path) => /^apps\/server\/src\/features\/\w+\/(invariants|index)\.ts$/.test(path))
    .flatMap((path) => [...sources.get(path).matchAll(/^ +name: '(\w+)',$/gm)])
    .filter(([, name]) => !name.startsWith('fresh_'))
  expect(listed.map(([, name]) => name).toSorted()).toEqual(made.map(([, name]) => name).toSorted())
})

it('the decision on tools has one sentence for each existing tool', () => {
  const rows = [...sources.get('docs/decisions/2026-11-25-tools.md').matchAll(/^\| `([\w-]+\.mjs)` \| (.+) \|$/gm)]
  const tools = paths.filter((path) => /^tools\/[\w-]+\.mjs$/.test(path)).map((path) => path.slice('tools/'.length))
  expect(rows.map(([, name]) => name)).toEqual(tools.filter((name) => !name.endsWith('.test.mjs')).toSorted())
  // A full stop inside a name (`.env.example`) does not end a sentence.
  expect(rows.filter(([, , why]) => !/^[A-Z“`][^.]*(?:\.\S[^.]*)*\.$/.test(why)).map(([, name]) => name)).toEqual([])
})

it('the tools have at most 1,200 lines without tests', () => {
  const tools = paths.filter((path) => path.startsWith('tools/') && !path.endsWith('.test.mjs'))
  const lines = tools.reduce((sum, path) => sum + sources.get(path).trimEnd().split('\n').length, 0)
  expect(lines).toBeLessThanOrEqual(1_200)
})

it('every decision is in the list of decisions', () => {
  const files = paths.filter((path) => /^docs\/decisions\/\d/.test(path)).map((path) => path.split('/').at(-1))
  const listed = [...sources.get('docs/decisions/README.md').matchAll(/^\| [\d-]+ \| \[.+?\]\((.+?)\)/gm)]
  expect(listed.map(([, file]) => file).toSorted()).toEqual(files.toSorted())
})

it('the glossary has at most eighty entries, each once', () => {
  const rows = [...sources.get('docs/glossary.md').matchAll(/^\| (.+?) \|/gm)].map(([, term]) => term)
  const terms = rows.filter((term) => term !== 'Term' && !term.startsWith('--'))
  expect(terms.length).toBeLessThanOrEqual(80)
  expect(terms).toEqual([...new Set(terms)])
})

it('every page is linked from the list of pages', () => {
  const listed = [...sources.get('docs/README.md').matchAll(/\]\(([\w./-]+)/g)].map(([, path]) => `docs/${path}`)
  const own = pages.filter((path) => /^docs\/(concepts|operating)\/|^docs\/[\w-]+\.md$/.test(path))
  expect(own.filter((path) => !listed.includes(path) && path !== 'docs/README.md')).toEqual([])
})

const screens = paths
  .filter((path) => /^(apps\/(player|console|sandbox)\/src|apps\/studio\/client|packages\/contract\/src)\//.test(path))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => sources.get(path))
  .join('\n')

it.each([
  'docs/start.md',
  'docs/operating/console.md',
  'docs/concepts/gateway.md',
  'docs/operating/payment-services.md',
])('%s uses the real names of buttons and screens', (page) => {
  // A bold text with a full stop is a heading.
  const bold = [...sources.get(page).matchAll(/\*\*([^*\n]+)\*\*/g)].map(([, text]) => text)
  expect(bold.filter((text) => !text.endsWith('.') && !screens.includes(text))).toEqual([])
})
