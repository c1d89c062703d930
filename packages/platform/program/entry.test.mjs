import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

/** A program as built. The map points its only line to line 3 of `apps/server/src/main.ts`. */
describe('a program', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dhow-program-'))
    copyFileSync(fileURLToPath(new URL('entry.mjs', import.meta.url)), join(folder, 'program.js'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const program = (text) => writeFileSync(join(folder, 'program.cjs'), text)
  const kept = () => readdirSync(folder).filter((name) => name.endsWith('.compiled'))
  const run = (...options) =>
    execFileSync(process.execPath, [...options, join(folder, 'program.js')], { encoding: 'utf8', stdio: 'pipe' })
  const age = (name) => statSync(join(folder, name)).ino

  it('caches its compiled code for the next start, which uses it unchanged', () => {
    program('console.log("one")')
    expect(run()).toBe('one\n')
    const [name] = kept()
    const first = age(name)
    expect(run()).toBe('one\n')
    expect([kept(), age(name)]).toEqual([[name], first])
  })

  it('is compiled again after any change', () => {
    program('console.log("one")')
    run()
    program('console.log("two")')
    expect(run()).toBe('two\n')
  })

  it('compiles again if the cache is damaged, and repairs it', () => {
    program('console.log("one")')
    run()
    const [name] = kept()
    writeFileSync(join(folder, name), 'not what V8 keeps')
    expect(run()).toBe('one\n')
    expect(statSync(join(folder, name)).size).toBeGreaterThan(100)
  })

  it('has its own cache for other Node options', () => {
    program('console.log("one")')
    run()
    run('--no-opt')
    expect(kept()).toHaveLength(2)
  })

  it('caches nothing of a failed start', () => {
    program('console.log("one"); process.exitCode = 1')
    expect(() => run()).toThrow('Command failed')
    expect(kept()).toEqual([])
  })

  it('imports at run time, also from the cache', () => {
    writeFileSync(join(folder, 'other.js'), 'export const word = "imported"')
    program(
      'importModule(new URL("other.js", require("node:url").pathToFileURL(__filename)).href).then((m) => console.log(m.word))',
    )
    expect([run(), run()]).toEqual(['imported\n', 'imported\n'])
  })

  it('shows source lines in a stack trace, and the bundle’s lines without a source map', () => {
    program('function act() { console.log(new Error("wrong").stack) }; act()')
    expect(run()).toMatch(/^Error: wrong\n {4}at act \(.*program\.cjs:1:\d+\)\n/)
    writeFileSync(
      join(folder, 'program.cjs.map'),
      JSON.stringify({ version: 3, sources: ['../src/main.ts'], names: [], mappings: 'AAEA' }),
    )
    expect(run()).toMatch(/^Error: wrong\n {4}at act \(file:.*\/src\/main\.ts:3:1\)\n/)
  })
})
