import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findMigrationFaults, findUnsafe, programs, releasedVersions } from './migration-safety.mjs'

const released = ['0.1.0', '0.2.0']
const faultsOf = (text, name = '0900_x.sql') => findUnsafe([{ name, text }], released)
const table = 'deposits.deposit'

it('finds no faults in the current migrations', () => {
  expect(findMigrationFaults()).toEqual([])
})

it('checks the new migrations of the server and the studio, not released ones', () => {
  const root = mkdtempSync(join(tmpdir(), 'dhow-migrations-'))
  writeFileSync(join(root, 'CHANGELOG.md'), '## 0.1.0 (2026-11-24)\n')
  for (const { folder, releasedUpTo } of programs) {
    mkdirSync(join(root, folder), { recursive: true })
    const last = String(releasedUpTo).padStart(4, '0')
    for (const name of [`${last}_old.sql`, '0900_x.sql', '0901_x.online.sql'])
      writeFileSync(
        join(root, folder, name),
        'drop index concurrently if exists i; create index concurrently i on bets (id);',
      )
  }
  try {
    expect(findMigrationFaults(root)).toEqual([
      expect.stringContaining('apps/server/database/migrations/0900_x.sql: an index is built concurrently'),
      expect.stringContaining('apps/studio/migrations/0900_x.sql: an index is built concurrently'),
      expect.stringContaining('apps/studio/migrations/0901_x.online.sql: this program'),
    ])
  } finally {
    rmSync(root, { recursive: true })
  }
})

it.each([
  [
    'a default that differs from row to row',
    `alter table ${table} add column u uuid default gen_random_uuid()`,
    'differ',
  ],
  ['a serial column', `alter table ${table} add column n bigserial`, 'differ'],
  ['a generated column', `alter table ${table} add column n int generated always as (1) stored`, 'differ'],
  ['a column that has to be filled', `alter table ${table} add column n int not null`, 'cannot insert'],
  ['a column that refers elsewhere', `alter table ${table} add column n text references staff.operator`, 'by itself'],
  ['an index', `create index n on ${table} (state)`, 'stops every write'],
  ['an index in a transaction', `create index concurrently n on ${table} (state)`, '.online.sql'],
  ['not null', `alter table ${table} alter column state set not null`, 'reads the whole table'],
  ['another type', `alter table ${table} alter column state type varchar(9)`, 'rewrites the table'],
  ['a check', `alter table ${table} add constraint c check (state <> '')`, 'not valid'],
  ['a foreign key', `alter table ${table} add foreign key (id) references staff.operator`, 'not valid'],
  ['a unique constraint', `alter table ${table} add unique (id)`, 'using index'],
  ['a check that is validated at once', `alter table ${table} validate constraint c`, '.online.sql'],
  ['a change of all rows', `update ${table} set state = 'x'`, 'in portions'],
  ['a deletion', `delete from ${table} where state = 'x'`, 'in portions'],
  ['a lock', `lock table ${table}`, 'no locks by hand'],
  ['a column that is read', `alter table ${table} drop column state`, 'Stop using it'],
  ['a table that is read', `drop table ${table}`, 'Stop using it'],
  ['a column under another name', `alter table ${table} rename column state to condition`, 'Stop using it'],
  ['a table under another name', `alter table ${table} rename to other`, 'Stop using it'],
  ['a table in another schema', `alter table ${table} set schema help`, 'Stop using it'],
  ['a removal since a version that is not released', `-- Unread since 0.9.0\ndrop table ${table}`, 'Stop using it'],
  ['what cannot be read', `do $$ begin drop table ${table}; end $$`, 'do block'],
  ['a settings table that is dropped', 'drop table portal.setting', 'Stop using it'],
])('refuses %s', (_name, text, words) => {
  expect(faultsOf(text)).toEqual([expect.stringContaining(words)])
})

it.each([
  ['a column with a constant', `alter table ${table} add column n int not null default 0`],
  ['a column with the time of the migration', `alter table ${table} add column n timestamptz not null default now()`],
  ['a check of rows to come', `alter table ${table} add constraint c check (state <> '') not valid`],
  [
    'anything on a table of its own',
    'create table x.y (id int); create index n on x.y (id); alter table x.y drop column id',
  ],
  ['an index on a small table', 'create index n on portal.setting (name)'],
  ['a removal since a released version', `-- Unread since 0.2.0\nalter table ${table} drop column state`],
])('accepts %s', (_name, text) => {
  expect(faultsOf(text)).toEqual([])
})

it('accepts an index built concurrently, if an interrupted build is dropped first', () => {
  const index = `create index concurrently n on ${table} (state);`
  expect(faultsOf(index, '0900_x.online.sql')).toEqual([expect.stringContaining('invalid')])
  expect(faultsOf(`drop index concurrently if exists deposits.n;\n${index}`, '0900_x.online.sql')).toEqual([])
})

it('accepts not null after a validated check', () => {
  const check = {
    name: '0900_a.sql',
    text: `alter table ${table} add constraint c check (state is not null) not valid`,
  }
  const online = { name: '0901_a.online.sql', text: `alter table ${table} validate constraint c` }
  const last = { name: '0902_a.sql', text: `alter table ${table} alter column state set not null` }
  expect(findUnsafe([check, online, last], released)).toEqual([])
  expect(findUnsafe([check, last], released)).toHaveLength(1)
})

it('reads the released versions from the dated headings of the changelog', () => {
  expect(releasedVersions('## Unreleased\n## 0.2.0 (2026-12-01)\n\n## 0.1.0 (2026-11-24)\n')).toEqual([
    '0.2.0',
    '0.1.0',
  ])
})
