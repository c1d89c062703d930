-- A rule that is off counts for nobody.
alter table reports.player_rule add column is_on boolean not null default true;

-- Each change of a rule: by whom, confirmed by whom where two had to, and its days, sum, points and whether it is on, before and after.
create table reports.player_rule_change (
  id           text        primary key,
  report       text        not null check (report in ('harm', 'laundering')),
  market       text        not null,
  code         text        not null,
  at           timestamptz not null,
  operator_id  text        not null references staff.operator (id),
  confirmed_by text        references staff.operator (id),
  reason       text        not null,
  before       jsonb       not null,
  after        jsonb       not null
);
create index reports_player_rule_change_market on reports.player_rule_change (report, market, id desc);
create trigger player_rule_change_append_only before delete or update or truncate on reports.player_rule_change
  for each statement execute function ledger.append_only();

-- Reviews of players of the two reports: what somebody concluded, and what stood there at that moment.
create table reports.player_review (
  id          text        primary key,
  report      text        not null check (report in ('harm', 'laundering')),
  player_id   text        not null references accounts.player (id),
  at          timestamptz not null,
  operator_id text        not null references staff.operator (id),
  outcome     text        not null,
  reason      text        not null,
  points      integer     not null,
  codes       text[]      not null
);
create index reports_player_review_player on reports.player_review (player_id, report, id desc);
create trigger player_review_append_only before delete or update or truncate on reports.player_review
  for each statement execute function ledger.append_only();

-- A long file of one table of a report.
alter table reports.export add column report text;
alter table reports.export add column report_table text;
alter table reports.export add column reviewed text;
alter table reports.export drop constraint export_kind_check;
alter table reports.export add constraint export_kind_check check (kind in ('entries', 'player_days', 'report_table'));
alter table reports.export add constraint export_table_check check ((kind = 'report_table') = (report is not null and report_table is not null));

-- Of all that a closed statement states. Statements that were closed before have none; it is reckoned from their row.
alter table reports.provider_statement add column sha256 text;
