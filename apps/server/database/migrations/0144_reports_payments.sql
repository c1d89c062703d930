-- Steps of payments as the funnel counts them, without those of test players: the same as the view `payment_steps`, without looking at each payment again.
create table reports.payment_time (
  id           text        primary key,
  player_id    text        not null,
  market       text        not null,
  method       text        not null,
  -- Day and hour of the submission in the market.
  day          date        not null,
  hour         smallint    not null check (hour between 0 and 23),
  submitted_at timestamptz not null,
  approved_at  timestamptz,
  credited_at  timestamptz
);
create index reports_payment_time_market on reports.payment_time (market, submitted_at, id);
create index reports_payment_time_player on reports.payment_time (player_id);

-- Payments that took a step since they were read last. A row is written with each step, in its transaction, and several of one payment do no harm.
create table reports.changed_payment (
  payment_id text not null
);

create function reports.note_payment() returns trigger language plpgsql as $$
begin
  if tg_table_schema = 'deposits' then
    insert into reports.changed_payment (payment_id) values (new.deposit_id);
  else
    insert into reports.changed_payment (payment_id) values (new.payment_id);
  end if;
  return null;
end $$;
create trigger step_reported after insert on deposits.step for each row execute function reports.note_payment();
create trigger service_payment_step_reported after insert on payments.service_payment_step for each row execute function reports.note_payment();

insert into reports.changed_payment (payment_id) select id from deposits.deposit union all select id from payments.service_payment;

-- Visits of a market on days before `before` are added up in `visit_hour`; from `whole_from` on their rows are still there.
create table reports.visit_mark (
  market     text primary key,
  whole_from date not null,
  before     date not null
);
