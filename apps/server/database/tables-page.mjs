// Generates the page of tables from the committed schema: one diagram of the features and one of each feature's tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Parses tables with their columns, primary key and references.
 * @param {string} sql schema.sql
 */
export function readTables(sql) {
  return [...sql.matchAll(/^create table (\w+)\.(\w+) \(\n([\s\S]*?)\n\)/gm)].map(([, schema, name, body]) => {
    const key = /PRIMARY KEY \(([^)]+)\)/.exec(body)?.[1].split(', ') ?? []
    const references = [...body.matchAll(/FOREIGN KEY \(([^)]+)\) REFERENCES (\w+)\.(\w+)/g)].map((found) => ({
      columns: found[1].split(', '),
      schema: found[2],
      table: found[3],
    }))
    const columns = [
      ...body.matchAll(/^ {2}(?!constraint )("?\w+"?) (.+?)(?: default .*| generated .*| not null)*,?$/gm),
    ]
    return {
      schema,
      name,
      key,
      references,
      columns: columns.map(([, column, type]) => ({ name: column.replaceAll('"', ''), type })),
    }
  })
}

/** @returns {string} the page `docs/reference/tables.md` */
export function tablesPage(databaseFolder, made) {
  // A feature is a schema; `public` has the migrator's own tables.
  const featureOf = (schema) => (schema === 'public' ? 'migrator' : schema)
  const tables = readTables(readFileSync(join(databaseFolder, 'schema.sql'), 'utf8'))
  const names = [...new Set(tables.map(({ schema }) => featureOf(schema)))].sort()
  const arrows = new Map()
  for (const { schema, references } of tables)
    for (const reference of references) {
      const [from, to] = [featureOf(schema), featureOf(reference.schema)]
      if (from !== to) arrows.set(`${from} -->|N| ${to}`, (arrows.get(`${from} -->|N| ${to}`) ?? 0) + 1)
    }
  const lines = [
    made('apps/server/database'),
    '# Tables\n',
    `The ${tables.length} tables of the server's database by the feature that owns them, which is the name of their schema. [schema.sql](../../apps/server/database/schema.sql) has types, constraints and indexes in full;`,
    '[The database](../concepts/database.md) explains how migrations, functions and views are applied.\n',
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
      ...tables.filter((table) => featureOf(table.schema) === name).flatMap(drawTable),
      '```\n',
    ]),
  ]
  return lines.join('\n').trimEnd() + '\n'
}

function drawTable({ schema, name, key, references, columns }) {
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
    ...references.map(
      ({ schema: other, table, columns: by }) =>
        `  ${name} }o--|| ${other === schema ? table : `"${other}.${table}"`} : "${by.join(', ')}"`,
    ),
  ]
}
