-- Questions about anything, not payments alone: with a category, pictures, links, an operator who works on them, ready answers and complaints.
alter table help.help_case alter column payment_id drop not null;
alter table help.help_case add column category text not null default 'payment';

create table help.picture (
  id         text primary key,
  message_id text not null references help.message,
  -- Name of the re-encoded picture in the folder of files.
  file       text not null
);
create index picture_message on help.picture (message_id);

create table help.assignment (
  case_id     text        primary key references help.help_case,
  operator_id text        not null references staff.operator,
  at          timestamptz not null
);
create index assignment_operator on help.assignment (operator_id);

create table help.link (
  case_id     text        not null references help.help_case,
  -- An entry of the ledger (`tr_…`), a deposit or a withdrawal.
  about_id    text        not null,
  operator_id text        not null references staff.operator,
  at          timestamptz not null,
  primary key (case_id, about_id)
);

create table help.ready_answer (
  id         text        primary key,
  title      text        not null,
  en         text        not null,
  hi         text        not null,
  af         text        not null,
  version    integer     not null default 1,
  changed_at timestamptz not null,
  changed_by text        not null references staff.operator
);

create table help.complaint (
  -- Market, year and a count without gaps.
  number     text        primary key,
  case_id    text        not null unique references help.help_case,
  market     text        not null,
  opened_at  timestamptz not null,
  -- Nobody where the player made it.
  opened_by  text        references staff.operator,
  state      text        not null default 'open' check (state in ('open', 'upheld', 'partly_upheld', 'rejected', 'withdrawn')),
  outcome    text,
  decided_at timestamptz,
  decided_by text        references staff.operator,
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'open') = (outcome is null)),
  check ((state = 'open') = (decided_by is null))
);
create index complaint_opened on help.complaint (opened_at, number);

create table help.complaint_count (
  market text    not null,
  year   integer not null,
  last   integer not null,
  primary key (market, year)
);

insert into staff.role_permission (role_id, permission)
select role.id, added.permission
from (values ('manager'), ('admin')) as role (id)
cross join (values ('help.edit_answers'), ('help.decide_complaints'), ('help.export')) as added (permission);
