// Entry of each program: the build copies this file as `program.js` next to program.cjs, the bundled program.
//
// Compiling is a third of a start, and Node 20 does not cache it. So this stores V8's compiled code at the end of a run next to the program, under a
// name derived from the program's text, V8's version and Node's options. A missing, unusable or unwritable cache only means a normal start.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, SourceMap } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** The cache is written after this time; a program that is killed before, or fails, leaves none. */
const startedAfterMs = 10_000

const program = fileURLToPath(new URL('program.cjs', import.meta.url))
const text = readFileSync(program, 'utf8')
const head = '(function (exports, require, module, __filename, __dirname, importModule) {'
let map
const compiled = `${program}.${nameOf(text)}.compiled`
const cachedData = readIfThere(compiled)
const script = new Script(`${head}${text}\n})`, { filename: program, columnOffset: -head.length, cachedData })
if (cachedData === undefined || script.cachedDataRejected) writeAtExit()

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${placed(frame)}`)].join('\n')

const self = { exports: {} }
// Cached code cannot import, so pass `import` in.
script.runInThisContext()(self.exports, createRequire(program), self, program, dirname(program), (name) => import(name))

function nameOf(text) {
  // Other arguments, such as for a studio's edge, need other parts compiled.
  const what = [text, process.versions.v8, process.arch, ...process.execArgv, ...process.argv.slice(2)]
  return createHash('sha256').update(what.join('\0')).digest('hex').slice(0, 16)
}

function writeAtExit() {
  let isKept = false
  const keep = () => {
    if (isKept) return
    isKept = true
    try {
      // Write atomically, as several programs may do this at once.
      const making = `${compiled}.${process.pid}`
      writeFileSync(making, script.createCachedData())
      renameSync(making, compiled)
    } catch {
      // Without a cache the next start is just slower.
    }
  }
  process.once('exit', (code) => code === 0 && keep())
  setTimeout(keep, startedAfterMs).unref()
}

/** Source position of a line. Reads the map at the first stack trace, since most runs have none. */
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
