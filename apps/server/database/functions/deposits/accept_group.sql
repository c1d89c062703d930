-- Writes deposits of many players in one round trip and one commit, with two statements: the first locks, the second
-- checks and writes. A deposit with any objection, or with a warning other than its size, is not accepted here;
-- submit-deposit.ts then decides it alone and names the refusal. So the rules and their order are only there, and this
-- function only detects deposits without objections.
create or replace function deposits.accept_group(
  p_now timestamptz, p_open_at_most integer,
  -- Players registered after this time are new.
  p_new_since timestamptz,
  p_asked jsonb
) returns table (index integer) language plpgsql
-- Every look-up here uses a key, even while the tables are new and the planner has no statistics.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  free text[];
begin
  -- Submissions of a player locked by another transaction are left to be decided alone, where only they wait. The
  -- following counts include the player's earlier submissions, because each statement sees everything committed before
  -- it began.
  free := array(
    select player from (select value ->> 'player_id' as player from jsonb_array_elements(p_asked)) as players
    where pg_try_advisory_xact_lock(hashtextextended('deposit-limit:' || player, 0)));

  return query
    with eligible as materialized (
      select asked.*, known.created_at > p_new_since as is_new
      from jsonb_to_recordset(p_asked) as asked (
        index integer, id text, player_id text, family text, detail_id integer, currency text, rail text, ref_raw text, ref_norm text,
        declared_minor bigint, submitted_at timestamptz, expires_at timestamptz, ip text, user_agent text, step_id text, step_code text, step_params jsonb,
        -- Sent by servers of version 0.1.0 instead of a code.
        step_text text,
        is_large boolean, upload_id text, upload_file text, upload_sha256 bytea, call_key text, call_operation text, call_hash bytea)
      join accounts.player_card known on known.id = asked.player_id and known.deposit_code <> asked.ref_norm
      where asked.player_id = any (free)
        and not exists (select from deposits.deposit other where other.ref_norm = asked.ref_norm offset 0)
        and (select count(*) from deposits.deposit other
             where other.player_id = asked.player_id
               and other.state in ('submitted', 'under_review', 'needs_info', 'awaiting_second_approval')) < p_open_at_most
        and limits.player_may(asked.player_id, 'deposit', p_now) is null
        and not exists (select from blocklists.payers blocked where blocked.payer_norm = asked.ref_norm and blocked.until_at > p_now offset 0)
        and not exists (select from limits.player_limits own where own.player_id = asked.player_id and own.kind = 'deposit' offset 0)
        and (call_key is null
             or not exists (select from platform.idempotent_call call where call.player_id = asked.player_id and call.key = call_key offset 0))
        and (upload_id is null
             or not exists (select from deposits.proof seen where seen.sha256 = upload_sha256 offset 0)
            and not exists (select from deposits.upload seen where seen.sha256 = upload_sha256 offset 0))
    ), written as (
      insert into deposits.deposit (id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, state, proof, submitted_at, updated_at,
                           expires_at, ip, user_agent)
      select id, player_id, family, detail_id, currency, rail, ref_raw, ref_norm, declared_minor, 'submitted',
             case when upload_id is not null then 'preparing' end, submitted_at, submitted_at, expires_at, ip, user_agent
      from eligible order by ref_norm
    ), steps as (
      insert into deposits.step (id, deposit_id, at, state, code, params)
      select step_id, id, submitted_at, 'submitted', coalesce(step_code, 'text'), coalesce(step_params, jsonb_build_object('text', step_text))
      from eligible
    ), uploads as (
      insert into deposits.upload (id, deposit_id, at, file, sha256, due_at)
      select upload_id, id, submitted_at, upload_file, upload_sha256, submitted_at from eligible where upload_id is not null
    ), warnings as (
      insert into deposits.warning (deposit_id, code)
      select id, 'new_player' from eligible where is_new
      union all select id, 'large' from eligible where is_large
    ), calls as (
      insert into platform.idempotent_call (player_id, key, operation, content_hash, reply)
      select player_id, call_key, call_operation, call_hash, jsonb_build_object('id', id) from eligible where call_key is not null
    )
    select eligible.index from eligible;
end $$;
