// npm run log:export, log:forget and log:key: commands of the public log with the server's settings. Build first: npm run build.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programs, readOptions, readSecrets } from './start.mjs'

/** For each command: arguments for the server's program (undefined for a wrong call), and its usage. */
const commands = {
  // Writes the public log as files for any web server; a later run adds new ones.
  export: {
    read: ([folder, ...more]) => (folder !== undefined && more.length === 0 ? [resolve(folder)] : undefined),
    call: 'Name the folder that gets the files of the log: npm run log:export -- /var/www/log',
  },
  // Erases a player's receipts; the log stays valid.
  forget: {
    read: ([player = '', ...words]) =>
      /^ply_\w+$/.test(player) && words.length > 0 ? [player, words.join(' ')] : undefined,
    call: 'Name the player by their id, and the reason: npm run log:forget -- ply_01k0… asked for it by letter',
  },
  // Replaces the public log's key with this id.
  key: {
    read: ([id = '']) => (/^[0-9a-f]{8}$/.test(id) ? [id] : undefined),
    call: 'Name the key to replace by its id, the 8 digits in the last line of /log/keys: npm run log:key -- 0a1b2c3d',
  },
}

const [name, ...words] = process.argv.slice(2)
const { read, call } = commands[name]
const args = read(words)
if (args === undefined) {
  console.error(call)
  process.exitCode = 2
} else {
  const options = readOptions()
  const [server] = programs(options, readSecrets(options))
  const program = fileURLToPath(new URL('../apps/server/dist/program.js', import.meta.url))
  const run = [program, `log:${name}`, ...args]
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit', env: server.env }).status ?? 1
}
