-- All grants, applied again after each change of the database. The server's role reads and writes the tables of each
-- feature. In the ledger it reads the tables and calls the functions, the only writers.
do $$
declare
  feature text;
  own record;
begin
  for feature in
    select nspname from pg_namespace where nspname not in ('public', 'ledger', 'information_schema') and nspname not like 'pg\_%'
      and nspowner = current_user::regrole
  loop
    execute format('grant usage on schema %I to dhow_app', feature);
    execute format('grant select, insert, update, delete on all tables in schema %I to dhow_app', feature);
    execute format('grant usage on all sequences in schema %I to dhow_app', feature);
  end loop;

  if (select nspowner from pg_namespace where nspname = 'ledger') <> 'dhow_ledger'::regrole then alter schema ledger owner to dhow_ledger; end if;
  -- Sequences of columns belong to their tables.
  for own in select oid::regclass as name from pg_class
             where relnamespace = 'ledger'::regnamespace and relkind in ('r', 'v') and relowner <> 'dhow_ledger'::regrole
  loop execute format('alter table %s owner to dhow_ledger', own.name); end loop;
  for own in select oid::regprocedure as signature from pg_proc
             where pronamespace = 'ledger'::regnamespace and proowner <> 'dhow_ledger'::regrole
  loop execute format('alter function %s owner to dhow_ledger', own.signature); end loop;
end $$;

grant usage on schema ledger to dhow_app;
revoke all on all tables in schema ledger from public, dhow_app;
grant select on all tables in schema ledger to dhow_app;
revoke all on all functions in schema ledger from public;
grant execute on all functions in schema ledger to dhow_app;

-- The ledger calls one function of another feature: until when a new player's bets must check more than the wallet.
grant usage on schema limits to dhow_ledger;

-- A server's role may read what was applied, but not change it.
grant select on all tables in schema public to dhow_app;

-- Reporting programs read only the views of `reports`. If the owner may not create roles, this one may be missing.
revoke all on all functions in schema reports from public;
grant execute on all functions in schema reports to dhow_app;
do $$
declare
  read_only record;
begin
  if exists (select from pg_roles where rolname = 'dhow_reports') then
    revoke all on all tables in schema reports from dhow_reports;
    grant usage on schema reports to dhow_reports;
    -- A view's functions run with its reader's rights; this one reads nothing.
    grant execute on function reports.is_paid_in(text) to dhow_reports;
    for read_only in select oid::regclass as name from pg_class where relnamespace = 'reports'::regnamespace and relkind = 'v'
    loop execute format('grant select on %s to dhow_reports', read_only.name); end loop;
  end if;
end $$;
