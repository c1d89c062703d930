-- Roles that operators took for a short time in an emergency, each with its review by another operator.
create table staff.break_glass (
  id          text        primary key,
  operator_id text        not null references staff.operator,
  role        text        not null references staff.role,
  reason      text        not null,
  started_at  timestamptz not null,
  until       timestamptz not null check (until > started_at),
  ended_at    timestamptz,
  reviewed_by text        references staff.operator check (reviewed_by <> operator_id),
  reviewed_at timestamptz,
  review      text,
  check ((reviewed_by is null) = (reviewed_at is null) and (reviewed_by is null) = (review is null))
);
create unique index break_glass_open on staff.break_glass (operator_id) where ended_at is null;
create index break_glass_started on staff.break_glass (started_at);

insert into staff.role_permission (role_id, permission) values ('manager', 'staff.break_glass'), ('admin', 'staff.break_glass');

-- The browser and the address of each session, for the person who looks for one that is not theirs.
alter table staff.operator_session add column ip text;
alter table staff.operator_session add column user_agent text;
