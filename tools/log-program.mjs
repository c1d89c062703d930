// Runs a command of the public log beside the server, on the server's settings. Build first: npm run build.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programs, readOptions, readSecrets } from './start.mjs'

/** Runs a command of the server's program; its exit code is this program's. */
export function runLogProgram(command, args) {
  const options = readOptions()
  const [server] = programs(options, readSecrets(options))
  const program = fileURLToPath(new URL('../apps/server/dist/program.js', import.meta.url))
  const { status } = spawnSync(process.execPath, [program, command, ...args], { stdio: 'inherit', env: server.env })
  process.exitCode = status ?? 1
}

/** Ends with 2, as a call that was wrong. */
export function refuseCall(text) {
  console.error(text)
  process.exitCode = 2
}
