// Runs a command and waits for its end, for the build, the checks and the tests.
import { spawn } from 'node:child_process'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Compiler and linter are short-lived Go programs: less garbage collection makes them faster by a fifth or more. */
export const reducedGcEnv = freemem() > 6 * 2 ** 30 ? { GOGC: 'off', GOMEMLIMIT: '2GiB' } : { GOGC: '400' }

/**
 * @param {{ cwd?: string, env?: object, isShown?: boolean }} options with `isShown` it writes to the terminal, and `output` is empty
 * @returns {Promise<{ isOk: boolean, output: string }>}
 */
export function run(command, args, { cwd = root, env = {}, isShown = false } = {}) {
  return new Promise((resolve) => {
    const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, { cwd, stdio, env: { ...reducedGcEnv, ...process.env, ...env } })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data))
    child.once('error', (error) => resolve({ isOk: false, output: `${error.message}\n` }))
    child.once('close', (code) => resolve({ isOk: code === 0, output: Buffer.concat(output).toString() }))
  })
}
