-- What came in and went out of each player by day, so that a history's totals are a sum of days and not of payments. The day is the one
-- on which the payment was told of, as the filters of the histories have it (UTC). Kept by triggers, in the transaction that moves the state.
create table deposit_day (
  player_id    text   not null,
  -- A family of manual deposits, or the service that confirmed it.
  family       text   not null,
  day          date   not null,
  credited_minor bigint not null,
  primary key (player_id, family, day)
);
create table withdrawal_day (
  player_id  text   not null,
  day        date   not null,
  paid_minor bigint not null,
  primary key (player_id, day)
);

insert into deposit_day (player_id, family, day, credited_minor)
select player_id, family, (submitted_at at time zone 'UTC')::date, sum(credited_minor) from deposit
where state = 'approved' group by 1, 2, 3
union all
select player_id, service, (started_at at time zone 'UTC')::date, sum(credited_minor) from service_payment
where state = 'succeeded' group by 1, 2, 3;
insert into withdrawal_day (player_id, day, paid_minor)
select player_id, (requested_at at time zone 'UTC')::date, sum(amount_minor) from withdrawal where state = 'paid' group by 1, 2;

create function deposit_day_add(p_player text, p_family text, p_at timestamptz, p_minor bigint) returns void language sql as $$
  insert into deposit_day (player_id, family, day, credited_minor)
  values (p_player, p_family, (p_at at time zone 'UTC')::date, p_minor)
  on conflict (player_id, family, day) do update set credited_minor = deposit_day.credited_minor + excluded.credited_minor
$$;
create function deposit_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'approved' then
    perform deposit_day_add(old.player_id, old.family, old.submitted_at, -old.credited_minor);
  end if;
  if new.state = 'approved' then
    perform deposit_day_add(new.player_id, new.family, new.submitted_at, new.credited_minor);
  end if;
  return null;
end $$;
create trigger deposit_counts after update of state, credited_minor on deposit
  for each row when (old.state = 'approved' or new.state = 'approved') execute function deposit_counts();
create trigger deposit_counts_new after insert on deposit
  for each row when (new.state = 'approved') execute function deposit_counts();

create function service_payment_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'succeeded' then
    perform deposit_day_add(old.player_id, old.service, old.started_at, -old.credited_minor);
  end if;
  if new.state = 'succeeded' then
    perform deposit_day_add(new.player_id, new.service, new.started_at, new.credited_minor);
  end if;
  return null;
end $$;
create trigger service_payment_counts after update of state, credited_minor on service_payment
  for each row when (old.state = 'succeeded' or new.state = 'succeeded') execute function service_payment_counts();
create trigger service_payment_counts_new after insert on service_payment
  for each row when (new.state = 'succeeded') execute function service_payment_counts();

create function withdrawal_counts() returns trigger language plpgsql as $$
declare
  day date := (new.requested_at at time zone 'UTC')::date;
  minor bigint := case when new.state = 'paid' then new.amount_minor else 0 end
                - case when tg_op = 'UPDATE' and old.state = 'paid' then old.amount_minor else 0 end;
begin
  insert into withdrawal_day (player_id, day, paid_minor) values (new.player_id, day, minor)
  on conflict on constraint withdrawal_day_pkey do update set paid_minor = withdrawal_day.paid_minor + excluded.paid_minor;
  return null;
end $$;
create trigger withdrawal_counts after update of state, amount_minor on withdrawal
  for each row when (old.state = 'paid' or new.state = 'paid') execute function withdrawal_counts();
create trigger withdrawal_counts_new after insert on withdrawal
  for each row when (new.state = 'paid') execute function withdrawal_counts();

-- One family's, and one state's, pages are found without walking over the others.
create index deposit_player_family on deposit (player_id, family, id desc);
create index deposit_player_state on deposit (player_id, state, id desc);
create index service_payment_player_service on service_payment (player_id, service, id desc);
create index service_payment_player_state on service_payment (player_id, state, id desc);
create index withdrawal_player_state on withdrawal (player_id, state, id desc);
