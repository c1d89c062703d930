// Text in TypeScript that stands written there: literals, templates, sums and constants of the file.
import { Visitor } from 'oxc-parser'

/**
 * Finds the text that a node of a file stands for.
 * @param {string} code
 * @param {object} program the parsed file
 */
export function openTexts(code, program) {
  const constants = new Map()
  new Visitor({
    VariableDeclarator: ({ id, init }) => constants.set(id.name, constants.has(id.name) ? undefined : init),
  }).visit(program)

  /** Text with holes, as what stands between them; undefined where it is no text. */
  function textsOf(node) {
    if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
    if (node?.type === 'TemplateLiteral') return textsOfTemplate(node, textsOf)
    if (node?.type === 'BinaryExpression' && node.operator === '+')
      return joined(['', '', ''], [node.left, node.right], textsOf)
    if (node?.type === 'Identifier') return textsOf(constants.get(node.name))
    return undefined
  }
  /** Texts of a template, each hole as `resolve` reads it. */
  const textsOfTemplate = ({ quasis, expressions }, resolve) =>
    joined(
      quasis.map(({ value }) => value.cooked),
      expressions,
      resolve,
    )
  /** Texts of a tagged statement, whose holes are text only where a builder makes them so. */
  const textsOfStatement = (quasi) =>
    textsOfTemplate(quasi, (hole) => (isMember(hole.callee, 'sql', builders) ? textsOf(hole.arguments[0]) : undefined))

  function joined(texts, holes, resolve) {
    const all = [texts[0]]
    for (const [index, hole] of holes.entries()) {
      // An empty hole keeps its lines, so that the text behind it keeps its position.
      const lines = '\n'.repeat(code.slice(hole.start, hole.end).split('\n').length - 1)
      const [first, ...rest] = resolve(hole) ?? ['', lines]
      all.push(all.pop() + first, ...rest)
      all.push(all.pop() + texts[index + 1])
    }
    return all
  }

  /** Another query or fragment, which is read where it is written. */
  const isQuery = (node) => {
    const value = node.type === 'Identifier' ? constants.get(node.name) : node
    return (
      value?.type === 'TaggedTemplateExpression' ||
      (value?.type === 'CallExpression' && value.callee.type === 'MemberExpression')
    )
  }

  return { textsOf, textsOfStatement, isQuery }
}

/** Functions of `sql` with text as an argument. */
export const builders = ['raw', 'ref', 'table', 'id']

export const isMember = (callee, object, names) =>
  callee?.type === 'MemberExpression' && callee.object.name === object && names.includes(callee.property.name)
