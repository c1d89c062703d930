// SQL and names of tables in TypeScript: tagged templates, strings, and the calls of Kysely.
import { parseSync, Visitor } from 'oxc-parser'
import { readStatement } from './sql-tables.mjs'

const calls = {
  writes: ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'],
  reads: ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'using', 'from'],
  makes: ['with', 'withRecursive'],
}
const mayHoldSql =
  /\b(sql|CompiledQuery|prepared|serial|run|query)\b|['"`(]\s*(select|insert|update|delete|with|merge|truncate|copy|lock)\s|(From|Join|Into|Table|using|from)\(/i
const statement =
  /^\s*(--.*\n\s*)*(select|insert into|update|delete from|with|merge into|truncate|copy|lock|alter|drop|create)\s/i

/**
 * Finds every use of a table in a file, and what cannot be read.
 * @param {string} path
 * @param {string} code
 * @param {boolean} runsText whether the file may run text that it is handed
 * @returns {(import('./sql-tables.mjs').Use | { line: number, fault: string })[]} lines count from one
 */
export function readCode(path, code, runsText = false) {
  if (!mayHoldSql.test(code)) return []
  const { program } = parseSync(path, code)
  const found = []
  const constants = new Map()
  const read = new Set()
  new Visitor({
    VariableDeclarator: ({ id, init }) => constants.set(id.name, constants.has(id.name) ? undefined : init),
  }).visit(program)

  /** True if `run` of platform/db/run-sql.ts is what the file calls so. */
  const runsSql = /import \{[^}]*\brun\b[^}]*\} from '[^']*run-sql\.ts'/.test(code)
  const lineOf = (node) => code.slice(0, node.start).split('\n').length
  const fault = (node, words) => found.push({ line: lineOf(node), fault: words })

  /** Text with holes, as what stands between them; undefined where it is no text. */
  function textsOf(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
    if (node?.type === 'TemplateLiteral')
      return joined(
        node.quasis.map(({ value }) => value.cooked),
        node.expressions,
        textsOf,
      )
    if (node?.type === 'BinaryExpression' && node.operator === '+')
      return joined(['', '', ''], [node.left, node.right], textsOf)
    if (node?.type === 'Identifier') return textsOf(constants.get(node.name))
    return undefined
  }
  /** A hole of a tagged template that is text of the statement. */
  const textsOfBuilder = (node) =>
    isMember(node.callee, 'sql', ['raw', 'ref', 'table', 'id']) ? textsOf(node.arguments[0]) : undefined

  function joined(texts, holes, resolve) {
    const all = [texts[0]]
    for (const [place, hole] of holes.entries()) {
      // An empty hole keeps its lines, so that what is behind it keeps its place.
      const lines = '\n'.repeat(code.slice(hole.start, hole.end).split('\n').length - 1)
      const [first, ...rest] = resolve(hole) ?? ['', lines]
      all.push(all.pop() + first, ...rest)
      all.push(all.pop() + texts[place + 1])
    }
    return all
  }

  function readSql(node, texts, isTagged) {
    if (read.has(node)) return
    read.add(node)
    try {
      for (const use of readStatement(texts, isTagged)) found.push({ ...use, line: lineOf(node) + use.line })
    } catch (error) {
      if (isTagged || (texts.length > 1 && !runsText)) fault(node, `cannot be read as SQL: ${error.message}`)
    }
  }
  const readText = (node) => {
    const texts = textsOf(node)
    if (statement.test(texts?.[0])) readSql(node, texts, false)
  }

  function readTable(node, act) {
    if (node.type === 'ArrayExpression') return node.elements.forEach((one) => readTable(one, act))
    if (node.type === 'ConditionalExpression')
      return [node.consequent, node.alternate].forEach((one) => readTable(one, act))
    if (node.type.endsWith('FunctionExpression') || isQuery(node)) return
    const texts = textsOf(node)
    const [, schema, name] = /^(?:(\w+)\.)?(\w+)(?: as \w+)?$/.exec(texts?.length === 1 ? texts[0] : '') ?? []
    if (name === undefined) return fault(node, `${act} a table whose name is not written there`)
    found.push({ line: lineOf(node), schema, name, act })
  }
  /** Another query or fragment, which is read where it is written. */
  const isQuery = (node) => {
    const value = node.type === 'Identifier' ? constants.get(node.name) : node
    return (
      value?.type === 'TaggedTemplateExpression' ||
      (value?.type === 'CallExpression' && value.callee.type === 'MemberExpression')
    )
  }

  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      read.add(quasi)
      if (tag.name === 'sql')
        readSql(
          tag,
          joined(
            quasi.quasis.map(({ value }) => value.cooked),
            quasi.expressions,
            textsOfBuilder,
          ),
          true,
        )
    },
    Literal: readText,
    TemplateLiteral: readText,
    BinaryExpression: readText,
    CallExpression({ callee, arguments: [first, second] }) {
      const name = callee.property?.name
      if (callee.name === 'run' && runsSql && second && !textsOf(second) && !runsText)
        return fault(second, 'run takes text that is not written there')
      if (name === undefined || first === undefined) return
      if (isMember(callee, 'sql', ['raw', 'ref', 'table', 'id']) && textsOf(first)?.length !== 1)
        return fault(callee, `sql.${name} takes text that is not written there`)
      const text = isMember(callee, 'CompiledQuery', ['raw'])
        ? first
        : ['prepared', 'serial'].includes(name)
          ? second
          : name === 'query'
            ? first
            : undefined
      if (text && !textsOf(text) && !runsText) return fault(text, `${name} takes text that is not written there`)
      const [act] = Object.entries(calls).find(([, names]) => names.includes(name)) ?? []
      if (act && !/^[A-Z]/.test(callee.object.name ?? '')) readTable(first, act)
    },
  }).visit(program)
  return found
}

const isMember = (callee, object, names) =>
  callee?.type === 'MemberExpression' && callee.object.name === object && names.includes(callee.property.name)
