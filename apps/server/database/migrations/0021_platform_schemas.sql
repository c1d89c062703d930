-- One schema a feature. Each table moves to the schema of its feature and loses a prefix that only repeats the schema's name; `help_case` keeps
-- its prefix, because `case` is a word of SQL. The migrator's own tables stay in `public`: a server of a version before reads there that the database is
-- newer than itself. Names of indexes and constraints stay as they are.
create schema accounts;
create schema alarms;
create schema approvals;
create schema catalog;
create schema deposits;
create schema gateway;
create schema help;
create schema ledger;
create schema limits;
create schema messages;
create schema payments;
create schema platform;
create schema portal;
create schema rewards;
create schema sms;
create schema staff;
create schema statements;
create schema withdrawals;

-- Views and functions are made anew in their schemas by their files. Functions that tables need, for triggers and generated columns, move with them.
drop view if exists public.game_round_in_order, public.posting_beside_games, public.player_restriction;
do $$
declare
  known record;
  home constant jsonb := '{
    "game_words": "catalog", "game_grams": "catalog", "look_keys": "deposits", "ledger_append_only": "ledger"}';
begin
  for known in
    select p.oid::regprocedure as signature, p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname = any (array[
      'attempt_refused', 'attempt_settle', 'attempt_take', 'bets_ask_changed', 'bets_ask_until', 'deposit_counts', 'deposit_day_add',
      'deposit_take_group', 'game_grams', 'game_query_grams', 'game_query_patterns', 'game_words', 'gateway_apply', 'gateway_apply_all',
      'gateway_apply_group', 'gateway_decide', 'ledger_append_only', 'ledger_lock_players', 'ledger_place', 'ledger_post',
      'ledger_post_ends', 'ledger_post_group', 'ledger_wallet_opened', 'limits_day', 'limits_refuse_stake', 'look_keys', 'look_neighbours',
      'player_may', 'restricted_until', 'restricted_until_changed', 'round_in_play', 'rounds_open', 'rounds_rolled_back',
      'service_payment_counts', 'withdrawal_counts'])
  loop
    if home ? known.name then execute format('alter function %s set schema %I', known.signature, home ->> known.name);
    -- Cascades to its triggers, which its file makes again.
    else execute format('drop function %s cascade', known.signature); end if;
  end loop;
end $$;
alter function ledger.ledger_append_only() rename to append_only;
delete from schema_function;
alter domain public.currency_code set schema platform;

alter table public.player set schema accounts;
alter table public.registration set schema accounts;
alter table public.player_session set schema accounts;
alter table public.known_device set schema accounts;
alter table public.one_time_code set schema accounts;
alter table public.password_reset set schema accounts;
alter table public.live_ticket set schema accounts;
alter table public.player_preference set schema accounts;
alter table public.player_origin set schema accounts;

alter table public.alarm set schema alarms;
alter table public.alarm_notice set schema alarms;
alter table alarms.alarm_notice rename to notice;

alter table public.waiting_change set schema approvals;
alter table public.money_act set schema approvals;

alter table public.game_provider set schema catalog;
alter table public.game set schema catalog;
alter table public.favourite_game set schema catalog;
alter table public.catalog_import set schema catalog;
alter table catalog.catalog_import rename to import;

alter table public.payment_detail set schema deposits;
alter table public.deposit set schema deposits;
alter table public.deposit_step set schema deposits;
alter table deposits.deposit_step rename to step;
alter table public.deposit_warning set schema deposits;
alter table deposits.deposit_warning rename to warning;
alter table public.deposit_proof set schema deposits;
alter table deposits.deposit_proof rename to proof;
alter table public.deposit_day set schema deposits;
alter table deposits.deposit_day rename to day;
alter table public.deposit_upload set schema deposits;
alter table deposits.deposit_upload rename to upload;
alter table public.deposit_choice set schema deposits;
alter table deposits.deposit_choice rename to choice;
alter table public.deposit_proof_line set schema deposits;
alter table deposits.deposit_proof_line rename to proof_line;
alter table public.deposit_proof_unread set schema deposits;
alter table deposits.deposit_proof_unread rename to proof_unread;

alter table public.game_session set schema gateway;
alter table public.game_transaction set schema gateway;
alter table public.game_tombstone set schema gateway;
alter table public.game_round set schema gateway;
alter table public.gateway_call set schema gateway;
alter table gateway.gateway_call rename to call;
alter table public.game_provider_key set schema gateway;
alter table public.round_day set schema gateway;
alter table public.long_open_round set schema gateway;
alter table public.rolled_back_round set schema gateway;
alter table public.provider_ceiling set schema gateway;
alter table public.provider_hour set schema gateway;
alter table public.held_win set schema gateway;

alter table public.help_case set schema help;
alter table public.help_message set schema help;
alter table help.help_message rename to message;

alter table public.ledger_wallet set schema ledger;
alter table ledger.ledger_wallet rename to wallet;
alter table public.ledger_posting set schema ledger;
alter table ledger.ledger_posting rename to posting;
alter table public.ledger_transfer set schema ledger;
alter table ledger.ledger_transfer rename to transfer;
alter table public.ledger_hold set schema ledger;
alter table ledger.ledger_hold rename to hold;
alter table public.ledger_house_balance set schema ledger;
alter table ledger.ledger_house_balance rename to house_balance;
alter table public.ledger_rollup set schema ledger;
alter table ledger.ledger_rollup rename to rollup;
alter table public.ledger_entry_chain set schema ledger;
alter table ledger.ledger_entry_chain rename to entry_chain;
alter table public.ledger_debt set schema ledger;
alter table ledger.ledger_debt rename to debt;

alter table public.play_block set schema limits;
alter table public.player_limit set schema limits;
alter table public.play_day set schema limits;

alter table public.player_message set schema messages;

alter table public.service_payment set schema payments;
alter table public.service_payment_step set schema payments;
alter table public.service_postback set schema payments;

alter table public.idempotent_call set schema platform;
alter table public.attempt_count set schema platform;

alter table public.portal_setting set schema portal;
alter table portal.portal_setting rename to setting;

alter table public.gift_envelope set schema rewards;
alter table public.gift_share set schema rewards;
alter table public.bonus_rule set schema rewards;
alter table public.bonus set schema rewards;
alter table public.referral_code set schema rewards;
alter table public.referral set schema rewards;
alter table public.wagering_weight set schema rewards;
alter table public.wagering_return set schema rewards;
alter table public.reward_signal set schema rewards;
alter table public.reward_check set schema rewards;

alter table public.sms_outbox set schema sms;
alter table sms.sms_outbox rename to outbox;

alter table public.operator set schema staff;
alter table public.operator_ticket set schema staff;
alter table public.operator_session set schema staff;
alter table public.audit_entry set schema staff;
alter table public.operator_reset set schema staff;
alter table public.audit_seal set schema staff;
alter table public.operator_tie set schema staff;
alter table public.operator_link set schema staff;
alter table public.operator_device set schema staff;
alter table public.operator_authenticator set schema staff;

alter table public.statement_account set schema statements;
alter table statements.statement_account rename to account;
alter table public.statement set schema statements;
alter table public.statement_line set schema statements;
alter table statements.statement_line rename to line;
alter table public.statement_match set schema statements;
alter table statements.statement_match rename to match;
alter table public.statement_attempt set schema statements;
alter table statements.statement_attempt rename to attempt;

alter table public.payout_account set schema withdrawals;
alter table public.payout_batch set schema withdrawals;
alter table public.withdrawal set schema withdrawals;
alter table public.withdrawal_step set schema withdrawals;
alter table withdrawals.withdrawal_step rename to step;
alter table public.withdrawal_day set schema withdrawals;
alter table withdrawals.withdrawal_day rename to day;
alter sequence ledger.ledger_posting_id_seq rename to posting_id_seq;
alter sequence ledger.ledger_transfer_id_seq rename to transfer_id_seq;
