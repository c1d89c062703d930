/** Session of the owner of a database, on either engine. */
export interface OwnerSession {
  query<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Runs several statements. */
  exec(text: string): Promise<unknown>
}

const ours = `not in ('pg_catalog', 'information_schema')`
/** A table that is larger is cut off. */
const largeBytes = 262_144

/** Knows a database as the migrations left it, so that it can be emptied to that, unless more than its rows was changed meanwhile. */
export async function openEmptied(session: OwnerSession) {
  const { rows: tables } = await session.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname ${ours}`,
  )
  const looks = tables
    .map(({ name }) => `select '${name}' as name, pg_table_size('${name}') as size where exists (select from ${name})`)
    .join(' union all ')
  const filledTables = async () => (await session.query<{ name: string; size: bigint | number }>(looks)).rows
  const [seeds, schema] = [new Map<string, string>(), await schemaOf(session)]
  for (const { name } of await filledTables()) {
    const { rows } = await session.query<{ all: string }>(`select json_agg(t)::text as all from ${name} t`)
    seeds.set(name, rows[0]!.all)
  }
  return {
    /** Whether it has the schema that it began with: a test that changed it, a trigger switched off among others, was its last. */
    isAsMade: async () => (await schemaOf(session)) === schema,
    async empty() {
      const filled = await filledTables()
      // To cut a table off costs fifty times what a few rows do; what those leave behind makes a table large in the end.
      const emptied = filled.map(({ name, size }) =>
        size > largeBytes ? `truncate ${name} cascade` : `delete from ${name}`,
      )
      await session.exec(['set session_replication_role = replica', ...emptied].join(';'))
      for (const [name, rows] of seeds)
        await session.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [rows])
      await session.query(
        `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null`,
      )
      await session.exec('set session_replication_role = default')
    },
  }
}

/** Everything in it that is not a row, nor changes by rows alone. */
export async function schemaOf(session: OwnerSession): Promise<string> {
  const { rows } = await session.query<{ schema: string }>(`
    with home as (select oid from pg_namespace where nspname ${ours} and nspname not like 'pg\\_%'),
      own as (select oid, relname, relkind, relrowsecurity, relacl from pg_class where relnamespace in (select oid from home)),
      parts as (
        select own::text as part from own
        -- A default that a migration added is written in the session's time zone.
        union all select (to_jsonb(a) - 'attmissingval')::text from pg_attribute a join own on own.oid = a.attrelid and relkind = 'r'
        union all select c::text from pg_constraint c join own on own.oid = c.conrelid
        union all select t::text from pg_trigger t join own on own.oid = t.tgrelid
        union all select d::text from pg_attrdef d join own on own.oid = d.adrelid
        union all select p::text from pg_proc p where pronamespace in (select oid from home)
        union all select n.oid || nspname from pg_namespace n
        union all select s::text from pg_db_role_setting s where setdatabase = (select oid from pg_database where datname = current_database()))
    select md5(string_agg(part, ',' order by part)) as schema from parts`)
  return rows[0]!.schema
}
