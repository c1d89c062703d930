import { sql } from 'kysely'
import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, testEngine } from './engines.ts'

describe.runIf(testEngine === 'postgres')('a transaction of a test', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    opened = await openTestDatabase(silentLog)
  })
  afterAll(() => opened.drop())

  const one = sql`select 1`

  it.each([
    ['a statement', () => one.execute(opened.db.kysely)],
    ['a query', () => opened.db.kysely.selectFrom('schema_migration').selectAll().execute()],
    ['another transaction', () => opened.db.transaction((tx) => one.execute(tx))],
    ['a prepared statement', () => opened.db.prepared('one', 'select 1', [])],
    ['a statement of the row', () => opened.db.serial('one', 'select 1', [])],
  ])('that asks beside itself is refused: %s', async (_what, ask: () => Promise<unknown>) => {
    await expect(opened.db.transaction(() => ask())).rejects.toThrow('a second connection')
    // Outside, and after the transaction, it is answered.
    await opened.db.transaction((tx) => one.execute(tx))
    await ask()
  })
})
