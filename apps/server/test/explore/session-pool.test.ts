import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '../../src/platform/db/index.ts'
import { testEngine } from '../engines.ts'
import type { Connections, ExploredDatabase } from './database.ts'
import { openOnPostgres } from './on-postgres.ts'
import { openScheduler } from './scheduler.ts'

const lockKey = 20_261_128
const lock = (db: Db) => sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
const processOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}
/** A promise with its resolve function. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((given) => (resolve = given))
  return { promise, resolve }
}
const terminated = 'Connection terminated unexpectedly'

describe.runIf(testEngine === 'postgres')('connections of an explored server', () => {
  let database: ExploredDatabase
  let one: Connections
  let two: Connections
  beforeAll(async () => {
    database = await openOnPostgres(openScheduler())
    const connect = (number: number) => database.connect({ name: `server ${number}`, server: number, isGone: false })
    ;[one, two] = [await connect(0), await connect(1)]
  })
  afterAll(async () => {
    await database.close()
    await database.opened.drop()
  })

  const waitingForLocks = async () => {
    const [row] = await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
    )
    return row?.waiting
  }

  it('that are lost in a transaction roll it back, and leave their session to the next', async () => {
    const inside = deferred<number | undefined>()
    const ended = deferred<undefined>()
    const work = one.db.transaction(async (tx) => {
      await lock(tx)
      inside.resolve(await processOf(tx))
      await ended.promise
      return processOf(tx)
    })
    const failure = work.catch(String)
    const pid = await inside.promise
    await one.end()
    ended.resolve(undefined)
    expect(await failure).toMatch(terminated)
    expect(await two.db.transaction((tx) => lock(tx).then(() => processOf(tx)))).toBe(pid)
  })

  it('that are lost while a statement waits for a lock cancel it, and leave those of other servers alone', async () => {
    const inside = deferred<undefined>()
    const ended = deferred<undefined>()
    const holds = one.db.transaction(async (tx) => {
      await lock(tx)
      inside.resolve(undefined)
      await ended.promise
      return processOf(tx)
    })
    await inside.promise
    const waits = two.db.transaction(lock)
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1))
    const failure = waits.catch(String)
    await two.end()
    expect(await failure).toMatch(terminated)
    expect(await waitingForLocks()).toBe(0)
    ended.resolve(undefined)
    expect(await holds).toBeGreaterThan(0)
  })
})
