import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { Log } from '@dhow/platform/log'
import { openEngine } from '../src/platform/db/embedded.ts'
import { openDatabase } from '../src/platform/db/index.ts'
import { openEmptied } from './emptied-database.ts'
import { schemaName } from './schema-name.ts'

const enginePackage = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
const cache = new URL('../../../.cache/test/', import.meta.url)

/** Engines of this process that no world has now, each as the migrations left it. */
const free: BorrowedEngine[] = []
interface BorrowedEngine {
  engine: PGlite
  giveBack(): Promise<void>
}

/** To open an engine takes a second of the processor, to empty one a twentieth: whoever is through with one leaves it to the next. */
export async function borrowEngine(log: Log): Promise<BorrowedEngine> {
  const idle = free.pop()
  if (idle) return idle
  const engine = await openEngine({ loadDataDir: await migratedDump(log) })
  const emptied = await openEmptied(engine)
  const borrowed = {
    engine,
    async giveBack() {
      await engine.exec('set role none')
      if (!(await emptied.isAsMade())) return engine.close()
      await emptied.empty()
      await engine.exec('discard all')
      free.push(borrowed)
    },
  }
  return borrowed
}

let dump: Promise<Blob> | undefined

/** The folder of a migrated embedded database, made once for a schema: a world that makes its own waits two seconds for it. */
const migratedDump = (log: Log) => (dump ??= readOrMakeDump(log))

async function readOrMakeDump(log: Log): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(enginePackage, 'utf8')) as { version: string }
  const path = new URL(`embedded-${version}-${schemaName()}.tar`, cache)
  if (existsSync(path)) return new Blob([readFileSync(path)])
  const engine = await openEngine({})
  await (await openDatabase({ engine, log })).close()
  const made = await engine.dumpDataDir('none')
  await engine.close()
  mkdirSync(cache, { recursive: true })
  // Under a name of its own until it is whole: the other worker may be making the same one.
  const making = new URL(`${path.href}.${process.pid}`)
  writeFileSync(making, Buffer.from(await made.arrayBuffer()))
  renameSync(making, path)
  return made
}
