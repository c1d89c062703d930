// Style of comments: they begin with their subject or a verb, and describe processes in technical terms.
import { pathToFileURL } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { lineOf, readSources } from './sources.mjs'

const code = /\.(ts|tsx|mts|mjs|js)$/
/** The studio's migrations are older than this check, and a merged migration never changes. */
const sql = /^apps\/server\/database\/.*\.sql$/
const opening = /^(What|Whatever|Who|Whoever|Whom|Whose|Where|Wherever|Which|Whichever)\b/
const metaphor = /\b(breath(?:e|es|ing)|(?:is|are|was|goes?) deaf)\b/i

/**
 * Reads the comments of all sources by a parser. Lines of `//` that follow each other are one comment.
 * @param {Map<string, string>} files path to content
 * @returns {string[]} one sentence for each comment that breaks the style, empty if none does
 */
export function findComments(files) {
  const faults = []
  for (const [path, text] of files) {
    if (sql.test(path)) faults.push(...findInSql(path, text))
    if (!code.test(path)) continue
    const { comments } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
    for (const [place, { type, value, start }] of comments.entries()) {
      const body = value.replace(/^[*\s]+/, '')
      const before = comments[place - 1]
      const goesOn = type === 'Line' && before?.type === 'Line' && /^\s*$/.test(text.slice(before.end, start))
      const word = (goesOn ? undefined : opening.exec(body)) ?? metaphor.exec(value)
      if (word) faults.push(`${path}:${lineOf(text, start)} "${word[0]}": begin a comment with its subject or a verb`)
    }
  }
  return faults
}

/** A line of SQL that is nothing but a comment, where none stands above it. */
const sqlComment = /(?<!^[ \t]*--.*\n)^[ \t]*--[ \t]*(.*)$/gm

function findInSql(path, text) {
  return [...text.matchAll(sqlComment)].flatMap((found) => {
    const word = opening.exec(found[1])?.[0]
    return word ? [`${path}:${lineOf(text, found.index)} "${word}": begin a comment with its subject or a verb`] : []
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findComments(readSources())
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
