// Makes lock.json: the hashes of merged migrations, which never change, and a revision that grows with each change of
// functions, views and grants, so that a server knows that a database is newer.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const lockFile = 'apps/server/database/lock.json'
const folder = fileURLToPath(new URL('.', import.meta.url))
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Files of a folder below the database's, from path to text, in order. */
function read(name) {
  const paths = readdirSync(join(folder, name), { recursive: true })
    .map((path) => `${name}/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.sql'))
    .sort()
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/**
 * Compares the lock with these files.
 * @param {{ revision: number, migrations: Record<string, string>, sources: string }} lock the current one
 * @param {Map<string, string>} migrations path to text
 * @param {Map<string, string>} sources functions, views and grants, path to text
 * @returns {{ lock: typeof lock, faults: string[] }} faults if a merged migration was changed or removed
 */
export function lockOf(lock, migrations, sources) {
  const hashes = Object.fromEntries([...migrations].map(([path, text]) => [path, sha256(text)]))
  const faults = Object.entries(lock.migrations).flatMap(([path, hash]) =>
    hashes[path] === hash
      ? []
      : [
          `${path} ${path in hashes ? 'was changed' : 'is gone'}: a merged migration never changes, add a new one ` +
            `(if it was never merged, take its line out of lock.json)`,
        ],
  )
  for (const [path, next] of pairs([...migrations.keys()]))
    if (numberOf(path) === numberOf(next)) faults.push(`${next} has the number of ${path}: give it the next free one`)
  const joined = sha256([...sources].map(([path, text]) => `${path} ${sha256(text)}\n`).join(''))
  const isCurrent = joined === lock.sources && Object.keys(hashes).length === Object.keys(lock.migrations).length
  const revision = isCurrent ? lock.revision : lock.revision + 1
  return { lock: { revision, migrations: hashes, sources: joined }, faults }
}

const numberOf = (path) => /\/(\d+)_/.exec(path)?.[1]
const pairs = (list) => list.slice(1).map((next, index) => [list[index], next])

/** The updated lock, and faults. @returns {{ text: string, faults: string[] }} */
export function makeLock() {
  const before = JSON.parse(readFileSync(new URL('lock.json', import.meta.url), 'utf8'))
  const rights = ['grants.sql', 'roles.sql'].map((name) => [name, readFileSync(new URL(name, import.meta.url), 'utf8')])
  const sources = new Map([...read('functions'), ...read('views'), ...rights])
  const { lock, faults } = lockOf(before, read('migrations'), sources)
  return { text: JSON.stringify(lock, null, 2) + '\n', faults }
}
