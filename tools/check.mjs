// npm run check: what can be known of the code without running it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', name)

const parts = [
  ['types', bin('tsc'), ['-b']],
  ['lint', bin('oxlint'), ['--type-aware']],
  ['boundaries', process.execPath, [join(root, 'tools/boundaries.mjs')]],
  ['tidy', process.execPath, [join(root, 'tools/tidy.mjs')]],
  ['dead code', bin('knip'), ['--no-progress', '--no-config-hints']],
  ['reference', process.execPath, [join(root, 'tools/reference.mjs'), '--check']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
]

let failed = 0
for (const [name, command, args] of parts) {
  const since = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  const isOk = status === 0
  if (!isOk) {
    failed++
    process.stdout.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`)
  }
  console.log(`${isOk ? 'ok    ' : 'FAILED'} ${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${name}`)
}
process.exitCode = failed > 0 ? 1 : 0
