// Parses new migrations as PostgreSQL does, and refuses statements that would stop the previous version during a
// rolling restart: locks while a large table's rows are read, and removals of what that version still uses.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/**
 * Each program with a database: its folder, and the last migration of the released version. Raise it with each release.
 * Tables created after it are new, empty and not yet used.
 */
export const programs = [
  { folder: 'apps/server/database/migrations', releasedUpTo: 32, hasOnline: true },
  // Runs all its migrations in one transaction. 0133 and 0134 rename and rewrite what 0.1.0 reads, and were merged
  // without this check.
  { folder: 'apps/studio/migrations', releasedUpTo: 134, hasOnline: false },
]
const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Tables of an operator's own rows, at most some thousands: no change of them takes long. */
export const smallTables = new Set([
  'campaigns.campaign',
  'catalog.game',
  'catalog.game_provider',
  'deposits.payment_detail',
  'gateway.game_provider_key',
  'gateway.provider_ceiling',
  'portal.setting',
  'rewards.bonus_rule',
  'rewards.wagering_weight',
  'staff.operator',
  'statements.account',
  // Of the studio: a row per game and chain, and a row per shared table.
  'public.chains',
  'public.leases',
])

/** Functions with one value per statement, so that a column default is stored once instead of per row. */
const stable = new Set(['now', 'transaction_timestamp', 'statement_timestamp'])

/** @param {string} changelog @returns the versions that were released, by their dated headings */
export const releasedVersions = (changelog) =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)/gm)].map(([, version]) => version)

/** Checks the unreleased migrations of every program. @param {string} [root] folder of the whole repository */
export function findMigrationFaults(root = repository) {
  const released = releasedVersions(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  return programs.flatMap(({ folder, releasedUpTo, hasOnline }) => {
    const files = readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > releasedUpTo)
      .sort()
      .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') }))
    return findUnsafe(files, released, { folder, hasOnline })
  })
}

/**
 * @param {{ name: string, text: string }[]} files new migrations in the order in which they run
 * @param {string[]} released versions that were released
 * @param {{ folder?: string, hasOnline?: boolean }} program with `hasOnline`, files that run outside a transaction
 * @returns {string[]} a sentence for each fault
 */
export function findUnsafe(files, released, { folder = 'migrations', hasOnline = true } = {}) {
  const known = { made: new Set(), checks: new Map(), validated: new Set() }
  return files.flatMap(({ name, text }) => {
    const faults = []
    const file = {
      ...known,
      isOnline: name.endsWith('.online.sql'),
      isContract: isAllowedToRemove(text, released),
      dropped: new Set(),
      fault: (words) => faults.push(`${folder}/${name}: ${words}`),
    }
    if (file.isOnline && !hasOnline)
      file.fault('this program runs its migrations in one transaction: it has no .online.sql files yet.')
    for (const { stmt } of parseSync(text).stmts) {
      const [[kind, node]] = Object.entries(stmt)
      ;(readers[kind] ?? allow)(node, file)
    }
    return faults
  })
}

const allow = () => {}

/** A removal is allowed once a released version no longer reads it: the file has `-- Unread since 0.2.0`. */
function isAllowedToRemove(text, released) {
  const [, since] = /^-- Unread since (\d+\.\d+\.\d+)/m.exec(text) ?? []
  return since !== undefined && released.includes(since)
}

const nameOf = ({ schemaname = 'public', relname }) => `${schemaname}.${relname}`
const nameOfList = (object) => (object.List?.items ?? []).map(({ String: part }) => part?.sval).join('.')
const isLarge = (table, { made }) => !smallTables.has(table) && !made.has(table)
const isOurs = (table, { made }) => !made.has(table)

const remove = (file, what) =>
  file.isContract ||
  file.fault(
    `${what}: the version that runs beside it still reads it. Stop using it in one release, and remove it in a later one ` +
      `with the line "-- Unread since <that version>".`,
  )

const readers = {
  CreateStmt: ({ relation }, { made }) => made.add(nameOf(relation)),
  CreateTableAsStmt: ({ into }, { made }) => made.add(nameOf(into.rel)),
  DoStmt: (_, file) => file.fault('a do block cannot be read: write its statements out.'),
  DropStmt({ removeType, objects }, file) {
    for (const object of objects) {
      const name = nameOfList(object)
      if (removeType === 'OBJECT_INDEX') file.dropped.add(name.split('.').at(-1))
      if (removeType === 'OBJECT_TABLE' && isOurs(name, file)) remove(file, `it drops the table ${name}`)
      if (removeType === 'OBJECT_SCHEMA') remove(file, `it drops a schema`)
    }
  },
  RenameStmt({ renameType, relation, subname }, file) {
    const what = { OBJECT_TABLE: 'table', OBJECT_COLUMN: 'column', OBJECT_SCHEMA: 'schema' }[renameType]
    if (what && (!relation || isOurs(nameOf(relation), file)))
      remove(file, `it renames a ${what}${relation ? ` of ${nameOf(relation)}` : ''}${subname ? ` (${subname})` : ''}`)
  },
  AlterObjectSchemaStmt: ({ relation }, file) => {
    if (relation && isOurs(nameOf(relation), file)) remove(file, `it moves ${nameOf(relation)} to another schema`)
  },
  IndexStmt({ idxname, relation, concurrent }, file) {
    const table = nameOf(relation)
    if (concurrent) {
      if (!file.isOnline)
        file.fault(`an index is built concurrently outside of a transaction: name the file .online.sql.`)
      else if (!file.dropped.has(idxname))
        file.fault(`a start that is broken off leaves ${idxname} invalid: drop it first, with "if exists".`)
    } else if (isLarge(table, file))
      file.fault(
        `create index on ${table} stops every write to it while it is built: use concurrently in an .online.sql file.`,
      )
  },
  UpdateStmt: ({ relation }, file) => refuseRewrite(nameOf(relation), 'update', file),
  DeleteStmt: ({ relation }, file) => refuseRewrite(nameOf(relation), 'delete', file),
  TruncateStmt: ({ relations }, file) => {
    for (const { RangeVar } of relations)
      if (isOurs(nameOf(RangeVar), file)) remove(file, `it empties ${nameOf(RangeVar)}`)
  },
  LockStmt: (_, file) => file.fault('it locks a table: a migration takes no locks by hand.'),
  ClusterStmt: (_, file) => file.fault('cluster rewrites a table under a lock.'),
  VacuumStmt: (_, file) => file.fault('vacuum does not belong into a migration.'),
  ReindexStmt: (_, file) => file.fault('reindex stops writes: build another index concurrently and drop the old one.'),
  AlterTableStmt({ relation, cmds, objtype }, file) {
    if (objtype !== 'OBJECT_TABLE') return
    for (const { AlterTableCmd } of cmds) readCommand(nameOf(relation), AlterTableCmd, file)
  },
}

const refuseRewrite = (table, statement, file) =>
  isLarge(table, file) &&
  file.fault(
    `${statement} of ${table} locks each row that it changes until the migration ends: let a job do it in portions.`,
  )

function readCommand(table, { subtype, name, def }, file) {
  const large = isLarge(table, file)
  if (subtype === 'AT_DropColumn' && isOurs(table, file)) return remove(file, `it drops ${table}.${name}`)
  if (subtype === 'AT_AddConstraint') return readConstraint(table, def.Constraint, large, file)
  if (subtype === 'AT_ValidateConstraint') {
    file.validated.add(`${table} ${name}`)
    if (large && !file.isOnline)
      file.fault(`validating ${name} of ${table} keeps the locks of this transaction: do it in an .online.sql file.`)
    return
  }
  if (!large) return
  if (subtype === 'AT_AddColumn') readColumn(table, def.ColumnDef, file)
  if (subtype === 'AT_AlterColumnType')
    file.fault(`a new type of ${table}.${name} rewrites the table under a lock: add a column and let a job fill it.`)
  if (subtype === 'AT_SetNotNull' && !isKnownNotNull(table, name, file))
    file.fault(
      `set not null on ${table}.${name} reads the whole table under a lock: first add check (${name} is not null) not valid, ` +
        `and validate it in an .online.sql file.`,
    )
}

function readConstraint(
  table,
  { contype, conname, skip_validation: isNotValid, raw_expr: expression, indexname },
  large,
  file,
) {
  const column =
    expression?.NullTest?.nulltesttype === 'IS_NOT_NULL' && expression.NullTest.arg.ColumnRef?.fields.at(-1)
  if (column) file.checks.set(`${table} ${column.String.sval}`, `${table} ${conname}`)
  if (!large) return
  if (['CONSTR_CHECK', 'CONSTR_FOREIGN'].includes(contype) && !isNotValid)
    file.fault(
      `a constraint on ${table} reads the whole table under a lock: add it "not valid", and validate it in an .online.sql file.`,
    )
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype) && !indexname)
    file.fault(
      `a unique constraint on ${table} builds its index under a lock: build it concurrently, and add the constraint "using index".`,
    )
}

const isKnownNotNull = (table, column, { checks, validated }) => validated.has(checks.get(`${table} ${column}`))

function readColumn(table, { colname, constraints = [], typeName }, file) {
  const kinds = new Map(constraints.map(({ Constraint }) => [Constraint.contype, Constraint]))
  const column = `${table}.${colname}`
  const isSerial = typeName.names.some(({ String: part }) => /^(small|big)?serial$/.test(part.sval))
  const preset = kinds.get('CONSTR_DEFAULT')?.raw_expr
  if (isSerial || kinds.has('CONSTR_IDENTITY') || kinds.has('CONSTR_GENERATED') || (preset && isVolatile(preset)))
    file.fault(
      `the values of ${column} differ from row to row, so the table is rewritten under a lock: add it empty, and let a job fill it.`,
    )
  if (kinds.has('CONSTR_NOTNULL') && !preset)
    file.fault(`${column} is not null and has no default: the version that runs beside it cannot insert.`)
  if (['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'].some((kind) => kinds.has(kind)))
    file.fault(`a constraint of ${column} reads the whole table under a lock: add it by itself, "not valid".`)
}

/** Whether a function in an expression may have another value for each row. */
function isVolatile(node) {
  if (node === null || typeof node !== 'object') return false
  if (Array.isArray(node)) return node.some(isVolatile)
  if (node.FuncCall && !stable.has(node.FuncCall.funcname.at(-1).String.sval)) return true
  return Object.values(node).some(isVolatile)
}
