import { join } from 'node:path'
import { lockDataFolder } from '@dhow/platform/data-folder'
import { sandboxWitnessName, sandboxWitnessSeed } from '@dhow/platform/sandbox-witness'
import type { Config } from '../config.ts'
import { openHeads } from './heads.ts'
import { openKnownKeys } from './known-keys.ts'
import { openWitnessServer } from './server.ts'
import { signerOfSeed } from './signer.ts'

/** Runs the witness as a process with its own folder, and sends its address to the parent. */
export async function runWitness(config: Config, now: () => Date): Promise<void> {
  const folder = join(config.dataDir, 'witness')
  const release = lockDataFolder(folder, { file: 'witness.pid', setting: 'SANDBOX_DATA_DIR' })
  const server = openWitnessServer({
    signer: signerOfSeed(sandboxWitnessName, sandboxWitnessSeed(config.key)),
    heads: openHeads(join(folder, 'heads')),
    keysOf: openKnownKeys(folder, config.portalUrl),
    now,
  })
  const close = () =>
    void server.close().then(() => {
      release()
      process.exit(0)
    })
  process.on('disconnect', close)
  // Ignore the terminal's signals: the sandbox ends this process by its IPC channel.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  // Ignore a failed send: a sandbox that has ended closes the channel, which ends this process.
  process.send?.({ url }, undefined, undefined, () => undefined)
}
