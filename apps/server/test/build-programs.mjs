import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The programs that tests start are what the sources say now: compiled and written once for all files of a run, where they are not yet. */
export default function setup() {
  if (globalThis.areProgramsCurrent) return
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const bundle = join(root, 'packages/platform/program/bundle.mjs')
  execFileSync(process.execPath, [bundle, 'server', 'studio', 'sandbox'], { stdio: ['ignore', 'ignore', 'inherit'] })
  globalThis.areProgramsCurrent = true
}
