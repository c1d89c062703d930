// Small rules; every message names the replacement.

/** Name of a callee: `setTimeout`, `Math.random`, `crypto.randomUUID`. */
function nameOf(node) {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type !== 'MemberExpression' || node.computed) return ''
  return `${nameOf(node.object)}.${node.property.name}`
}

/** Only config.ts reads the environment; main.ts passes it on. */
export const environment = {
  create: (context) => ({
    MemberExpression(node) {
      if (nameOf(node) !== 'process.env') return
      const { parent } = node
      const isForwarded = parent.type === 'CallExpression' && /^read(Config|Store)$/.test(nameOf(parent.callee))
      if (!isForwarded)
        context.report({ node, message: 'use a setting of config.ts, to which main.ts passes process.env' })
    },
  }),
}

/** Forbids names, by full name or last part, and modules. */
const ban = (names, instead) => ({
  create(context) {
    const look = (node, name) => {
      if (names.some((banned) => name === banned || name.endsWith(`.${banned}`)))
        context.report({ node, message: `${name}: use ${instead}` })
    }
    return {
      CallExpression: (node) => look(node, nameOf(node.callee)),
      MemberExpression: (node) => node.parent.callee !== node && look(node, nameOf(node)),
      NewExpression: (node) => node.arguments.length === 0 && look(node, `new ${nameOf(node.callee)}`),
      ImportDeclaration: (node) => look(node, node.source.value.replace(/^(node:timers)\/.*/, '$1')),
      ImportSpecifier: (node) => node.importKind !== 'type' && look(node, node.imported.name),
    }
  },
})

export const clock = ban(
  ['Date.now', 'new Date', 'performance.now', 'setTimeout', 'setInterval', 'node:timers'],
  'the Clock that is passed in (now, monotonicMs, after)',
)
export const chance = ban(
  ['Math.random', 'randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'],
  'the Random that is passed in, or newId',
)

const money = /amount|balance|stake|payout|chips|price|minor|deposit_limit|min_deposit|max_deposit/i

/** Money is in integers of minor units, parsed and formatted by digits. */
export const exactMoney = {
  create(context) {
    const isMoney = (node) => node !== undefined && money.test(context.sourceCode.getText(node))
    const instead = (name, [first]) => {
      if (name === 'parseFloat' || (/^Math\.(round|floor|ceil)$/.test(name) && isMoney(first)))
        return 'parseAmount of @dhow/contract/money, which reads by digits into a bigint'
      if (name === 'Number' && isPlain(first) && isMoney(first))
        return 'bigint minor units, and formatDecimal for the API'
      return /\.(toFixed|toPrecision)$/.test(name) ? 'formatDecimal or formatMoney of @dhow/contract/money' : undefined
    }
    return {
      CallExpression(node) {
        const use = instead(nameOf(node.callee), node.arguments)
        if (use) context.report({ node, message: `floating point near money: use ${use}` })
      },
    }
  },
}

/** A plain value, awaited or not; no comparison and no arithmetic. */
const isPlain = (node) =>
  node?.type === 'AwaitExpression' || node?.type === 'TSNonNullExpression'
    ? isPlain(node.argument ?? node.expression)
    : ['Identifier', 'MemberExpression', 'ChainExpression'].includes(node?.type)

/** Tests wait for a condition, not for a time. */
export const testSleep = {
  create: (context) => ({
    CallExpression(node) {
      const name = nameOf(node.callee)
      const [first, wait] = node.arguments
      const isSleep =
        name === 'setTimeout' && first?.type === 'Identifier' && wait?.type === 'Literal' && wait.value > 0
      if (isSleep || name.endsWith('.waitForTimeout'))
        context.report({ node, message: 'a sleep: use vi.waitFor, expect.poll or the fake clock' })
    },
  }),
}

/** Every test runs, with all others; `skipIf` only for an engine that a machine lacks. */
export const everyTestRuns = {
  create: (context) => ({
    MemberExpression(node) {
      if (/^(it|test|describe|suite)(\.\w+)*\.(skip|only|todo|fixme)$/.test(nameOf(node)))
        context.report({ node, message: 'a test that does not run, or runs alone: let it run, or skipIf' })
    },
  }),
}

/** A caught error needs a handler or a comment. */
export const emptyCatch = {
  create: (context) => ({
    CallExpression(node) {
      const body = node.arguments[0]?.body
      if (node.callee.property?.name !== 'catch' || body?.type !== 'BlockStatement' || body.body.length > 0) return
      if (context.sourceCode.getCommentsInside(body).length === 0)
        context.report({ node: body, message: 'say what the failure means: log it, name it, or return a value for it' })
    },
  }),
}

const opening = /^(What|Whatever|Who|Whoever|Whom|Whose|Where|Wherever|Which|Whichever)\b/
const metaphor = /\b(breath(?:e|es|ing)|(?:is|are|was|goes?) deaf)\b/i

/** Comments begin with their subject or a verb, and describe processes in technical terms. Consecutive `//` lines are one comment. */
export const commentOpening = {
  create: (context) => ({
    Program() {
      const { sourceCode } = context
      const comments = sourceCode.getAllComments()
      for (const [index, { type, value, range, loc }] of comments.entries()) {
        const before = comments[index - 1]
        const isAdjacent = before?.type === 'Line' && /^\s*$/.test(sourceCode.text.slice(before.range[1], range[0]))
        const begins = type === 'Line' && isAdjacent ? undefined : opening.exec(value.replace(/^[*\s]+/, ''))
        const word = begins ?? metaphor.exec(value)
        if (word) context.report({ loc, message: `"${word[0]}": begin a comment with its subject or a verb` })
      }
    },
  }),
}
