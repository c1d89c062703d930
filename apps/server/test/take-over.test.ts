import { givenRoles } from '@dhow/contract/given-roles'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { texts } from '@dhow/contract/player-texts-en'
import { sql } from 'kysely'
import pg from 'pg'
import { silentLog } from '@dhow/platform/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { depositInvariants } from '../src/features/deposits/index.ts'
import { paymentInvariants } from '../src/features/payments/index.ts'
import { gatewayInvariants } from '../src/features/gateway/index.ts'
import { rewardInvariants } from '../src/features/rewards/index.ts'
import { statementInvariants } from '../src/features/statements/index.ts'
import { checkInvariants, walletInvariants } from '../src/features/wallet/index.ts'
import { withdrawalInvariants } from '../src/features/withdrawals/index.ts'
import { openEngine } from '../src/platform/db/embedded.ts'
import { openDatabase, type Database } from '../src/platform/db/index.ts'
import { describeSchema } from './describe-schema.ts'
import { testEngine } from './engines.ts'
import { openEmptyDatabase } from './processes.ts'

/**
 * Databases of version 0.1.0, the last one before the baseline. `dumps/0.1.0.sql.gz` is a `pg_dump` of one with rows in
 * each table, made by its server and sandbox from invented players.
 */
const dump = gunzipSync(readFileSync(new URL('dumps/0.1.0.sql.gz', import.meta.url))).toString()
const log = silentLog
const invariants = [
  ...walletInvariants,
  ...depositInvariants,
  ...paymentInvariants,
  ...withdrawalInvariants,
  ...statementInvariants,
  ...gatewayInvariants,
  ...rewardInvariants,
]

interface Restored {
  query(text: string): Promise<Record<string, unknown>[]>
  /** Opens it as the server does. */
  open(): Promise<Database>
  close(): Promise<void>
}

let embeddedFolder: Promise<Blob> | undefined

/**
 * Folder of an embedded database with the dump, made once, because making the database and reading the dump take
 * seconds.
 */
async function makeEmbeddedFolder(): Promise<Blob> {
  const engine = await openEngine({})
  await engine.exec(dump)
  const folder = await engine.dumpDataDir('none')
  await engine.close()
  return folder
}

async function restore(): Promise<Restored> {
  if (testEngine === 'pglite') {
    const engine = await openEngine({ loadDataDir: await (embeddedFolder ??= makeEmbeddedFolder()) })
    return {
      query: async (text) => (await engine.query<Record<string, unknown>>(text)).rows,
      open: () => openDatabase({ engine, log }),
      close: () => engine.close(),
    }
  }
  const { url, drop } = await openEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(dump)
  await client.query('discard all')
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    open: () => openDatabase({ url, log }),
    async close() {
      await client.end()
      await drop()
    },
  }
}

const moves = ['0021_platform_schemas', '0024_approvals_money_action']
  .map((name) => readFileSync(new URL(`../database/migrations/${name}.sql`, import.meta.url), 'utf8'))
  .join('\n')
const renamed = new Map(
  [...moves.matchAll(/alter table (\w+\.\w+) rename to (\w+);/g)].map(([, from, to]) => [from!, to!]),
)
/** Current names of tables, which have schemas now, by their former names. */
const moved = new Map(
  [...moves.matchAll(/alter table public\.(\w+) set schema (\w+);/g)].map(([, table, schema]) => [
    table!,
    `${schema}.${renamed.get(`${schema}.${table}`) ?? table}`,
  ]),
)

/** Row counts of each table, without the migrator's own, by current name. */
async function counts(query: Restored['query']): Promise<Record<string, number>> {
  const tables = await query(
    `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not like 'schema\\_%'`,
  )
  const all = tables.map(({ name }) => `select '${String(name)}' as name, count(*)::int as rows from ${String(name)}`)
  const rows = await query(all.join(' union all '))
  return Object.fromEntries(
    rows.map(({ name, rows: number }) => [moved.get(String(name)) ?? String(name), Number(number)]),
  )
}

/** Sums of all transfers by account and currency, in minor units. */
const totals = (query: Restored['query'], transfer = 'ledger.transfer') =>
  query(`
    select account, currency, sum(debit)::text as debit, sum(credit)::text as credit from (
      select debit as account, currency, amount_minor as debit, 0 as credit from ${transfer}
      union all select credit, currency, 0, amount_minor from ${transfer}) as sides
    group by 1, 2 order by 1, 2`)

describe('a filled database of version 0.1.0', () => {
  let restored: Restored
  beforeEach(async () => {
    restored = await restore()
  })
  afterEach(() => restored.close())

  it('has rows in nearly every table', async () => {
    const empty = Object.entries(await counts(restored.query)).flatMap(([name, rows]) => (rows === 0 ? [name] : []))
    expect(empty.toSorted()).toEqual(['deposits.proof_unread', 'deposits.upload', 'ledger.entry_chain'])
  })

  it('is upgraded to the baseline’s schema with all rows and totals, and all invariants hold', async () => {
    const before = [await counts(restored.query), await totals(restored.query, 'ledger_transfer')] as const
    expect(before[1]).not.toEqual([])
    // A later migration moves these rows.
    const { round_aside: asideRounds, ...others } = before[0]
    const database = await restored.open()
    const {
      'gateway.long_open_round': longOpen,
      'gateway.rolled_back_round': rolledBack,
      ...left
    } = await counts(restored.query)
    // Later features begin with empty tables, and reports with a mark before the first transfer; the built-in roles are
    // there.
    const newer = Object.keys(left).filter((name) =>
      /^(receipts|reports|ussd|content|campaigns|blocklists|notices|tournaments)\.|^(platform\.program|rewards\.(claim|claim_rule|refused_claim)|gateway\.free_round_grant|limits\.change|accounts\.(answered_challenge|identity_decision|link_note|offer_consent|passkey_event|player_closing|player_passkey|player_tag)|staff\.(break_glass|operator_passkey|passkey_challenge|step_up)|alarms\.upkeep|payments\.assignment|messages\.(delivery|channel_choice|day_count|push_key|push_subscription|email_address|email_claim|email_letter)|help\.(picture|assignment|link|ready_answer|complaint|complaint_count))$/.test(
        name,
      ),
    )
    const roles = Object.values(givenRoles)
    const begun = {
      ...Object.fromEntries(newer.map((name) => [name, 0])),
      'reports.rollup': 1,
      // The reports read all payments once.
      'reports.changed_payment': others['deposits.deposit']! + others['payments.service_payment']!,
      'campaigns.fact_mark': 1,
      'reports.player_rule': 2 * 27,
      'staff.role': roles.length,
      'staff.role_permission': roles.flatMap(({ permissions }) => permissions).length,
    }
    expect([left, await totals(restored.query)]).toEqual([{ ...others, ...begun }, before[1]])
    expect(longOpen! + rolledBack!).toBe(asideRounds)
    await expect(await describeSchema(database.kysely)).toMatchFileSnapshot('../database/schema.sql')
    const broken = (await checkInvariants(database.kysely, invariants)).filter(({ violations }) => violations > 0)
    expect(broken).toEqual([])
    const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(
      database.kysely,
    )
    expect(rows[0]).toEqual({ name: '0001_ledger.sql' })
    await database.close()
    await (await restored.open()).close()
  })

  it('has codes in its steps, and typed texts unchanged', async () => {
    const deposit = `(select id from deposit order by id limit 1)`
    const typed = 'Paid twice? Call 081 234 5678'
    await restored.query(
      `insert into deposit_step (id, deposit_id, at, state, text) values
         ('dst_1', ${deposit}, now(), 'approved', 'N$1,249.50 was added to your balance. You told us of N$1,250.00; this is what arrived.'),
         ('dst_2', ${deposit}, now(), 'needs_info', 'Our cashier wrote: “Which bank?\nPlease tell.”'),
         ('dst_3', ${deposit}, now(), 'rejected', 'This reference was used before.'),
         ('dst_4', ${deposit}, now(), 'rejected', '${typed}')`,
    )
    const database = await restored.open()
    const steps = async (table: string) =>
      (await restored.query(`select id, code, params, text from ${table} order by id`)) as unknown as {
        id: string
        code: string
        params: Record<string, string>
        text: string
      }[]
    const deposits = await steps('deposits.step')
    expect(deposits.filter(({ id }) => id.length === 5).map(({ code, params }) => ({ code, params }))).toEqual([
      { code: 'deposit_credited_other', params: { amount: '1249.50', declared: '1250.00', currency: 'NAD' } },
      { code: 'cashier_note', params: { text: 'Which bank?\nPlease tell.' } },
      { code: 'deposit_rejected', params: { reason: 'duplicate_reference' } },
      { code: 'text', params: { text: typed } },
    ])
    const all = [...deposits, ...(await steps('payments.service_payment_step')), ...(await steps('withdrawals.step'))]
    expect(all.filter(({ code }) => code === 'text')).toHaveLength(1)
    expect(all.every(({ code, text }) => text === '' && (code === 'text' || Object.hasOwn(texts, code)))).toBe(true)
    await database.close()
  })

  it('has codes in the texts for operators, and an unknown sentence unchanged', async () => {
    const deposit = `(select id from deposit order by id limit 1)`
    const proposer = `'op_01m7ynaym0fx757k09nnvcybxd', now(), now()`
    const risk = 'The account is in the name of Ada; we know this player’s payments from Bob, Cy.'
    await restored.query(
      `insert into deposit_warning (deposit_id, code, other_id, text) values
         (${deposit}, 'reference_seen', 'dep_9', 'The reference stands on another deposit (rejected).'),
         (${deposit}, 'reference_claimed', 'ply_9', 'The reference was sent again, by the player ply_9.')`,
    )
    const written = [
      `update withdrawal set risks = '[{"code": "name_differs", "mustCheck": true, "text": "${risk}"}]'
         where id = (select max(id) from withdrawal)`,
      `update service_payment set reason = 'A-Pay names another order.' where id = (select min(id) from service_payment)`,
      `update service_payment set reason = 'Ask Ester.' where id = (select max(id) from service_payment)`,
      `update catalog_import set refused = '[{"code": "one", "reason": "the list has this game twice"}]' where outcome = 'done'`,
      `insert into waiting_change (id, kind, subject, summary, change, proposed_by, proposed_at, until, reason, facts) values
         ('chg_1', 'settings', 'withdrawals', 'withdrawals · rest hours: 24 → not set', '{}', ${proposer}, 'Faster',
          '[{"label": "withdrawals · rest hours", "before": "24", "after": null}, {"label": "approvals · solo", "before": "Off", "after": "On"}]'),
         ('chg_2', 'gift', 'gift_1', 'Create a gift envelope: N$12,000.00', '{}', ${proposer}, 'Ahoy', '[{"label": "Each share", "before": null,
           "after": "N$12,000.00"}, {"label": "Why a second person", "before": null, "after":
           "From N$10,000.00 on a second person decides. You decided on N$1.50 alone today."}]'),
         ('chg_3', 'payment_detail', '2', 'Detail 2 of EFT, now “EFT” (Bank One), becomes “New”: Bank Two', '{}', ${proposer}, 'Moved',
          '[{"label": "Name", "before": "EFT", "after": "New"}, {"label": "Code", "before": null, "after": "N$1.00"}]'),
         ('chg_4', 'provider_key', 'paper', 'Add a key for the game provider paper', '{"overlapHours": 24}', ${proposer},
          'The present key ends 24 hours after the confirmation', '[]'),
         ('chg_5', 'line_dismiss', 'stl_1', 'Another sentence', '{}', ${proposer}, 'Why', '[]')`,
    ]
    for (const statement of written) await restored.query(statement)
    const database = await restored.open()
    const rows = async (text: string) => (await restored.query(text)).map((row) => Object.values(row))
    expect(
      await rows(`select code, params, text from deposits.warning where code like 'reference%' order by code`),
    ).toEqual([
      ['reference_claimed', { player: 'ply_9' }, ''],
      ['reference_seen', { state: 'rejected' }, ''],
    ])
    expect(await rows('select risks from withdrawals.withdrawal order by id desc limit 1')).toEqual([
      [[{ code: 'name_differs', mustCheck: true, params: { holder: 'Ada', known: 'Bob, Cy' } }]],
    ])
    expect(
      await rows(
        'select reason_code, reason_params, reason from payments.service_payment where reason_code is not null order by id',
      ),
    ).toEqual([
      ['case_other_order', { service: 'A-Pay' }, null],
      ['text', { text: 'Ask Ester.' }, null],
    ])
    expect(await rows(`select refused, reason_code from catalog.import where outcome = 'done'`)).toEqual([
      [[{ code: 'one', reason: { code: 'game_twice', params: {} } }], null],
    ])
    expect(
      await rows(`select distinct reason_code, reason_params from catalog.import where outcome = 'failed'`),
    ).toEqual([['feed_status', { status: '401' }]])
    expect(await rows('select reason from limits.play_block')).toEqual([['']])
    expect(await rows('select text, text_code from alarms.alarm')).toEqual([['', 'text']])
    const known = (code: string, params: Record<string, string> = {}) => ({ code, params })
    const fact = (label: object, before: object | null, after: object | null) => ({ label, before, after })
    const typed = (text: string) => known('text', { text })
    const changes = await rows(
      `select summary_code, summary_params, reason, facts from approvals.waiting_change where id like 'chg__' order by id`,
    )
    expect(changes).toEqual([
      [
        ...['settings_loosened', { paths: 'withdrawals · rest hours; approvals · solo' }, 'Faster'],
        [
          fact(known('fact_setting', { path: 'withdrawals · rest hours' }), typed('24'), null),
          fact(known('fact_setting', { path: 'approvals · solo' }), known('value_off'), known('value_on')),
        ],
      ],
      [
        ...['money_action_of', { action: 'gift_create', amount: '12000.00', currency: 'NAD' }, 'Ahoy'],
        [
          fact(known('fact_each_share'), null, known('value_amount', { amount: '12000.00', currency: 'NAD' })),
          fact(known('fact_second_person'), null, known('second_from', { amount: '10000.00', currency: 'NAD' })),
          fact(known('fact_second_person'), null, known('second_operator_day', { amount: '1.50', currency: 'NAD' })),
        ],
      ],
      [
        ...[
          'detail_changed',
          { id: '2', method: 'EFT', before: 'EFT', before_values: 'Bank One', name: 'New', values: 'Bank Two' },
          'Moved',
        ],
        [fact(known('fact_name'), typed('EFT'), typed('New')), fact(typed('Code'), null, typed('N$1.00'))],
      ],
      [...['provider_key_added', { provider: 'paper' }, ''], [fact(known('fact_overlap_hours'), null, typed('24'))]],
      ['text', { text: 'Another sentence' }, 'Why', []],
    ])
    expect(
      await rows(
        `select summary_code, facts->3 from approvals.waiting_change where kind = 'provider' and outcome is null`,
      ),
    ).toEqual([['provider_added', fact(known('fact_protocol'), null, typed('dhow'))]])
    await database.close()
  })

  it('keeps operators’ notes, descriptions and labels, and has codes for those of the server', async () => {
    await restored.query(`update payment_detail set note = 'Ask for Ester.' where id = 1`)
    await restored.query(
      `update payment_detail set name = 'Bank transfer', lines = lines || '[{"label": "Shop code", "value": "7", "copy": true}]' where id = 2`,
    )
    await restored.query(
      `insert into portal_setting (name, value) values ('methods', '{
         "ewallet": {"display_name": "Phone", "position": 1,
           "description": "Send an e-wallet payment to our number, then give us the reference. Never the PIN."},
         "kazang": {"display_name": "Voucher", "position": 2, "description": "Buy it, type it."}}')
       on conflict (name) do update set value = excluded.value`,
    )
    const database = await restored.open()
    const notes = await restored.query('select note from deposits.payment_detail where note is not null')
    expect(notes).toEqual([{ note: 'Ask for Ester.' }])
    const names = await restored.query(`select name, name_code from deposits.payment_detail where id <= 2 order by id`)
    expect(names.map(Object.values)).toEqual([
      ['UPI', null],
      ['Bank transfer', 'detail_bank_transfer'],
    ])
    const lines = await restored.query(
      `select line ->> 'label', line ->> 'label_code' as code
       from deposits.payment_detail, jsonb_array_elements(lines) with ordinality as element (line, place) where id = 2 order by place`,
    )
    expect(lines.map(Object.values)).toEqual([
      ['Bank', 'line_bank'],
      ['Account name', 'line_account_name'],
      ['Account number', 'line_account_number'],
      ['Branch code', 'line_branch_code'],
      ['Shop code', null],
    ])
    expect(await restored.query(`select value from portal.setting where name = 'methods'`)).toEqual([
      {
        value: {
          ewallet: { display_name: 'Phone', position: 1, description: '' },
          kazang: { display_name: 'Voucher', position: 2, description: 'Buy it, type it.' },
        },
      },
    ])
    await database.close()
  })

  it('is refused with a migration not of that version, and stays unchanged', async () => {
    await restored.query(`insert into schema_migration (name) values ('0199_of_a_branch.sql')`)
    await expect(restored.open()).rejects.toThrow('was made by a version before 0.1.0 or by another branch')
    expect(await restored.query(`select to_regclass('public.schema_state') as state`)).toEqual([{ state: null }])
  })
})
