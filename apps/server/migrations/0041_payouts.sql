-- Payouts on their way: in a file for the bank, or at a payout service. What was sent stands in transit until somebody says how it ended.
do $$
declare named text;
begin
  for named in select conname from pg_constraint
    where conrelid = 'withdrawal'::regclass and contype = 'c'
      and (pg_get_constraintdef(oid) like '%requested%' or pg_get_constraintdef(oid) like '%payment_reference IS NOT NULL%')
  loop
    execute format('alter table withdrawal drop constraint %I', named);
  end loop;
end $$;

create table payout_batch (
  id          text        primary key,
  market      text        not null,
  kind        text        not null,
  currency    text        not null,
  state       text        not null check (state in ('draft', 'sent', 'cancelled')),
  payouts     integer     not null check (payouts > 0),
  total_minor bigint      not null check (total_minor > 0),
  made_by     text        not null references operator,
  made_at     timestamptz not null,
  sent_by     text        references operator,
  sent_at     timestamptz,
  version     integer     not null default 1,
  check ((state = 'sent') = (sent_by is not null and sent_at is not null))
);
create index payout_batch_state on payout_batch (state, id);

alter table withdrawal
  -- What stands on the bank's statement: short, unique, and nobody else's.
  add column pay_code      text,
  add column batch_id      text        references payout_batch,
  -- How a payout service calls it, and when it is asked again.
  add column by_service    boolean     not null default false,
  add column service_ref   text,
  add column checks        integer     not null default 0,
  add column next_check_at timestamptz,
  add column sent_at       timestamptz,
  -- What was odd when it was asked for.
  add column risks         jsonb       not null default '[]',
  add constraint withdrawal_states check (state in ('requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown', 'paid', 'rejected', 'failed', 'returned')),
  add constraint withdrawal_reference check ((state in ('paid', 'returned')) = (payment_reference is not null)),
  add constraint withdrawal_batched check (state <> 'batched' or batch_id is not null),
  add constraint withdrawal_sent check (state not in ('sent', 'unknown') or (sent_at is not null and (by_service or batch_id is not null))),
  add constraint withdrawal_asked check (not by_service or state not in ('sent', 'unknown') or next_check_at is not null);
update withdrawal set pay_code = 'W' || upper(right(id, 9));
alter table withdrawal alter column pay_code set not null;
create unique index withdrawal_pay_code on withdrawal (pay_code);
create index withdrawal_batch on withdrawal (batch_id) where batch_id is not null;
create index withdrawal_due on withdrawal (next_check_at) where next_check_at is not null;
drop index withdrawal_open;
create unique index withdrawal_open on withdrawal (player_id)
  where state in ('requested', 'awaiting_second_approval', 'approved', 'batched', 'sent', 'unknown');
