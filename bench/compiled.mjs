import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))

/**
 * The path of a C program of this folder, compiled when it is first asked for: who puts load on a server is not to take much of the processors
 * that both share.
 */
export function compiled(name) {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url))
  const program = join(folder, name)
  if (existsSync(program) && statSync(program).mtimeMs > statSync(source).mtimeMs) return program
  mkdirSync(folder, { recursive: true })
  try {
    const words = ['-O2', '-Wall', '-Wextra', '-Werror', '-o', program, source, '-lm']
    execFileSync('cc', words, { stdio: ['ignore', 'inherit', 'inherit'] })
  } catch (error) {
    if (error.code === 'ENOENT') throw new Error(`${name}.c has to be compiled: install a compiler that is called cc.`)
    throw error
  }
  return program
}
