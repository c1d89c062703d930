-- Statements of game providers as they were when their period was closed. Later changes of its days are corrections in a later one.
create table reports.provider_statement (
  id               text        primary key,
  number           text        not null unique,
  market           text        not null,
  provider         text        not null,
  from_day         date        not null,
  to_day           date        not null,
  closed_at        timestamptz not null,
  closed_by        text        not null references staff.operator (id),
  -- Figures by game, in minor units as text.
  games            jsonb       not null,
  fees             jsonb       not null,
  fee_minor        bigint      not null,
  -- By the number of the earlier statement.
  corrections      jsonb       not null,
  correction_minor bigint      not null,
  check (from_day <= to_day),
  unique (market, provider, from_day)
);
create trigger provider_statement_append_only before delete or update or truncate on reports.provider_statement
  for each statement execute function ledger.append_only();

insert into staff.role_permission (role_id, permission) values
  ('manager', 'reports.close_statements'), ('admin', 'reports.close_statements');
