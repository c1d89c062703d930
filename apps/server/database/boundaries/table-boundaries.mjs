// Tables belong to features: each owns the PostgreSQL schema of its name and exports views to higher features.
import { readCode } from './sql-in-code.mjs'
import { readDefinition } from './sql-tables.mjs'

const database = 'apps/server/database'
/** Schemas whose names differ from their feature's. */
const ownerOf = (schema) => ({ ledger: 'wallet' })[schema] ?? schema

/** Functions that use unexported tables, each with its reason: `[files, tables or functions, why]`. */
const exceptions = [
  [
    /functions\/deposits\/accept_group\.sql$/,
    /^platform\.idempotent_call$/,
    'its one statement looks up and writes the answers to repeats of a whole group; a function of platform would be one more statement for each group',
  ],
]

/** Files that run text passed to them, each with its reason. */
const runnersOfText = [
  [/^apps\/server\/src\/platform\/db\//, 'runs the files of the database'],
  [/^apps\/server\/src\/features\/wallet\/check-books\.ts$/, 'runs the invariants, which are read where they stand'],
]

/**
 * Parses the server's SQL, in code and in the files of functions and views, and reports each use of a table that its
 * owner has not exported.
 * @param {Map<string, string>} files path to content
 * @param {(user: string, used: string) => boolean} isBelow whether a feature may use another
 * @returns {string[]} one sentence each, empty without faults
 */
export function findTableFaults(files, isBelow) {
  const [views, functions] = ['views', 'functions'].map((folder) => {
    const named = [...files.keys()].map((path) => path.split(`${database}/${folder}/`)[1]).filter(Boolean)
    return new Set(named.map((path) => path.replace('/', '.').replace('.sql', '')))
  })
  const faultOf = ({ schema, name, verb }, user, made) => {
    const [owner, full] = [ownerOf(schema), `${schema}.${name}`]
    // check-books.ts makes rows named "fresh…" for all invariants.
    if (
      schema === undefined &&
      (/^(pg_|fresh)/.test(name) || verb === 'calls' || user === 'platform' || (verb === 'reads' && made.has(name)))
    )
      return undefined
    if (schema === undefined) return `${verb} ${name} without its schema`
    if (owner === user || /^(pg_|information_schema)/.test(schema)) return undefined
    if (verb === 'writes') return `writes the table ${full}: only ${owner} does`
    if (verb === 'calls' && !functions.has(full)) return undefined
    if (!isBelow(user, owner)) return `${verb} ${full}: ${owner} does not stand below ${user}`
    if (verb === 'reads' && !views.has(full))
      return `reads the table ${full}: ${owner} exports what others read in ${database}/views/${schema}`
    return undefined
  }
  const faults = []
  for (const [path, text] of files) {
    const user = userOf(path)
    if (user === undefined) continue
    const uses = usesIn(path, text)
    const made = new Set(uses.filter(({ verb }) => verb === 'makes').map(({ name }) => name))
    for (const use of uses) {
      if (use.verb === 'makes' || isException(path, use)) continue
      const why = use.fault ?? faultOf(use, user, made)
      if (why) faults.push(`${path}:${use.line} ${why}`)
    }
  }
  return faults
}

const isException = (path, { schema, name }) =>
  exceptions.some(([files, names]) => files.test(path) && names.test(`${schema}.${name}`))

/** Feature of a file of the server. */
function userOf(path) {
  const [, folder, schema] = /^apps\/server\/database\/(functions|views)\/(\w+)\/\w+\.sql$/.exec(path) ?? []
  if (folder) return ownerOf(schema)
  if (!/^apps\/server\/src\/.*\.ts$/.test(path) || path.endsWith('.test.ts')) return undefined
  return /^apps\/server\/src\/(?:features\/([^/]+)|(platform))\//.exec(path)?.slice(1).find(Boolean) ?? 'app'
}

function usesIn(path, text) {
  if (path.endsWith('.ts'))
    return readCode(
      path,
      text,
      runnersOfText.some(([files]) => files.test(path)),
    )
  try {
    return readDefinition(text).map((use) => ({ ...use, line: use.line + 1 }))
  } catch (error) {
    return [{ line: 1, fault: `cannot be read as SQL: ${error.message}` }]
  }
}
