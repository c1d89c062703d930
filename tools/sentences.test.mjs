// No code compares or matches an English sentence: texts have codes.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'

const apps = fileURLToPath(new URL('../apps', import.meta.url))
/** Files that match messages of the database driver, which has no codes for them. */
const ofOthers = ['server/src/platform/http/errors.ts']
const matchers = ['startsWith', 'endsWith', 'includes', 'indexOf', 'match', 'test', 'exec']

const isSentence = (text) => /^\^?[A-Z][a-z’]*,? [a-z]+ \S/.test(text)
const textOf = (node) =>
  node?.type === 'Literal' ? String(node.regex?.pattern ?? node.value) : (node?.quasis?.[0]?.value.cooked ?? '')

/** Sentences that a source compares with another text. */
function comparisonsIn(source) {
  const found = []
  const look = (...nodes) => found.push(...nodes.map(textOf).filter(isSentence))
  new Visitor({
    BinaryExpression: ({ operator, left, right }) => /^[!=]==?$/.test(operator) && look(left, right),
    SwitchCase: ({ test }) => look(test),
    CallExpression({ callee, arguments: args }) {
      if (matchers.includes(callee.property?.name)) look(callee.object, args[0])
    },
  }).visit(parseSync('file.tsx', source).program)
  return found
}

it('no code of the apps compares or matches an English sentence', () => {
  const files = readdirSync(apps, { recursive: true })
    .filter((file) => /^\w+\/(src|client)\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file))
    .filter((file) => !ofOthers.includes(file))
  expect(files.length).toBeGreaterThan(500)
  // Skip parsing of files without sentences, which are most.
  const found = files.flatMap((file) => {
    const source = readFileSync(`${apps}/${file}`, 'utf8')
    const sentences = /['"`/]\^?[A-Z][a-z’]*,? [a-z]+ \S/.test(source) ? comparisonsIn(source) : []
    return sentences.map((sentence) => `${file}: ${sentence}`)
  })
  expect(found).toEqual([])
})

it.each([
  ["if (message === 'Access restricted from your country.') restrict()"],
  ["const own = !sentence.startsWith('You are not authorized')"],
  ["const late = sentence.includes('This deposit has expired.')"],
  ['const form = /^Minimum allowed is (.+)$/.exec(sentence)'],
  ["switch (text) { case 'This is required': mark() }"],
])('%s is found', (source) => expect(comparisonsIn(source)).toHaveLength(1))

it('a text that is only used is no comparison', () =>
  expect(comparisonsIn("const shown = code === 'busy' ? 'Please try again later.' : words.late")).toEqual([]))
