import { join } from 'node:path'
import { lockDataFolder } from '@dhow/platform/data-folder'
import { sandboxWitnessName, sandboxWitnessSeed } from '@dhow/platform/sandbox-witness'
import type { Config } from '../config.ts'
import { openHeads } from './heads.ts'
import { openKnownKeys } from './known-keys.ts'
import { openWitnessServer } from './server.ts'
import { signerOfSeed } from './signer.ts'

/** The witness as a process of its own, with its own folder; the program that started it gets its address. */
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
  // A signal to the terminal reaches both; the sandbox ends this process by its channel.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  // A sandbox that has ended meanwhile needs no address; its end closes the channel, and that this process.
  process.send?.({ url }, undefined, undefined, () => undefined)
}
