#!/usr/bin/env node
// `npm run -s receipt -- …`: checks receipts, statements, roots and heads of a public log. Builds first if needed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('dist/cli.js', import.meta.url)
if (!existsSync(built)) {
  const here = fileURLToPath(new URL('.', import.meta.url))
  const build = spawnSync('npx', ['--no-install', 'tsc', '-b', here], { stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(1)
}
const { runReceipt } = await import(built.href)
process.exitCode = runReceipt(process.argv.slice(2), {
  readFile: (path) => readFileSync(path),
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
})
