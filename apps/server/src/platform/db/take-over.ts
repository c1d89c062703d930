import { readFile } from 'node:fs/promises'

/** The last version before the baseline; its migrations are no longer here. */
const version = '0.1.0'
/** The last migration of the baseline; later ones run on a taken-over database as on any other. */
const lastOfBaseline = '0018_help.sql'

/** True if a taken-over database already has a migration's changes. */
export const isBaselineMigration = (name: string) => name <= lastOfBaseline

/**
 * SQL that brings a database with these migrations to the baseline; undefined unless they are exactly those of that
 * version.
 */
export async function findTakeover(folder: URL, applied: ReadonlySet<string>): Promise<string | undefined> {
  const names = (await readFile(new URL(`takeover/${version}.names`, folder), 'utf8')).trim().split('\n')
  const isThatVersion = names.length === applied.size && names.every((name) => applied.has(name))
  return isThatVersion ? readFile(new URL(`takeover/${version}.sql`, folder), 'utf8') : undefined
}
