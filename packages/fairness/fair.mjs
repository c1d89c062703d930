#!/usr/bin/env node
// `npm run -s fair -- …`: recomputes a round, or with --history every round of a file. Builds first if needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const words = process.argv.slice(2)
if (words[0] === '--history') {
  // Payouts are part of the games' rules, which are in the studio.
  const check = buildOnce('../../apps/studio/', 'dist/check-main.js')
  const { status } = spawnSync(process.execPath, [fileURLToPath(check), words[1] ?? ''], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const built = buildOnce('./', 'dist/cli.js')
const { runFair } = await import(built.href)
process.exitCode = runFair(
  words,
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
)

function buildOnce(folder, file) {
  const at = new URL(folder, import.meta.url)
  const built = new URL(file, at)
  if (existsSync(built)) return built
  const build = spawnSync('npx', ['--no-install', 'tsc', '-b', fileURLToPath(at)], { stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(1)
  return built
}
