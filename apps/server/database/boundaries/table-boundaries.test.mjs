import { describe, expect, it } from 'vitest'
import { isBelow } from '@dhow/lint/boundaries'
import { findTableFaults } from './table-boundaries.mjs'

const server = 'apps/server/src'
const faultsOf = (files) => findTableFaults(new Map(Object.entries(files)), isBelow)
const database = 'apps/server/database'
const cards = {
  [`${database}/views/accounts/player_card.sql`]: 'create view accounts.player_card as select id from accounts.player',
}
const inBody = (statement) =>
  `create function gateway.f() returns void language plpgsql as $$\nbegin\n  ${statement};\nend $$`

describe('the tables of features', () => {
  it.each([
    [
      'an insert in SQL',
      'deposits',
      'await sql`insert into ledger.transfer (id) values (${1n})`',
      'a.ts:1 writes the table ledger.transfer: only wallet does',
    ],
    [
      'an update in SQL',
      'deposits',
      'await sql`\n  update ledger.wallet set cash_minor = 5`',
      'a.ts:2 writes the table ledger.wallet: only wallet does',
    ],
    ['a delete, a merge, a truncate', 'deposits', "run(tx, 'truncate ledger.hold')", 'writes the table ledger.hold'],
    [
      'a write inside of a read',
      'deposits',
      'sql`with gone as (delete from ledger.hold returning key) select key from gone`',
      'writes the table ledger.hold',
    ],
    [
      'a table as it was called before it had a schema',
      'deposits',
      'sql`insert into ledger_transfer default values`',
      'writes ledger_transfer without its schema',
    ],
    [
      'a write by Kysely',
      'deposits',
      "await tx.updateTable('ledger.wallet').set({ cash_minor: 5n }).execute()",
      'writes the table ledger.wallet: only wallet does',
    ],
    [
      'a write of a variable table',
      'deposits',
      'export const write = (tx, table) => tx.insertInto(table)',
      'a.ts:1 writes a table whose name is not written there',
    ],
    [
      'a read of a variable table',
      'deposits',
      'for (const table of tables) db.selectFrom(table)',
      'reads a table whose name is not written there',
    ],
    [
      'a table that is a hole of SQL',
      'deposits',
      'const read = (table) => sql`select * from ${table}`',
      'cannot be read as SQL',
    ],
    [
      'a table made of text',
      'deposits',
      'const read = (table) => sql`select * from ${sql.table(table)}`',
      'sql.table gets text that is not written there',
    ],
    [
      'raw text',
      'deposits',
      'const read = (text) => sql`select ${sql.raw(text)}`',
      'sql.raw gets text that is not written there',
    ],
    [
      'a statement in a string',
      'deposits',
      "const text = 'select cash_minor from ledger.wallet where player_id = $1'\ndb.serial('cash', text, [id])",
      'a.ts:1 reads the table ledger.wallet: wallet exports what others read',
    ],
    [
      'a statement put together',
      'deposits',
      "const text = 'select ' + column + ' from ledger.wallet'",
      'reads the table ledger.wallet',
    ],
    [
      'a statement from elsewhere',
      'deposits',
      "db.prepared('cash', text, [])",
      'prepared gets text that is not written there',
    ],
    [
      'text that is handed to a client of the database',
      'deposits',
      'const read = (client, text) => client.query(text)',
      'a.ts:1 query gets text that is not written there',
    ],
    [
      'a statement of a client of the database',
      'deposits',
      'client.query({ text, values: [] })',
      'query gets text that is not written there',
    ],
    [
      'text that is handed on to be run',
      'deposits',
      "import { run } from '../../platform/db/run-sql.ts'\nexport const all = (tx, text) => run(tx, text)",
      'a.ts:2 run gets text that is not written there',
    ],
    [
      'a read of a table that has a view',
      'deposits',
      'sql`select id from accounts.player`',
      'reads the table accounts.player: accounts exports what others read',
    ],
    [
      'a table in a fragment',
      'deposits',
      'const own = sql`, accounts.player`\nsql`select from deposits.deposit ${own}`',
      'reads the table accounts.player',
    ],
    [
      'a joined table',
      'deposits',
      "db.selectFrom('deposits.deposit').leftJoin('accounts.player as p', 'p.id', 'player_id')",
      'reads the table accounts.player',
    ],
    [
      'limits that read the gateway',
      'limits',
      'sql`select id from gateway.game_round_in_order`',
      'reads gateway.game_round_in_order: gateway does not stand below limits',
    ],
    [
      'rewards that read rounds',
      'rewards',
      'sql`select id from gateway.game_round`',
      'reads the table gateway.game_round: gateway exports what others read',
    ],
    [
      'rewards that read payout accounts',
      'rewards',
      "db.selectFrom('withdrawals.payout_account')",
      'reads the table withdrawals.payout_account',
    ],
    [
      'an upward read of a view',
      'portal',
      'sql`select id from accounts.player_card`',
      'reads accounts.player_card: accounts does not stand below portal',
    ],
  ])('are kept from %s', (_what, feature, code, words) => {
    expect(faultsOf({ ...cards, [`${server}/features/${feature}/a.ts`]: code }).join('\n')).toContain(words)
  })

  it.each([
    [
      'a function in PL/pgSQL',
      inBody('update accounts.player set active = false'),
      'f.sql:3 writes the table accounts.player: only accounts does',
    ],
    [
      'an expression in PL/pgSQL',
      inBody('if exists (select from accounts.player) then return; end if'),
      'f.sql:3 reads the table accounts.player',
    ],
    [
      'a function in SQL',
      'create function gateway.f() returns text language sql as $$\n  select id from accounts.player\n$$',
      'f.sql:2 reads the table accounts.player',
    ],
    ['text that is executed', inBody("execute 'delete from ' || p_table"), 'cannot be read as SQL: it executes text'],
  ])('are kept from %s', (_what, sql, words) => {
    expect(faultsOf({ ...cards, [`${database}/functions/gateway/f.sql`]: sql }).join('\n')).toContain(words)
  })

  it('are closed to a view and a call of a higher feature', () => {
    const faults = faultsOf({
      [`${database}/views/limits/plays.sql`]: 'create view limits.plays as\n  select id from gateway.game_round',
      [`${database}/functions/gateway/decide.sql`]:
        'create function gateway.decide() returns void language sql return 1',
      [`${database}/functions/limits/f.sql`]:
        'create function limits.f() returns void language sql as $$ select gateway.decide() $$',
    })
    expect(faults).toEqual([
      'apps/server/database/views/limits/plays.sql:2 reads gateway.game_round: gateway does not stand below limits',
      'apps/server/database/functions/limits/f.sql:1 calls gateway.decide: gateway does not stand below limits',
    ])
  })

  it('are open to their feature, and their views to higher ones', () => {
    const own =
      'sql`with own as (select id from deposits.deposit for update of deposit) select * from own, accounts.player_card as player, pg_class`'
    const page =
      'const page = sql`and id < ${before} order by id desc limit ${most}`\nsql`(select id from deposits.deposit where id = ${id} ${page})`'
    const kysely =
      "db.with('open', (db) => db.selectFrom('deposits.deposit')).selectFrom(['open', 'accounts.player_card as player'])"
    const files = {
      [`${server}/features/deposits/a.ts`]: [own, page, kysely, "log.warn('update it with care')"].join('\n'),
    }
    expect(faultsOf({ ...cards, ...files })).toEqual([])
  })
})
