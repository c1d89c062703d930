-- Subtracts `back` tries from each row of `uses` ({rule, subject, back, least}), never below `least`, and ends its
-- pause.
create or replace function platform.attempt_settle(uses jsonb, at timestamptz) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from platform.attempt_count as kept
    join jsonb_to_recordset(uses) as asked(rule text, subject text)
      on kept.rule = asked.rule and kept.subject = asked.subject
    order by kept.rule, kept.subject for update of kept;
  update platform.attempt_count as kept
    set count = greatest(kept.count - asked.back, least(kept.count, asked.least)), next_at = null
    from jsonb_to_recordset(uses) as asked(rule text, subject text, back integer, least integer)
    where kept.rule = asked.rule and kept.subject = asked.subject and kept.ends_at > at;
end $$;
