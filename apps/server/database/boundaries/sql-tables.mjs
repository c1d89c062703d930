// Finds the tables and functions named in SQL, with PostgreSQL's own parser.
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'

await loadModule()

/**
 * @typedef {{ schema?: string, name: string, line: number, verb: 'reads' | 'writes' | 'watches' | 'calls' | 'makes' }}
 * Use a table that is read, written or given a trigger, a called function, or a CTE of the statement itself; `line`
 * counts from zero in the text
 */

/** Contexts in which a fragment may be valid, tried in this order; each is one line. */
const surroundings = [
  ['', ''],
  ['select ', ''],
  ['select where true ', ''],
  ['select from x ', ''],
  ['select ', ' select'],
  ['select order by ', ''],
  ['with ', ' select'],
]

/**
 * Placeholders for a value, a fragment parsed elsewhere, a query in parentheses, or a list of rows: never for a table.
 */
const fillings = ['$1', '', 'select', '(1)']

/**
 * Parses a statement or a fragment of one.
 * @param {string[]} texts text between the placeholders
 * @param {boolean} areFragments whether a placeholder may stand for more than a value
 * @returns {Use[]}
 * @throws if no context makes it valid SQL
 */
export function readStatement(texts, areFragments = false) {
  let reason
  for (const [before, after] of areFragments ? surroundings : surroundings.slice(0, 1))
    try {
      return usesIn(parseFilled(texts, before, after, areFragments ? fillings : fillings.slice(0, 1)))
    } catch (error) {
      reason ??= error
    }
  throw reason
}

function parseFilled(texts, before, after, choices) {
  const chosen = texts.slice(1).map(() => 0)
  for (;;) {
    const starts = []
    let text = before + texts[0]
    for (const [hole, choice] of chosen.entries()) {
      starts.push(text.length)
      text += choices[choice] + texts[hole + 1]
    }
    text += after
    try {
      return { text, tree: parseSync(text) }
    } catch (error) {
      const at = error.sqlDetails?.cursorPosition ?? 0
      const hole = starts.findLastIndex((start) => start <= at)
      if (hole < 0 || ++chosen[hole] === choices.length) throw error
      chosen.fill(0, hole + 1)
    }
  }
}

/**
 * Parses the file of a function or view, including a function's body, and each statement in PL/pgSQL.
 * @returns {Use[]} without what the file itself creates
 * @throws if it is no SQL, or executes text
 */
export function readDefinition(text) {
  const parsed = { text, tree: parseSync(text) }
  const uses = usesIn(parsed)
  for (const [kind, node] of nodesOf(parsed.tree)) {
    if (kind !== 'CreateFunctionStmt') continue
    const option = (name) => node.options.find(({ DefElem }) => DefElem.defname === name)?.DefElem.arg
    const body = option('as')?.List.items[0].String.sval
    if (body === undefined) continue
    const line = lineAt(text, text.indexOf(body))
    const isPlain = option('language')?.String.sval === 'sql'
    const found = isPlain ? readStatement([body]) : readProcedure(text)
    uses.push(...found.map((use) => ({ ...use, line: use.line + line })))
  }
  return uses
}

function readProcedure(text) {
  const uses = []
  let line = 0
  for (const [kind, node] of nodesOf(parsePlPgSQLSync(text))) {
    if (node.lineno !== undefined) line = node.lineno - 1
    if (/dynexecute|dynfors|open_dyn/.test(kind)) throw new Error('it executes text')
    if (kind !== 'PLpgSQL_expr') continue
    // 0 is a statement, 2 an expression, 3 and above an assignment.
    const query =
      node.parseMode === 0 ? node.query : `select ${node.query.replace(node.parseMode > 2 ? /^.*?:?=/s : '', '')}`
    uses.push(...readStatement([query]).map((use) => ({ ...use, line: line + use.line })))
  }
  return uses
}

function usesIn({ text, tree }) {
  const uses = []
  const written = new Set()
  const [made, watched] = [new Set(), new Set()]
  const add = (verb, { schemaname: schema, relname: name, location }) =>
    uses.push({ schema, name, line: lineAt(text, Buffer.from(text).subarray(0, location).toString().length), verb })
  for (const [kind, node] of nodesOf(tree)) {
    if (kind === 'ViewStmt') made.add(node.view)
    // These are aliases, not tables.
    if (kind === 'LockingClause') for (const { RangeVar } of node.lockedRels ?? []) made.add(RangeVar)
    if (kind === 'CreateTrigStmt') watched.add(node.relation)
    if (/^(Insert|Update|Delete|Merge|Copy|AlterTable)Stmt$/.test(kind)) written.add(node.relation)
    if (/^(Truncate|Lock)Stmt$/.test(kind)) for (const { RangeVar } of node.relations) written.add(RangeVar)
    if (kind === 'CommonTableExpr') add('makes', { relname: node.ctename, location: node.location })
    if (node.relname !== undefined && !made.has(node))
      add(written.has(node) ? 'writes' : watched.has(node) ? 'watches' : 'reads', node)
    if (kind === 'FuncCall') {
      const [relname, schemaname] = node.funcname.map(({ String }) => String.sval).reverse()
      add('calls', { schemaname, relname, location: node.location })
    }
  }
  return uses
}

/** All nodes of a tree with their keys, parents first. */
function* nodesOf(tree, kind = '') {
  if (typeof tree !== 'object' || tree === null) return
  if (!Array.isArray(tree)) yield [kind, tree]
  for (const [key, node] of Object.entries(tree)) yield* nodesOf(node, Array.isArray(tree) ? kind : key)
}

const lineAt = (text, index) => text.slice(0, Math.max(index, 0)).split('\n').length - 1
