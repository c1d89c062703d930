import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../.cache/bench/', import.meta.url))

/** Path of a C program in this folder, compiled on first use: load generators must use little of the CPU that they share with the server. */
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
