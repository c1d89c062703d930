import { fieldsOf } from '@dhow/contract/records'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A function or view as its file defines it, or the roles and grants (`roles.sql`, `grants.sql`). */
export interface Source {
  /** Path below the database folder: `functions/ledger/post.sql`. */
  path: string
  kind: 'function' | 'view' | 'rights'
  /** Name of the function or view with its schema: `ledger.post`. */
  name: string
  text: string
  /** SHA-256 of the text, in hexadecimal. */
  hash: string
}

/** The database as the files of `apps/server/database` describe it. */
export interface Schema {
  /** Grows with every change of functions or views, so that an older server notices. */
  revision: number
  migrations: { name: string; text: string }[]
  /** Migrations outside any transaction, run after all others. */
  online: { name: string; text: string }[]
  /** Sorted so that each comes after those that it uses. */
  sources: Source[]
}

const migrationName = /^\d{4}_[a-z0-9_]+(\.online)?\.sql$/
const isOnline = ({ name }: { name: string }) => name.endsWith('.online.sql')

/** @param folder the database folder, with a slash at its end */
export async function readSchema(folder: URL): Promise<Schema> {
  const names = (await readdir(new URL('migrations/', folder))).filter((name) => migrationName.test(name)).sort()
  const [lock, all, functions, views, rights] = await Promise.all([
    readFile(new URL('lock.json', folder), 'utf8'),
    Promise.all(
      names.map(async (name) => ({ name, text: await readFile(new URL(`migrations/${name}`, folder), 'utf8') })),
    ),
    readSources(folder, 'function'),
    readSources(folder, 'view'),
    Promise.all(['roles.sql', 'grants.sql'].map((path) => readSource(folder, 'rights', path))),
  ])
  const { revision } = fieldsOf(JSON.parse(lock))
  if (typeof revision !== 'number') throw new Error('database/lock.json has no revision')
  const [migrations, online] = [all.filter((one) => !isOnline(one)), all.filter(isOnline)]
  return { revision, migrations, online, sources: [...inOrder(functions), ...inOrder(views), ...rights] }
}

async function readSources(folder: URL, kind: 'function' | 'view'): Promise<Source[]> {
  const files = await readdir(new URL(`${kind}s/`, folder), { recursive: true })
  const paths = files
    .map((file) => `${kind}s/${file.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.sql'))
    .sort()
  return Promise.all(paths.map((path) => readSource(folder, kind, path)))
}

async function readSource(folder: URL, kind: Source['kind'], path: string): Promise<Source> {
  const text = await readFile(new URL(path, folder), 'utf8')
  return { path, kind, name: nameOf(path), text, hash: sha256(text) }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Name of the function or view that a file defines: `ledger.post` of `functions/ledger/post.sql`. */
export const nameOf = (path: string) =>
  path
    .split('/')
    .slice(-2)
    .join('.')
    .replace(/\.sql$/, '')

/**
 * Sorts each after those of its kind that its text uses. Functions that use each other keep the order of their paths.
 */
function inOrder(sources: Source[]): Source[] {
  const words = new Map(sources.map((source) => [source, new Set(withoutComments(source.text).match(/[\w.]+/g))]))
  const ordered = new Set<Source>()
  const open = new Set<Source>()
  const visit = (source: Source) => {
    if (ordered.has(source) || open.has(source)) return
    open.add(source)
    const mentioned = words.get(source)
    for (const other of sources) if (mentioned?.has(other.name)) visit(other)
    ordered.add(source)
  }
  for (const source of sources) visit(source)
  return [...ordered]
}

const withoutComments = (sql: string) => sql.replace(/--.*$/gm, '')
