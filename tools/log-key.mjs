// npm run log:key -- <id>: replaces the key of the public log that has this id. Build first: npm run build.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programs, readOptions, readSecrets } from './start.mjs'

const [id = ''] = process.argv.slice(2)
if (/^[0-9a-f]{8}$/.test(id)) {
  const options = readOptions()
  const [server] = programs(options, readSecrets(options))
  const program = fileURLToPath(new URL('../apps/server/dist/rotate-log-key.js', import.meta.url))
  process.exitCode = spawnSync(process.execPath, [program, id], { stdio: 'inherit', env: server.env }).status ?? 1
} else {
  console.error(
    'Name the key to replace by its id, the 8 digits in the last line of /log/keys: npm run log:key -- 0a1b2c3d',
  )
  process.exitCode = 2
}
