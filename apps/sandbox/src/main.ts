import { listen } from '@dhow/platform/listen'
import { endOnSignal, exitWith } from '@dhow/platform/process'
import { openSandbox } from './app.ts'
import { readConfig } from './config.ts'

/** The process: settings, open, listen, close on a signal. */
async function main() {
  const config = readConfig(process.env)
  const server = openSandbox(config, () => new Date())
  endOnSignal(process, () => server.close(), exitWith)
  await listen(server, { host: config.host, port: config.port, setting: 'SANDBOX_PORT' })
}

main().catch(exitWith)
