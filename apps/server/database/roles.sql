-- Roles of the database, without login. `dhow_ledger` owns the ledger: its functions run as it and nothing else writes
-- there. `dhow_app` is the role of the server's connections. `dhow_reports` is for reporting programs. Roles belong to
-- the whole cluster, so another database's server may create them at the same time.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['dhow_ledger', 'dhow_app'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(wanted, 'usage') then execute format('grant %I to current_user', wanted); end if;
  end loop;
  -- An owner who may not create roles continues without it: the server does not need it.
  if not exists (select from pg_roles where rolname = 'dhow_reports') then
    begin
      create role dhow_reports nologin;
    exception when duplicate_object or unique_violation or insufficient_privilege then null;
    end;
  end if;
end $$;
