import { readFile } from 'node:fs/promises'

/** The last version before the baseline: its migrations are in other files, which are no longer here. */
const version = '0.1.0'
/** The last migration of the baseline; those after it run on a database that was taken over as on any other. */
const lastOfBaseline = '0018_help.sql'

/** True if a migration's work stands in a database that was taken over. */
export const isOfBaseline = (name: string) => name <= lastOfBaseline

/** The SQL that brings a database with these migrations to the baseline; undefined unless they are exactly those of that version. */
export async function findTakeover(folder: URL, applied: ReadonlySet<string>): Promise<string | undefined> {
  const names = (await readFile(new URL(`takeover/${version}.names`, folder), 'utf8')).trim().split('\n')
  const isThatVersion = names.length === applied.size && names.every((name) => applied.has(name))
  return isThatVersion ? readFile(new URL(`takeover/${version}.sql`, folder), 'utf8') : undefined
}
