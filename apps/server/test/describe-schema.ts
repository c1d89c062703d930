import { sql } from 'kysely'
import type { Db } from '../src/platform/db/index.ts'

/**
 * Schema of a database as SQL, read from its catalogue: the same on both engines and all versions. Bodies of functions
 * and views have their own files and are omitted.
 */
export async function describeSchema(db: Db): Promise<string> {
  return db.transaction().execute(async (tx) => {
    // Without a search path each name includes its schema.
    await sql`set local search_path = ''`.execute(tx)
    const rows = async (query: string) =>
      (await sql.raw<{ text: string }>(query).execute(tx)).rows.map(({ text }) => text)
    const parts = [
      '-- The whole schema, written by `npx vitest run --project server apps/server/test/schema.test.ts -u`; that test fails while it is not current.\n' +
        '-- Bodies of functions and views stand in `functions` and `views`.',
      ...(await rows(domains)),
      ...(await rows(tables)),
      ...(await rows(views)),
      ...(await rows(functions)),
    ]
    return parts.join('\n\n') + '\n'
  })
}

const ours = `n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast') and n.nspname not like 'pg_temp%' and n.nspname not like 'pg_toast%'`

const domains = `
  select format('create domain %I.%I as %s %s;', n.nspname, t.typname, format_type(t.typbasetype, t.typtypmod),
                (select string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint c where c.contypid = t.oid)) as text
  from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype = 'd' and ${ours}
  order by n.nspname, t.typname`

const column = `format('  %s %s', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod))
  || case when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          when a.attidentity = 'a' then ' generated always as identity'
          when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
  || case when a.attnotnull then ' not null' else '' end`

const tables = `
  select format('create table %I.%I (%s)%s;', n.nspname, t.relname, E'\\n' || concat_ws(E',\\n', columns.text, constraints.text) || E'\\n',
                case when t.reloptions is null then '' else ' with (' || array_to_string(t.reloptions, ', ') || ')' end)
         || coalesce(E'\\n' || indexes.text, '') || coalesce(E'\\n' || triggers.text, '') as text
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  cross join lateral (
    select string_agg(${column}, E',\\n' order by a.attnum) as text
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) columns
  cross join lateral (
    select string_agg(format('  constraint %I %s', c.conname, pg_get_constraintdef(c.oid)), E',\\n'
                      order by position(c.contype in 'pufc'), c.conname) as text
    from pg_constraint c where c.conrelid = t.oid and c.contype in ('p', 'u', 'f', 'c')) constraints
  cross join lateral (
    select string_agg(pg_get_indexdef(i.indexrelid) || ';', E'\\n' order by x.relname) as text
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = t.oid and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))) indexes
  cross join lateral (
    select string_agg(pg_get_triggerdef(g.oid) || ';', E'\\n' order by g.tgname) as text
    from pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal) triggers
  where t.relkind = 'r' and ${ours}
  order by n.nspname, t.relname`

const views = `
  select format(E'create view %I.%I (\\n%s\\n);', n.nspname, t.relname,
                (select string_agg(format('  %I %s', a.attname, format_type(a.atttypid, a.atttypmod)), E',\\n' order by a.attnum)
                 from pg_attribute a where a.attrelid = t.oid and a.attnum > 0)) as text
  from pg_class t join pg_namespace n on n.oid = t.relnamespace
  where t.relkind = 'v' and ${ours}
  order by n.nspname, t.relname`

const functions = `
  select format(E'create function %I.%I(%s)\\n  returns %s language %s %s%s%s;', n.nspname, p.proname, pg_get_function_arguments(p.oid),
                pg_get_function_result(p.oid), l.lanname,
                case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end,
                case when p.prosecdef then ' security definer' else '' end,
                coalesce((select string_agg(' set ' || setting, '' order by setting) from unnest(p.proconfig) as setting), '')) as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
  where ${ours}
  order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`
