-- Updates the wallet's `restricted_until` when its sources change. Locks before reading: of two concurrent changes the
-- second sees the first.
create or replace function limits.restricted_until_changed() returns trigger language plpgsql as $$
declare
  of_player constant text := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
begin
  perform ledger.lock_players(array[of_player]);
  perform ledger.restrict(of_player, limits.restricted_until(of_player));
  return null;
end $$;

create or replace trigger ledger_wallet_restricts after insert or update of frozen_at, closed_at on ledger.wallet
  for each row execute function limits.restricted_until_changed('player_id');

create or replace trigger player_restricts after insert or update of active on accounts.player for each row execute function limits.restricted_until_changed('id');

create or replace trigger play_block_restricts after insert or update or delete on limits.play_block
  for each row execute function limits.restricted_until_changed('player_id');

create or replace trigger player_limit_restricts after insert or update of kind or delete on limits.player_limit
  for each row execute function limits.restricted_until_changed('player_id');
