import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const text =
  /\.(ts|tsx|mts|mjs|cjs|js|json|css|html|sql|md|svg|yml|yaml|sh|map)$|(^|\/)(\.ci\/run|NOTICE|LICENSE|Dockerfile)$/

const notOurs = ['.git', 'node_modules', 'dist', '.data', '.data-demo', '.cache', 'test-results']

/** The repository's own text files as a map from path to content: what git keeps, and what it would keep when it were added. */
export function readSources(folder = root) {
  const paths = (listByGit(folder) ?? listByWalking(folder)).filter(
    (path) => text.test(path) && path !== 'package-lock.json' && existsSync(join(folder, path)),
  )
  return new Map([...new Set(paths)].map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function listByGit(folder) {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout.split('\0') : undefined
}

/** Without git, as in an unpacked archive. */
function listByWalking(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    if (entry.isDirectory()) return notOurs.includes(entry.name) ? [] : listByWalking(folder, `${path}/`)
    return [path]
  })
}

/**
 * The code with its comments blanked, line for line and column for column, so that what is found keeps its place and a sentence about a
 * banned word is not the word's use.
 */
export function withoutComments(code) {
  let out = ''
  let at = 0
  let before = ''
  const copyTo = (end) => {
    out += code.slice(at, end)
    at = end
  }
  while (at < code.length) {
    const two = code.slice(at, at + 2)
    const one = code[at]
    if (two === '//' || two === '/*') {
      const end = two === '//' ? code.indexOf('\n', at) : code.indexOf('*/', at + 2) + 2
      const stop = end < (two === '//' ? 0 : 2) ? code.length : end
      out += code.slice(at, stop).replace(/[^\n]/g, ' ')
      at = stop
    } else if (one === "'" || one === '"') {
      copyTo(endOfQuoted(code, at))
      before = one
    } else if (one === '/' && /[=(,:[!&|?{};\n]|^$/.test(before)) {
      copyTo(endOfRegExp(code, at))
      before = '/'
    } else {
      // A template is copied as code: a comment inside of its holes is rare, a `//` in its text is not.
      if (one === '`') copyTo(endOfTemplate(code, at))
      else copyTo(at + 1)
      if (!/\s/.test(one)) before = one
    }
  }
  return out
}

function endOfQuoted(code, start) {
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === code[start]) return at + 1
    else if (code[at] === '\n') return at
  }
  return code.length
}

function endOfRegExp(code, start) {
  let inClass = false
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === '\n') return start + 1
    if (code[at] === '\\') at++
    else if (code[at] === '[') inClass = true
    else if (code[at] === ']') inClass = false
    else if (code[at] === '/' && !inClass) return at + 1
  }
  return start + 1
}

function endOfTemplate(code, start) {
  let depth = 0
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith('${', at)) depth++
    else if (code[at] === '}' && depth > 0) depth--
    else if (code[at] === '`' && depth === 0) return at + 1
    else if (code[at] === '`') at = endOfTemplate(code, at) - 1
  }
  return code.length
}

/** The line, counted from one, on which a place stands. */
export const lineOf = (code, index) => code.slice(0, index).split('\n').length
