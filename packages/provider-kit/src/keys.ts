import { existsSync, readFileSync } from 'node:fs'
import { field } from './dialect.ts'
import { sandboxPair } from './sandbox-pair.ts'

/** The given key, or the content of the given file. */
export function keyOf(given: string | undefined): string | undefined {
  return given !== undefined && existsSync(given) ? readFileSync(given, 'utf8') : given
}

/** The key of a sandbox's provider, from the sandbox's data folder. */
export function sandboxKey(folder: string, adapter: string, provider: string): string | undefined {
  const path = `${folder}/secrets.json`
  if (!existsSync(path)) return undefined
  const key = field(JSON.parse(readFileSync(path, 'utf8')), 'sandboxKey')
  if (typeof key !== 'string') return undefined
  return adapter === 'hub88' ? sandboxPair(key, provider).privateKey : key
}
