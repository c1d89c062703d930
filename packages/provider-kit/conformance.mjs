#!/usr/bin/env node
// `npm run provider:conformance -- …`: plays the rules of a seamless wallet. Builds the package first if needed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('./dist/cli.js', import.meta.url)
if (!existsSync(built)) {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const build = spawnSync('npx', ['--no-install', 'tsc', '-b', folder], { stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(1)
}
const { runConformance } = await import(built.href)
process.exitCode = await runConformance(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
})
