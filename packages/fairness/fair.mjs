#!/usr/bin/env node
// `npm run -s fair -- …`: recomputes a round. Builds the package first where it was never built.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('./dist/cli.js', import.meta.url)
if (!existsSync(built)) {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const build = spawnSync('npx', ['--no-install', 'tsc', '-b', folder], { stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(1)
}
const { runFair } = await import(built.href)
process.exitCode = runFair(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
)
