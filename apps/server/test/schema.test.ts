import { readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { silentLog } from '@dhow/platform/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { openTestDatabase } from './engines.ts'
import { asOwner } from './as-owner.ts'

const folder = new URL('../database/', import.meta.url)
const filesOf = (kind: 'functions' | 'views') =>
  (readdirSync(new URL(`${kind}/`, folder), { recursive: true }) as string[]).filter((name) => name.endsWith('.sql'))
const ours = sql.raw(
  `(select oid from pg_namespace where nspname <> 'information_schema' and nspname not like 'pg\\_%')`,
)

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase(silentLog)
})
afterAll(() => opened.drop())

describe('the database made from the files', () => {
  it('equals schema.sql', async () => {
    await expect(await describeSchema(opened.db.kysely)).toMatchFileSnapshot('../database/schema.sql')
  })

  it('has exactly the functions and views of the files', async () => {
    const { rows } = await sql<{ kind: string; name: string }>`
      select 'functions' as kind, pronamespace::regnamespace || '/' || proname as name from pg_proc where pronamespace in ${ours}
      union all
      select 'views', relnamespace::regnamespace || '/' || relname from pg_class where relkind = 'v' and relnamespace in ${ours}`.execute(
      opened.db.kysely,
    )
    for (const kind of ['functions', 'views'] as const)
      expect(rows.flatMap((row) => (row.kind === kind ? [row.name] : [])).toSorted()).toEqual(
        filesOf(kind)
          .map((file) => file.replaceAll('\\', '/').replace(/\.sql$/, ''))
          .toSorted(),
      )
  })

  it('has only functions whose bodies are valid', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef(oid) as definition from pg_proc where pronamespace in ${ours}`.execute(opened.db.kysely)
    expect(rows.length).toBeGreaterThan(30)
    await asOwner(opened.db, async (tx) => {
      await sql`set local check_function_bodies = on`.execute(tx)
      for (const { definition } of rows) await sql.raw(definition).execute(tx)
    })
  })
})
