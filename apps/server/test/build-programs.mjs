import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Builds the programs that tests start from the current sources, once for all files of a run. */
export default function setup() {
  if (globalThis.areProgramsCurrent) return
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const bundle = join(root, 'packages/platform/program/bundle.mjs')
  execFileSync(process.execPath, [bundle, 'server', 'studio', 'sandbox'], { stdio: ['ignore', 'ignore', 'inherit'] })
  globalThis.areProgramsCurrent = true
}
