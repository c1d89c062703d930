import { readFile } from 'node:fs/promises'

/** The last version before the baseline: its migrations are in other files, which are no longer here. */
const version = '0.1.0'

/** The SQL that brings a database with these migrations to the baseline; undefined unless they are exactly those of that version. */
export async function findTakeover(folder: URL, applied: ReadonlySet<string>): Promise<string | undefined> {
  const names = (await readFile(new URL(`takeover/${version}.names`, folder), 'utf8')).trim().split('\n')
  const isThatVersion = names.length === applied.size && names.every((name) => applied.has(name))
  return isThatVersion ? readFile(new URL(`takeover/${version}.sql`, folder), 'utf8') : undefined
}
