import { silentLog } from '@dhow/platform/log'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/platform/db/index.ts'
import { asOwner } from './as-owner.ts'
import { openTestDatabase, testEngine } from './engines.ts'

const refused = { code: '42501' }
let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  opened = await openTestDatabase(silentLog)
})
afterAll(() => opened.drop())

const rowsOf = async <Row>(text: string) => (await sql.raw<Row>(text).execute(opened.db.kysely)).rows
/** All tables of the ledger with a writable column, from the catalogue, so that new ones are included. */
const tablesOfLedger = () =>
  rowsOf<{ name: string; column: string }>(`
    select format('ledger.%I', relname) as name, (
      select quote_ident(attname) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity = '' order by attnum limit 1
    ) as column
    from pg_class c where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p') order by 1`)

describe('a connection of the server', () => {
  it('has the application’s role, on this engine too', async () => {
    expect(await rowsOf('select current_user as role')).toEqual([{ role: 'dhow_app' }])
  })

  it('is refused by the database when it writes a ledger table directly', async () => {
    const tables = await tablesOfLedger()
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ledger.posting', 'ledger.transfer', 'ledger.wallet']),
    )
    for (const { name, column } of tables) {
      expect(await rowsOf(`select count(*)::int as rows from ${name}`)).toHaveLength(1)
      for (const statement of [
        `insert into ${name} (${column}) select ${column} from ${name}`,
        `insert into ${name} default values`,
        `update ${name} set ${column} = ${column}`,
        `delete from ${name}`,
        `truncate ${name} cascade`,
        `select from ${name} for update`,
        `alter table ${name} disable trigger all`,
      ])
        await expect(rowsOf(statement), statement).rejects.toMatchObject(refused)
    }
  })

  it('may not write ledger views either', async () => {
    const writable = await rowsOf(`
      select relname as name from pg_class where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and has_table_privilege('dhow_app', oid, 'insert, update, delete, truncate, references, trigger')`)
    expect(writable).toEqual([])
  })

  it('may not change the triggers and grants of the ledger', async () => {
    for (const statement of [
      'create table ledger.of_the_server (id int)',
      'drop function ledger.append_only() cascade',
      'alter schema ledger owner to dhow_app',
      `select setval('ledger.posting_id_seq', 1)`,
      'update schema_state set revision = 0',
    ])
      await expect(rowsOf(statement), statement).rejects.toMatchObject(refused)
  })
})

describe.runIf(testEngine === 'postgres')('a login with only the server’s role', () => {
  const login = `dhow_login_${process.pid}`
  const run = (text: string) => asOwner(opened.db, (tx) => sql.raw(text).execute(tx))
  const urlOfLogin = () => Object.assign(new URL(opened.url!), { username: login, password: '' }).href
  beforeAll(() => run(`create role ${login} login in role dhow_app`))
  afterAll(() => run(`drop role ${login}`))

  it('works on a database of this version, and cannot regain the owner’s rights', async () => {
    const db = await openDatabase({ url: urlOfLogin(), log: silentLog })
    try {
      const statement = asOwner(db, (tx) => sql`delete from ledger.posting`.execute(tx))
      await expect(statement).rejects.toMatchObject(refused)
    } finally {
      await db.close()
    }
  })

  it('explains in one sentence that it may not migrate an older database', async () => {
    await run(`update schema_source set hash = 'before' where path = 'functions/limits/day.sql'`)
    await expect(openDatabase({ url: urlOfLogin(), log: silentLog })).rejects.toThrow('Set DATABASE_OWNER_URL')
    await (await openDatabase({ url: urlOfLogin(), ownerUrl: opened.url, log: silentLog })).close()
  })
})

describe('the functions of the ledger', () => {
  it('run as its owner with their own search path, unless they access no tables', async () => {
    const loose = await rowsOf(`
      select proname as name from pg_proc
      where pronamespace = 'ledger'::regnamespace and provolatile <> 'i'
        and not (prosecdef and proowner = 'dhow_ledger'::regrole and 'search_path=ledger, pg_temp' = any (proconfig))`)
    expect(loose).toEqual([])
  })

  it('can be called only by the server’s role', async () => {
    const open = await rowsOf(`
      select proname as name from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as given
      where pronamespace = 'ledger'::regnamespace and given.grantee = 0`)
    expect(open).toEqual([])
  })
})
