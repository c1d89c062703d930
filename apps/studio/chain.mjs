#!/usr/bin/env node
// `npm run -s chain -- …`: creates or shows the hash chains of the shared games, in the data folder of `npm start`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
// The environment takes precedence over the file, as for npm start.
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
const built = join(root, 'apps/studio/dist/chains-main.js')
if (!existsSync(built)) {
  process.stderr.write('Building the studio, once…\n')
  const build = spawnSync('npx', ['--no-install', 'tsc', '-b', 'apps/studio'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (build.status !== 0) process.exit(1)
}
const dataDir = process.env.STUDIO_DATA_DIR ?? join(process.env.DATA_DIR ?? join(root, '.data'), 'studio')
const run = spawnSync(process.execPath, [built, ...process.argv.slice(2)], {
  env: { ...process.env, STUDIO_DATA_DIR: dataDir },
  stdio: 'inherit',
})
process.exitCode = run.status ?? 1
