// Finds SQL and table names in TypeScript: tagged templates, strings, and Kysely calls.
import { parseSync, Visitor } from 'oxc-parser'
import { readStatement } from './sql-tables.mjs'
import { builders, isMember, openTexts } from './sql-texts.mjs'

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
 * Finds every use of a table in a file, and everything that cannot be parsed.
 * @param {string} path
 * @param {string} code
 * @param {boolean} runsText whether the file may run text passed to it
 * @returns {(import('./sql-tables.mjs').Use | { line: number, fault: string })[]} lines count from one
 */
export function readCode(path, code, runsText = false) {
  if (!mayHoldSql.test(code)) return []
  const { program } = parseSync(path, code)
  const { textsOf, textsOfStatement, isQuery } = openTexts(code, program)
  const found = []
  const read = new Set()

  /** True if the file's `run` is the one of platform/db/run-sql.ts. */
  const runsSql = /import \{[^}]*\brun\b[^}]*\} from '[^']*run-sql\.ts'/.test(code)
  const lineOf = (node) => code.slice(0, node.start).split('\n').length
  const fault = (node, words) => found.push({ line: lineOf(node), fault: words })

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

  function readTable(node, verb) {
    if (node.type === 'ArrayExpression') return node.elements.forEach((one) => readTable(one, verb))
    if (node.type === 'ConditionalExpression')
      return [node.consequent, node.alternate].forEach((one) => readTable(one, verb))
    if (node.type.endsWith('FunctionExpression') || isQuery(node)) return
    const texts = textsOf(node)
    const [, schema, name] = /^(?:(\w+)\.)?(\w+)(?: as \w+)?$/.exec(texts?.length === 1 ? texts[0] : '') ?? []
    if (name === undefined) return fault(node, `${verb} a table whose name is not written there`)
    found.push({ line: lineOf(node), schema, name, verb })
  }
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      read.add(quasi)
      if (tag.name === 'sql') readSql(tag, textsOfStatement(quasi), true)
    },
    Literal: readText,
    TemplateLiteral: readText,
    BinaryExpression: readText,
    CallExpression({ callee, arguments: [first, second] }) {
      const name = callee.property?.name
      if (callee.name === 'run' && runsSql && second && !textsOf(second) && !runsText)
        return fault(second, 'run gets text that is not written there')
      if (name === undefined || first === undefined) return
      if (isMember(callee, 'sql', builders) && textsOf(first)?.length !== 1)
        return fault(callee, `sql.${name} gets text that is not written there`)
      const text = isMember(callee, 'CompiledQuery', ['raw'])
        ? first
        : ['prepared', 'serial'].includes(name)
          ? second
          : name === 'query'
            ? first
            : undefined
      if (text && !textsOf(text) && !runsText) return fault(text, `${name} gets text that is not written there`)
      const [verb] = Object.entries(calls).find(([, names]) => names.includes(name)) ?? []
      if (verb && !/^[A-Z]/.test(callee.object.name ?? '')) readTable(first, verb)
    },
  }).visit(program)
  return found
}
