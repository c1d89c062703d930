-- Each row names its log: its origin is for the world.
alter table receipts.log   add column name text not null default 'players';
alter table receipts.key   add column log  text not null default 'players';
alter table receipts.batch add column log  text not null default 'players';
alter table receipts.salt  add column log  text not null default 'players';
alter table receipts.tile  add column log  text not null default 'players';

-- How far each witness of the policy has come, for each log.
create table receipts.witness (
  log          text        not null,
  verifier_key text        not null,
  -- Size of the last head that it cosigned, as far as it is known here.
  size         bigint      not null default 0 check (size >= 0),
  -- It is not asked again before then, by no server.
  next_at      timestamptz not null,
  cosigned_at  timestamptz,
  failures     integer     not null default 0,
  -- Why the last answer brought no cosignature; null after one.
  fault        text,
  primary key (log, verifier_key)
);

-- Heads that witnesses cosigned, without their lines. The newest ones are kept, and the newest one that enough witnesses cosigned.
create table receipts.head (
  log          text        not null,
  size         bigint      not null check (size > 0),
  checkpoint   text        not null,
  is_witnessed boolean     not null default false,
  kept_at      timestamptz not null,
  primary key (log, size)
);
create index receipts_head_witnessed on receipts.head (log, size) where is_witnessed;

create table receipts.cosignature (
  log          text   not null,
  size         bigint not null,
  verifier_key text   not null,
  -- Signature line, as it stands behind the head.
  line         text   not null,
  primary key (log, size, verifier_key),
  foreign key (log, size) references receipts.head on delete cascade
);
