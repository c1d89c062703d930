-- The reached limit of `uses` with the longest wait, in whole seconds, rounded up; no row if none is reached. An end
-- further away than a whole window or the longest pause was written before the clock was set back, and refuses nobody.
create or replace function platform.attempt_refused(uses jsonb, at timestamptz)
returns table (rule text, subject text, tries integer, wait_s integer) language sql stable as $$
  select kept.rule, kept.subject, null::integer, ceil(extract(epoch from until - at))::integer
  from jsonb_to_recordset(uses) as asked(rule text, subject text, most integer, window_s integer, pauses jsonb)
  join platform.attempt_count as kept on kept.rule = asked.rule and kept.subject = asked.subject
  cross join lateral (select greatest(
    case when kept.count >= asked.most and kept.ends_at > at
      and kept.ends_at <= at + make_interval(secs => asked.window_s) then kept.ends_at end,
    case when kept.next_at > at
      and kept.next_at <= at + make_interval(secs => (asked.pauses ->> -1)::integer) then kept.next_at end) as until) as blocked
  where until is not null
  order by until desc
  limit 1
$$;
