-- Long files of reports, written by a job in parts. What is downloaded is whole: it is offered once the last part is there, with its rows and its hash.
create table reports.export (
  id           text        primary key,
  operator_id  text        not null,
  kind         text        not null check (kind in ('entries', 'player_days')),
  -- Of `entries`: the figure that they add up to.
  figure       text,
  market       text        not null,
  from_day     date        not null,
  to_day       date        not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Transfers of database transactions below this number are in it, whenever a part is written.
  up_to        bigint      not null,
  rows         bigint      not null default 0,
  rows_total   bigint      not null,
  -- The last row that the parts have.
  after        text        not null default '',
  parts        text[]      not null default '{}',
  part_bytes   bigint[]    not null default '{}',
  sha256       text,
  tries        integer     not null default 0,
  leased_until timestamptz not null default '-infinity',
  asked_at     timestamptz not null,
  ended_at     timestamptz,
  check ((kind = 'entries') = (figure is not null)),
  check ((state = 'done') = (sha256 is not null)),
  check (cardinality(parts) = cardinality(part_bytes))
);
create index reports_export_operator on reports.export (operator_id, id);
create index reports_export_open on reports.export (id) where state in ('waiting', 'running');
