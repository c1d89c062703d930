-- How often something was tried in the present window of a rule, for one subject: a number, a device, a network prefix, an operator.
-- `count` may be below zero: right answers save up.
create table attempt_count (
  rule    text        not null,
  subject text        not null,
  count   integer     not null,
  ends_at timestamptz not null,
  -- Nothing is taken before it: the pause after the last one.
  next_at timestamptz,
  primary key (rule, subject)
) with (fillfactor = 70);

-- Counts one try for every row of `uses` ({rule, subject, window_s, most, pauses}), or for none where a limit is reached: then it answers the
-- longest wait with a tries of null. Call it as a statement of its own, so that the rows are locked for no longer than it runs, also where the
-- calling process freezes. Counts need not outlive a crash, so the commit does not wait for the disk.
create function attempt_take(uses jsonb, at timestamptz)
returns table (rule text, subject text, tries integer, wait_s integer) language plpgsql as $$
#variable_conflict use_column
begin
  -- Most of a flood ends here, without a lock.
  return query select * from attempt_refused(uses, at);
  if found then return; end if;
  perform set_config('synchronous_commit', 'off', true);
  -- Every call locks in the same order.
  insert into attempt_count as kept (rule, subject, count, ends_at)
  select asked.rule, asked.subject, 0, at + make_interval(secs => asked.window_s)
  from jsonb_to_recordset(uses) as asked(rule text, subject text, window_s integer)
  order by asked.rule, asked.subject
  on conflict on constraint attempt_count_pkey do update set
    -- What was saved up halves with each window; what was used up is forgotten.
    count = case when kept.ends_at <= at then least(kept.count, 0) / 2 else kept.count end,
    ends_at = case when kept.ends_at <= at then excluded.ends_at else kept.ends_at end;
  return query select * from attempt_refused(uses, at);
  if found then return; end if;
  return query
    update attempt_count as kept set
      count = kept.count + 1,
      next_at = case when jsonb_typeof(asked.pauses) = 'array' then at + make_interval(
        secs => (asked.pauses ->> least(greatest(kept.count, 0), jsonb_array_length(asked.pauses) - 1))::integer) end
    from jsonb_to_recordset(uses) as asked(rule text, subject text, pauses jsonb)
    where kept.rule = asked.rule and kept.subject = asked.subject
    returning kept.rule, kept.subject, kept.count, null::integer;
end $$;

-- The limit of `uses` that is reached and has the longest wait, in whole seconds, rounded up; no row where none is.
create function attempt_refused(uses jsonb, at timestamptz)
returns table (rule text, subject text, tries integer, wait_s integer) language sql stable as $$
  select kept.rule, kept.subject, null::integer, ceil(extract(epoch from until - at))::integer
  from jsonb_to_recordset(uses) as asked(rule text, subject text, most integer)
  join attempt_count as kept on kept.rule = asked.rule and kept.subject = asked.subject
  cross join lateral (select greatest(
    case when kept.ends_at > at and kept.count >= asked.most then kept.ends_at end,
    case when kept.next_at > at then kept.next_at end) as until) as blocked
  where until is not null
  order by until desc
  limit 1
$$;

-- Takes `back` tries off each row of `uses` ({rule, subject, back, least}), never below `least`, and ends its pause.
create function attempt_settle(uses jsonb, at timestamptz) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from attempt_count as kept
    join jsonb_to_recordset(uses) as asked(rule text, subject text)
      on kept.rule = asked.rule and kept.subject = asked.subject
    order by kept.rule, kept.subject for update of kept;
  update attempt_count as kept
    set count = greatest(kept.count - asked.back, least(kept.count, asked.least)), next_at = null
    from jsonb_to_recordset(uses) as asked(rule text, subject text, back integer, least integer)
    where kept.rule = asked.rule and kept.subject = asked.subject and kept.ends_at > at;
end $$;

drop table attempt;

-- Several registrations of one number wait beside each other; the code that was sent for one confirms that one alone.
alter table registration drop constraint registration_pkey;
alter table registration add column id text;
update registration set id = 'reg_' || mobile;
alter table registration alter column id set not null;
alter table registration add primary key (id);
create index registration_mobile on registration (mobile);

-- `bound_to` is the browser or player that asked; null where the caller keeps no cookies.
alter table one_time_code add column registration_id text;
-- What the code counts for, to be given back once it is answered.
alter table one_time_code add column uses jsonb not null default '[]';

-- Browsers in which an operator answered both factors: somebody else's guesses do not lock them out there.
create table operator_device (
  operator_id text        not null references operator,
  device_hash bytea       not null,
  created_at  timestamptz not null,
  primary key (operator_id, device_hash)
);

-- A new authenticator that waits for its first code.
create table operator_authenticator (
  ticket_hash bytea       primary key,
  operator_id text        not null references operator,
  secret      bytea       not null,
  expires_at  timestamptz not null
);
