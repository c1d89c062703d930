// Entry of each program: the build puts this file beside program.cjs, which is all of the program, as `program.js`.
//
// Compiling is a third of a start, and Node 20 keeps nothing of it. So what V8 has compiled by the end of one run lies beside the program for
// the next, under a name that stands for the program's text, for V8 and for Node's options. Where it is missing, unfit or may not be
// written, a start compiles as ever.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, SourceMap } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** By then a program has started; one that is killed before, or ends by a failure, leaves nothing to the next. */
const startedAfterMs = 10_000

const program = fileURLToPath(new URL('program.cjs', import.meta.url))
const text = readFileSync(program, 'utf8')
const head = '(function (exports, require, module, __filename, __dirname, importModule) {'
let map
const compiled = `${program}.${nameOf(text)}.compiled`
const cachedData = readIfThere(compiled)
const script = new Script(`${head}${text}\n})`, { filename: program, columnOffset: -head.length, cachedData })
if (cachedData === undefined || script.cachedDataRejected) keepInTheEnd()

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${placed(frame)}`)].join('\n')

const self = { exports: {} }
// Code from V8's cache cannot import, so `import` is passed in.
script.runInThisContext()(self.exports, createRequire(program), self, program, dirname(program), (name) => import(name))

function nameOf(text) {
  // A program that was started for another task, as an edge of the studio, needs other parts of it compiled.
  const what = [text, process.versions.v8, process.arch, ...process.execArgv, ...process.argv.slice(2)]
  return createHash('sha256').update(what.join('\0')).digest('hex').slice(0, 16)
}

function keepInTheEnd() {
  let isKept = false
  const keep = () => {
    if (isKept) return
    isKept = true
    try {
      // It appears whole or not at all, as several programs may do this at once.
      const making = `${compiled}.${process.pid}`
      writeFileSync(making, script.createCachedData())
      renameSync(making, compiled)
    } catch {
      // The next start takes a little longer, and that is all.
    }
  }
  process.once('exit', (code) => code === 0 && keep())
  setTimeout(keep, startedAfterMs).unref()
}

/** Source position of a line of the program. The map is read with the first trace, since most runs have none. */
function placed(frame) {
  if (frame.getFileName() !== program) return String(frame)
  const { originalSource, originalLine, originalColumn } = sources().findEntry(
    frame.getLineNumber() - 1,
    frame.getColumnNumber() - 1,
  )
  if (originalSource === undefined) return String(frame)
  const pointer = `${new URL(originalSource, import.meta.url)}:${originalLine + 1}:${originalColumn + 1}`
  const name = frame.getFunctionName()
  return name ? `${frame.isAsync() ? 'async ' : ''}${name} (${pointer})` : pointer
}

function sources() {
  return (map ??= new SourceMap(
    JSON.parse(readIfThere(`${program}.map`) ?? '{"version":3,"sources":[],"names":[],"mappings":""}'),
  ))
}

function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
