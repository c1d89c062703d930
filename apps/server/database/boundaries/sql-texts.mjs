// Evaluates constant text in TypeScript: literals, templates, concatenations and constants of the file.
import { Visitor } from 'oxc-parser'

/**
 * Finds the constant text of a node in a file.
 * @param {string} code
 * @param {object} program the parsed file
 */
export function openTexts(code, program) {
  const constants = new Map()
  new Visitor({
    VariableDeclarator: ({ id, init }) => constants.set(id.name, constants.has(id.name) ? undefined : init),
  }).visit(program)

  /** Text with placeholders, as the parts between them; undefined if it is no text. */
  function textsOf(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
    if (node?.type === 'TemplateLiteral') return textsOfTemplate(node, textsOf)
    if (node?.type === 'BinaryExpression' && node.operator === '+')
      return joined(['', '', ''], [node.left, node.right], textsOf)
    if (node?.type === 'Identifier') return textsOf(constants.get(node.name))
    return undefined
  }
  /** Texts of a template, each placeholder read by `resolve`. */
  const textsOfTemplate = ({ quasis, expressions }, resolve) =>
    joined(
      quasis.map(({ value }) => value.cooked),
      expressions,
      resolve,
    )
  /** Texts of a tagged statement, whose placeholders are text only with a builder. */
  const textsOfStatement = (quasi) =>
    textsOfTemplate(quasi, (hole) => (isMember(hole.callee, 'sql', builders) ? textsOf(hole.arguments[0]) : undefined))

  function joined(texts, holes, resolve) {
    const all = [texts[0]]
    for (const [index, hole] of holes.entries()) {
      // Keep the line breaks of an empty placeholder, so that later text keeps its position.
      const lines = '\n'.repeat(code.slice(hole.start, hole.end).split('\n').length - 1)
      const [first, ...rest] = resolve(hole) ?? ['', lines]
      all.push(all.pop() + first, ...rest)
      all.push(all.pop() + texts[index + 1])
    }
    return all
  }

  /** Another query or fragment, which is parsed where it is written. */
  const isQuery = (node) => {
    const value = node.type === 'Identifier' ? constants.get(node.name) : node
    return (
      value?.type === 'TaggedTemplateExpression' ||
      (value?.type === 'CallExpression' && value.callee.type === 'MemberExpression')
    )
  }

  return { textsOf, textsOfStatement, isQuery }
}

/** Functions of `sql` that take text. */
export const builders = ['raw', 'ref', 'table', 'id']

export const isMember = (callee, object, names) =>
  callee?.type === 'MemberExpression' && callee.object.name === object && names.includes(callee.property.name)
