-- Counts one try for every row of `uses` ({rule, subject, window_s, most, pauses}), or for none if a limit is reached:
-- then it returns the longest wait with null tries. Call it as a separate statement, so that the rows are locked only
-- while it runs, even if the calling process freezes. Counts may be lost in a crash, so the commit does not wait for
-- the disk.
create or replace function platform.attempt_add(uses jsonb, at timestamptz)
returns table (rule text, subject text, tries integer, wait_s integer) language plpgsql as $$
#variable_conflict use_column
begin
  -- Most of a flood is refused here, without a lock.
  return query select * from platform.attempt_refused(uses, at);
  if found then return; end if;
  perform set_config('synchronous_commit', 'off', true);
  -- Every call locks in the same order.
  insert into platform.attempt_count as kept (rule, subject, count, ends_at)
  select asked.rule, asked.subject, 0, at + make_interval(secs => asked.window_s)
  from jsonb_to_recordset(uses) as asked(rule text, subject text, window_s integer)
  order by asked.rule, asked.subject
  on conflict on constraint attempt_count_pkey do update set
    -- Saved tries halve with each window; used tries are dropped.
    count = case when kept.ends_at <= at then least(kept.count, 0) / 2 else kept.count end,
    -- After the clock was set back, no window and no pause lasts longer than one that begins now.
    ends_at = case when kept.ends_at <= at then excluded.ends_at else least(kept.ends_at, excluded.ends_at) end,
    next_at = case when kept.next_at > at then least(kept.next_at, (
      select at + make_interval(secs => (asked.pauses ->> -1)::integer)
      from jsonb_to_recordset(uses) as asked(rule text, pauses jsonb) where asked.rule = kept.rule limit 1)) end;
  return query select * from platform.attempt_refused(uses, at);
  if found then return; end if;
  return query
    update platform.attempt_count as kept set
      count = kept.count + 1,
      next_at = case when jsonb_typeof(asked.pauses) = 'array' then at + make_interval(
        secs => (asked.pauses ->> least(greatest(kept.count, 0), jsonb_array_length(asked.pauses) - 1))::integer) end
    from jsonb_to_recordset(uses) as asked(rule text, subject text, pauses jsonb)
    where kept.rule = asked.rule and kept.subject = asked.subject
    returning kept.rule, kept.subject, kept.count, null::integer;
end $$;
