// The page of tables, drawn from the committed schema: one picture of the features and one of each feature's tables.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads tables with their columns, primary key and references.
 * @param {string} sql schema.sql
 */
export function readTables(sql) {
  return [...sql.matchAll(/^create table public\.(\w+) \(\n([\s\S]*?)\n\)/gm)].map(([, name, body]) => {
    const key = /PRIMARY KEY \(([^)]+)\)/.exec(body)?.[1].split(', ') ?? []
    const references = [...body.matchAll(/FOREIGN KEY \(([^)]+)\) REFERENCES (?:public\.)?(\w+)/g)].map((found) => ({
      columns: found[1].split(', '),
      table: found[2],
    }))
    const columns = [
      ...body.matchAll(/^ {2}(?!constraint )("?\w+"?) (.+?)(?: default .*| generated .*| not null)*,?$/gm),
    ]
    return {
      name,
      key,
      references,
      columns: columns.map(([, column, type]) => ({ name: column.replaceAll('"', ''), type })),
    }
  })
}

/** The feature of each table: the migration that creates it is named `0001_<feature>.sql`. */
function readFeatures(folder) {
  const features = new Map()
  for (const file of readdirSync(folder).sort())
    for (const [, table] of readFileSync(join(folder, file), 'utf8').matchAll(/^create table (?:public\.)?(\w+)/gm))
      features.set(table, /^\d+_([a-z]+)/.exec(file)[1])
  return features
}

/** @returns {string} the page `docs/reference/tables.md` */
export function tablesPage(databaseFolder, made) {
  const features = readFeatures(join(databaseFolder, 'migrations'))
  const featureOf = (table) => features.get(table) ?? 'migrator'
  const tables = readTables(readFileSync(join(databaseFolder, 'schema.sql'), 'utf8'))
  const names = [...new Set(tables.map(({ name }) => featureOf(name)))].sort()
  const arrows = new Map()
  for (const { name, references } of tables)
    for (const { table } of references) {
      const [from, to] = [featureOf(name), featureOf(table)]
      if (from !== to) arrows.set(`${from} -->|N| ${to}`, (arrows.get(`${from} -->|N| ${to}`) ?? 0) + 1)
    }
  const lines = [
    made('apps/server/database'),
    '# Tables\n',
    `The ${tables.length} tables of the server's database by the feature that owns them. [schema.sql](../../apps/server/database/schema.sql) has types, constraints and indexes in full;`,
    '[The database](../concepts/database.md) says how migrations, functions and views are applied.\n',
    'Foreign keys between features; a number counts them:\n',
    '```mermaid',
    'flowchart LR',
    ...names.map((name) => `  ${name}`),
    ...[...arrows].sort().map(([arrow, count]) => `  ${arrow.replace('|N|', `|${count}|`)}`),
    '```\n',
    ...names.flatMap((name) => [
      `## ${name}\n`,
      '```mermaid',
      'erDiagram',
      ...tables.filter((table) => featureOf(table.name) === name).flatMap(drawTable),
      '```\n',
    ]),
  ]
  return lines.join('\n').trimEnd() + '\n'
}

function drawTable({ name, key, references, columns }) {
  const marks = (column) => {
    const all = [key.includes(column) && 'PK', references.some((one) => one.columns.includes(column)) && 'FK'].filter(
      Boolean,
    )
    return all.length > 0 ? ` ${all.join(', ')}` : ''
  }
  const word = (type) =>
    type.replace('timestamp with time zone', 'timestamptz').replace('[]', '_array').replaceAll(/\W+/g, '_')
  return [
    `  ${name} {`,
    ...columns.map((column) => `    ${word(column.type)} ${column.name}${marks(column.name)}`),
    '  }',
    ...references.map(({ table, columns: by }) => `  ${name} }o--|| ${table} : "${by.join(', ')}"`),
  ]
}
