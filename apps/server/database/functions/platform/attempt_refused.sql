-- The reached limit of `uses` with the longest wait, in whole seconds, rounded up; no row if none is reached.
create or replace function platform.attempt_refused(uses jsonb, at timestamptz)
returns table (rule text, subject text, tries integer, wait_s integer) language sql stable as $$
  select kept.rule, kept.subject, null::integer, ceil(extract(epoch from until - at))::integer
  from jsonb_to_recordset(uses) as asked(rule text, subject text, most integer)
  join platform.attempt_count as kept on kept.rule = asked.rule and kept.subject = asked.subject
  cross join lateral (select greatest(
    case when kept.ends_at > at and kept.count >= asked.most then kept.ends_at end,
    case when kept.next_at > at then kept.next_at end) as until) as blocked
  where until is not null
  order by until desc
  limit 1
$$;
