// npm run check: what can be known of the code without running it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lessCollecting } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', name)
const tool = (name, ...args) => [process.execPath, [join(root, 'tools', name), ...args]]

/** Two rows at a time, each part after the one before it in its row: linting alone takes as long as all others. */
const rows = [
  [
    ['types', bin('tsc'), ['-b']],
    // Reads what the types were built into.
    ['reference', ...tool('reference.mjs', '--check')],
    ['call list', ...tool('calls.mjs', '--check')],
    ['schema lock', ...tool('schema-lock.mjs', '--check')],
    ['lint', bin('oxlint'), ['--type-aware']],
  ],
  [
    ['format', bin('oxfmt'), ['--list-different', '.']],
    ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
    ['boundaries', ...tool('boundaries.mjs')],
    ['tidy', ...tool('tidy.mjs')],
    ['comments', ...tool('comments.mjs')],
  ],
]
let failed = 0
await Promise.all(
  rows.map(async (row) => {
    for (const [name, command, args] of row) {
      const since = performance.now()
      const { isOk, said } = await run(command, args)
      if (!isOk) {
        failed++
        process.stdout.write(said)
      }
      const took = ((performance.now() - since) / 1000).toFixed(1)
      console.log(`${isOk ? 'ok    ' : 'FAILED'} ${took.padStart(6)} s  ${name}`)
    }
  }),
)
process.exitCode = failed > 0 ? 1 : 0

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...lessCollecting, ...process.env },
    })
    const said = []
    child.stdout.on('data', (data) => said.push(data))
    child.stderr.on('data', (data) => said.push(data))
    child.once('error', (error) => resolve({ isOk: false, said: `${error.message}\n` }))
    child.once('close', (code) => resolve({ isOk: code === 0, said: Buffer.concat(said).toString() }))
  })
}
