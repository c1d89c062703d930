import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const foldersOf = (path) =>
  readdirSync(at(path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

/** Modules of the contract that belong to no single feature. */
const shared = [
  'amount-words',
  'bounded',
  'calls',
  'first-calls',
  'queue-shapes',
  'code-texts',
  'faults',
  'keys-of',
  'live',
  'loosening-actions',
  'money',
  'money-actions',
  'operation',
  'operations',
  'passkey-shapes',
  'operator-text-params',
  'fact-text-params',
  'operator-texts',
  'event-text-params',
  'operator-texts-changes',
  'operator-texts-events',
  'operator-texts-files',
  'operator-texts-health',
  'operator-texts-notices',
  'operator-texts-services',
  'check-titles',
  'operator-texts-payments',
  'operator-texts-reviews',
  'operator-texts-statements',
  'player-text-params',
  'player-texts',
  ...['', '-forms', '-names', '-notices', '-payments', '-refusals', '-terms'].flatMap((group) =>
    ['en', 'hi', 'af'].map((language) => `player-texts${group}-${language}`),
  ),
  'records',
  'refusals',
  'shapes',
  'statement-text-params',
  'service-text-params',
  'typed-amount',
]
/** Cells that differ from their feature's name, with the reason. */
const exceptions = [['wallet', 'Database', 'ledger', 'the field calls these tables a ledger']]

const page = readFileSync(at('docs/architecture.md'), 'utf8')
const section = page.split('\n## ').find((part) => part.startsWith('Features\n'))
const lines = section.split('\n').filter((line) => line.startsWith('|'))
const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const [head, , ...rest] = lines.map(cellsOf)
const rows = rest.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])))
const wordsOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)
const column = (name) => rows.flatMap((row) => wordsOf(row[name])).sort()

describe('the table of features', () => {
  it('lists exactly the folders of server, portal and console', () => {
    expect(column('Server')).toEqual(foldersOf('apps/server/src/features'))
    expect(column('Portal')).toEqual(foldersOf('apps/player/src/features'))
    expect(column('Console')).toEqual(foldersOf('apps/console/src/features'))
  })

  it('lists every module of the contract once', () => {
    const modules = readdirSync(at('packages/contract/src'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => name.replace('.ts', ''))
    expect([...column('Contract'), ...shared].sort()).toEqual(modules.sort())
  })

  it('lists the migrations, functions and views of the database', () => {
    const database = [...column('Database'), 'platform']
    const migrations = readdirSync(at('apps/server/database/migrations')).filter((name) => name.endsWith('.sql'))
    const features = migrations.map((name) => /^\d+_([a-z]+)/.exec(name)[1])
    expect([...new Set(features)].sort()).toEqual(database.sort())
    for (const kind of ['functions', 'views'])
      expect(database).toEqual(expect.arrayContaining(foldersOf(`apps/server/database/${kind}`)))
  })

  it('lists the schemas of the database, except the migrator’s', () => {
    const schema = readFileSync(at('apps/server/database/schema.sql'), 'utf8')
    const schemas = new Set([...schema.matchAll(/^create table (\w+)\./gm)].map(([, name]) => name))
    expect([...schemas].sort()).toEqual([...column('Database'), 'platform', 'public'].sort())
  })

  it('uses one name for a feature everywhere', () => {
    const others = rows.flatMap((row) =>
      ['Server', 'Portal', 'Console', 'Database'].flatMap((name) =>
        wordsOf(row[name])
          .filter((word) => word !== row.Feature)
          .map((word) => [row.Feature, name, word]),
      ),
    )
    expect(others.sort()).toEqual(exceptions.map(([feature, name, word]) => [feature, name, word]).sort())
  })
})
