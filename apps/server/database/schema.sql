-- The whole schema, written by `npx vitest run --project server apps/server/test/schema.test.ts -u`; that test fails while it is not current.
-- Bodies of functions and views stand in `functions` and `views`.

create domain platform.currency_code as text CHECK ((VALUE = ANY (ARRAY['INR'::text, 'NAD'::text])));

create table accounts.answered_challenge (
  challenge text not null,
  ends_at timestamp with time zone not null,
  constraint answered_challenge_pkey PRIMARY KEY (challenge)
);

create table accounts.identity_decision (
  id text not null,
  player_id text not null,
  outcome text not null,
  document text,
  number_end text,
  expires_on date,
  tier_before text,
  why text,
  reason text not null,
  operator_id text,
  decided_at timestamp with time zone not null,
  constraint identity_decision_pkey PRIMARY KEY (id),
  constraint identity_decision_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint identity_decision_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint identity_decision_check CHECK (((outcome = 'verified'::text) = ((document IS NOT NULL) AND (number_end IS NOT NULL) AND (tier_before IS NOT NULL)))),
  constraint identity_decision_check1 CHECK (((outcome = 'verified'::text) = (why IS NULL))),
  constraint identity_decision_check2 CHECK (((outcome = 'expired'::text) = (operator_id IS NULL))),
  constraint identity_decision_document_check CHECK ((document = ANY (ARRAY['national_id'::text, 'passport'::text, 'driving_licence'::text]))),
  constraint identity_decision_outcome_check CHECK ((outcome = ANY (ARRAY['verified'::text, 'refused'::text, 'revoked'::text, 'expired'::text])))
);
CREATE INDEX identity_decision_expiry ON accounts.identity_decision USING btree (expires_on) WHERE ((outcome = 'verified'::text) AND (expires_on IS NOT NULL));
CREATE INDEX identity_decision_player ON accounts.identity_decision USING btree (player_id, decided_at);

create table accounts.known_device (
  player_id text not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint known_device_pkey PRIMARY KEY (player_id, device_hash),
  constraint known_device_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table accounts.link_note (
  id text not null,
  player_id text not null,
  other_id text not null,
  verdict text not null,
  reason text not null,
  noted_by text not null,
  noted_at timestamp with time zone not null,
  constraint link_note_pkey PRIMARY KEY (id),
  constraint link_note_other_id_fkey FOREIGN KEY (other_id) REFERENCES accounts.player(id),
  constraint link_note_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint link_note_check CHECK ((player_id < other_id)),
  constraint link_note_verdict_check CHECK ((verdict = ANY (ARRAY['known'::text, 'same_person'::text, 'open'::text])))
);
CREATE INDEX link_note_other ON accounts.link_note USING btree (other_id);
CREATE INDEX link_note_player ON accounts.link_note USING btree (player_id, other_id, id DESC);

create table accounts.live_ticket (
  ticket_hash bytea not null,
  player_id text not null,
  session_id text not null,
  expires_at timestamp with time zone not null,
  constraint live_ticket_pkey PRIMARY KEY (ticket_hash)
);

create table accounts.offer_consent (
  player_id text not null,
  at timestamp with time zone not null,
  given boolean not null,
  constraint offer_consent_pkey PRIMARY KEY (player_id, at),
  constraint offer_consent_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table accounts.one_time_code (
  id text not null,
  mobile text not null,
  type text not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  bound_to text,
  registration_id text,
  uses jsonb default '[]'::jsonb not null,
  commits_to text,
  constraint one_time_code_pkey PRIMARY KEY (id)
);
CREATE INDEX one_time_code_newest ON accounts.one_time_code USING btree (mobile, type, sent_at DESC);

create table accounts.passkey_event (
  id text not null,
  player_id text not null,
  passkey_id text not null,
  kind text not null,
  name text not null,
  former_name text,
  at timestamp with time zone not null,
  constraint passkey_event_pkey PRIMARY KEY (id),
  constraint passkey_event_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint passkey_event_check CHECK (((kind = 'renamed'::text) = (former_name IS NOT NULL))),
  constraint passkey_event_kind_check CHECK ((kind = ANY (ARRAY['added'::text, 'renamed'::text, 'removed'::text])))
);
CREATE INDEX passkey_event_player ON accounts.passkey_event USING btree (player_id, at);

create table accounts.password_reset (
  token_hash bytea not null,
  player_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_reset_pkey PRIMARY KEY (token_hash),
  constraint password_reset_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table accounts.player (
  id text not null,
  player_name text not null,
  mobile text not null,
  market text not null,
  currency text not null,
  password_hash text not null,
  deposit_code text not null,
  tier text default 'registered'::text not null,
  avatar text,
  active boolean default true not null,
  terms_version text,
  referral_code text,
  created_at timestamp with time zone not null,
  last_login_at timestamp with time zone,
  name_changed_at timestamp with time zone,
  is_test boolean default false not null,
  constraint player_pkey PRIMARY KEY (id),
  constraint player_deposit_code_key UNIQUE (deposit_code),
  constraint player_mobile_key UNIQUE (mobile),
  constraint player_currency_check CHECK ((currency = ANY (ARRAY['NAD'::text, 'INR'::text]))),
  constraint player_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text]))),
  constraint player_tier_check CHECK ((tier = ANY (ARRAY['registered'::text, 'mobile_verified'::text, 'person_verified'::text])))
);
CREATE INDEX player_avatar_upload ON accounts.player USING btree (avatar) WHERE (avatar ~~ 'upload:%'::text);
CREATE INDEX player_mobile_end ON accounts.player USING btree (reverse(mobile) text_pattern_ops);
CREATE INDEX player_mobile_start ON accounts.player USING btree (mobile text_pattern_ops);
CREATE UNIQUE INDEX player_name_key ON accounts.player USING btree (lower(player_name));
CREATE INDEX player_name_keys ON accounts.player USING gin (accounts.name_keys(player_name));
CREATE INDEX player_name_start ON accounts.player USING btree (lower(player_name) text_pattern_ops);
CREATE TRIGGER player_restricts AFTER INSERT OR UPDATE OF active ON accounts.player FOR EACH ROW EXECUTE FUNCTION limits.restricted_until_changed('id');

create table accounts.player_closing (
  player_id text not null,
  asked_at timestamp with time zone not null,
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  was_suspended boolean default false not null,
  constraint player_closing_pkey PRIMARY KEY (player_id),
  constraint player_closing_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE INDEX player_closing_due ON accounts.player_closing USING btree (closes_at) WHERE (closed_at IS NULL);

create table accounts.player_origin (
  session_id text not null,
  player_id text not null,
  device_id text not null,
  at timestamp with time zone not null,
  address text not null,
  traits bytea not null,
  constraint player_origin_pkey PRIMARY KEY (session_id),
  constraint player_origin_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE INDEX player_origin_address ON accounts.player_origin USING btree (address, at);
CREATE INDEX player_origin_at ON accounts.player_origin USING btree (at);
CREATE INDEX player_origin_player ON accounts.player_origin USING btree (player_id);

create table accounts.player_passkey (
  id text not null,
  player_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint player_passkey_pkey PRIMARY KEY (id),
  constraint player_passkey_credential_id_key UNIQUE (credential_id),
  constraint player_passkey_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint player_passkey_counter_check CHECK ((counter >= 0))
);
CREATE INDEX player_passkey_player ON accounts.player_passkey USING btree (player_id);

create table accounts.player_preference (
  player_id text not null,
  chosen jsonb not null,
  updated_at timestamp with time zone not null,
  constraint player_preference_pkey PRIMARY KEY (player_id),
  constraint player_preference_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table accounts.player_session (
  id text not null,
  player_id text not null,
  token_hash bytea not null,
  cookie_hash bytea not null,
  device_id text not null,
  label text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint player_session_pkey PRIMARY KEY (id),
  constraint player_session_token_hash_key UNIQUE (token_hash),
  constraint player_session_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE INDEX player_session_began ON accounts.player_session USING btree (player_id, created_at DESC);
CREATE INDEX player_session_device ON accounts.player_session USING btree (player_id, device_id);
CREATE INDEX player_session_of_device ON accounts.player_session USING btree (device_id);
CREATE INDEX player_session_open ON accounts.player_session USING btree (player_id) WHERE (ended_at IS NULL);

create table accounts.player_tag (
  player_id text not null,
  tag text not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  constraint player_tag_pkey PRIMARY KEY (player_id, tag),
  constraint player_tag_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint player_tag_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 24)))
);
CREATE INDEX player_tag_used ON accounts.player_tag USING btree (tag, player_id);

create table accounts.registration (
  mobile text not null,
  player_name text not null,
  market text not null,
  password_hash text not null,
  terms_version text,
  referral_code text,
  created_at timestamp with time zone not null,
  id text not null,
  constraint registration_pkey PRIMARY KEY (id)
);
CREATE INDEX registration_mobile ON accounts.registration USING btree (mobile);

create table alarms.alarm (
  id text not null,
  code text not null,
  subject text not null,
  text text default ''::text not null,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  cleared_at timestamp with time zone,
  text_code text default 'text'::text not null,
  params jsonb default '{}'::jsonb not null,
  constraint alarm_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX alarm_open ON alarms.alarm USING btree (code, subject) WHERE (cleared_at IS NULL);
CREATE INDEX alarm_recent ON alarms.alarm USING btree (cleared_at) WHERE (cleared_at IS NOT NULL);

create table alarms.notice (
  id text not null,
  alarm_id text not null,
  kind text not null,
  number integer not null,
  channel text not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  tries integer default 0 not null,
  sent_at timestamp with time zone,
  constraint alarm_notice_pkey PRIMARY KEY (id),
  constraint alarm_notice_alarm_id_kind_number_channel_key UNIQUE (alarm_id, kind, number, channel),
  constraint alarm_notice_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms.alarm(id),
  constraint alarm_notice_channel_check CHECK ((channel = ANY (ARRAY['webhook'::text, 'email'::text]))),
  constraint alarm_notice_kind_check CHECK ((kind = ANY (ARRAY['raised'::text, 'reminder'::text, 'cleared'::text])))
);
CREATE INDEX alarm_notice_due ON alarms.notice USING btree (next_at) WHERE (sent_at IS NULL);

create table alarms.upkeep (
  task text not null,
  ended_at timestamp with time zone not null,
  outcome text not null,
  seconds integer not null,
  passed_at timestamp with time zone,
  constraint upkeep_pkey PRIMARY KEY (task),
  constraint upkeep_seconds_check CHECK ((seconds >= 0)),
  constraint upkeep_task_check CHECK ((task = ANY (ARRAY['backup'::text, 'drill'::text, 'files'::text])))
);

create table approvals.money_action (
  id text not null,
  action text not null,
  subject text not null,
  player_id text,
  currency text not null,
  amount_minor bigint not null,
  operator_id text not null,
  first_operator text,
  side text,
  stage text not null,
  evidence text,
  day date not null,
  at timestamp with time zone not null,
  constraint money_action_pkey PRIMARY KEY (id),
  constraint money_action_first_operator_fkey FOREIGN KEY (first_operator) REFERENCES staff.operator(id),
  constraint money_action_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint money_action_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint money_action_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint money_action_check CHECK ((first_operator <> operator_id)),
  constraint money_action_evidence_check CHECK ((evidence = ANY (ARRAY['bank_line'::text, 'service_confirmation'::text, 'provider_signature'::text]))),
  constraint money_action_side_check CHECK ((side = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint money_action_stage_check CHECK ((stage = ANY (ARRAY['waiting'::text, 'noted'::text, 'done'::text])))
);
CREATE INDEX money_action_day ON approvals.money_action USING btree (day, id);
CREATE INDEX money_action_first ON approvals.money_action USING btree (first_operator, day) WHERE (first_operator IS NOT NULL);
CREATE INDEX money_action_operator ON approvals.money_action USING btree (operator_id, day);
CREATE INDEX money_action_player ON approvals.money_action USING btree (player_id, day) WHERE (player_id IS NOT NULL);
CREATE TRIGGER money_action_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON approvals.money_action FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table approvals.waiting_change (
  id text not null,
  kind text not null,
  subject text not null,
  summary text default ''::text not null,
  change jsonb not null,
  proposed_by text not null,
  proposed_at timestamp with time zone not null,
  until timestamp with time zone not null,
  reason text not null,
  confirmed_by text,
  ended_at timestamp with time zone,
  outcome text,
  facts jsonb default '[]'::jsonb not null,
  player_id text,
  amount_minor bigint,
  currency text,
  summary_code text default 'text'::text not null,
  summary_params jsonb default '{}'::jsonb not null,
  constraint waiting_change_pkey PRIMARY KEY (id),
  constraint waiting_change_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES staff.operator(id),
  constraint waiting_change_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint waiting_change_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES staff.operator(id),
  constraint waiting_change_amount_minor_check CHECK ((amount_minor > 0)),
  constraint waiting_change_check CHECK ((confirmed_by <> proposed_by)),
  constraint waiting_change_check1 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint waiting_change_check2 CHECK (((NOT (outcome IS DISTINCT FROM 'confirmed'::text)) = (confirmed_by IS NOT NULL))),
  constraint waiting_change_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'dropped'::text, 'expired'::text])))
);
CREATE UNIQUE INDEX waiting_change_open ON approvals.waiting_change USING btree (kind, subject) WHERE (ended_at IS NULL);

create table blocklists.entry (
  id text not null,
  kind text not null,
  value_mac bytea not null,
  value_sealed bytea not null,
  shown text not null,
  payer_norm text,
  reason text not null,
  upload_id text,
  added_by text not null,
  added_at timestamp with time zone not null,
  until_at timestamp with time zone,
  removed_by text,
  removed_at timestamp with time zone,
  removed_reason text,
  constraint entry_pkey PRIMARY KEY (id),
  constraint entry_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff.operator(id),
  constraint entry_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES staff.operator(id),
  constraint entry_check CHECK ((until_at > added_at)),
  constraint entry_check1 CHECK (((kind = 'payer'::text) = (payer_norm IS NOT NULL))),
  constraint entry_check2 CHECK ((((removed_at IS NULL) = (removed_by IS NULL)) AND ((removed_at IS NULL) = (removed_reason IS NULL)))),
  constraint entry_kind_check CHECK ((kind = ANY (ARRAY['mobile'::text, 'payout'::text, 'payer'::text, 'device'::text])))
);
CREATE INDEX entry_listed ON blocklists.entry USING btree (kind, id DESC);
CREATE INDEX entry_payer ON blocklists.entry USING btree (payer_norm) WHERE ((payer_norm IS NOT NULL) AND (removed_at IS NULL));
CREATE UNIQUE INDEX entry_standing ON blocklists.entry USING btree (value_mac) WHERE (removed_at IS NULL);
CREATE INDEX entry_value ON blocklists.entry USING btree (value_mac);

create table campaigns.campaign (
  id text not null,
  name text not null,
  segment_id text not null,
  market text not null,
  kind text not null,
  amount_minor bigint,
  budget_minor bigint,
  players_at_most integer,
  texts jsonb default '{}'::jsonb not null,
  state text default 'draft'::text not null,
  rules jsonb,
  starts_at timestamp with time zone,
  envelope_id text,
  created_by text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  version integer default 1 not null,
  trigger text default 'hand'::text not null,
  event text,
  days integer,
  repeats boolean default false not null,
  wait_minutes integer default 0 not null,
  reached_players integer default 0 not null,
  pass_at timestamp with time zone,
  pass_player text,
  passed_at timestamp with time zone,
  pass_turn bigint,
  passed_turn bigint,
  free_rounds jsonb,
  constraint campaign_pkey PRIMARY KEY (id),
  constraint campaign_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint campaign_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES rewards.gift_envelope(id),
  constraint campaign_segment_id_fkey FOREIGN KEY (segment_id) REFERENCES campaigns.segment(id),
  constraint campaign_amount_minor_check CHECK ((amount_minor > 0)),
  constraint campaign_budget_minor_check CHECK ((budget_minor > 0)),
  constraint campaign_check CHECK (((state = ANY (ARRAY['draft'::text, 'waiting'::text])) OR ((state = 'ended'::text) AND (starts_at IS NULL)) OR ((rules IS NOT NULL) AND (starts_at IS NOT NULL) AND (players_at_most IS NOT NULL)))),
  constraint campaign_check1 CHECK (((state = ANY (ARRAY['draft'::text, 'waiting'::text])) OR ((state = 'ended'::text) AND (starts_at IS NULL)) OR (kind = 'message'::text) OR (((amount_minor * players_at_most) <= budget_minor) AND (
CASE kind
    WHEN 'gift'::text THEN envelope_id
    ELSE (free_rounds)::text
END IS NOT NULL)))),
  constraint campaign_days_check CHECK (((days >= 1) AND (days <= 366))),
  constraint campaign_event_check CHECK ((event = ANY (ARRAY['registered'::text, 'first_deposit'::text, 'withdrawal_paid'::text, 'idle'::text, 'birthday'::text]))),
  constraint campaign_kind_check CHECK ((kind = ANY (ARRAY['gift'::text, 'message'::text, 'free_rounds'::text]))) NOT VALID,
  constraint campaign_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text]))),
  constraint campaign_players_at_most_check CHECK ((players_at_most > 0)),
  constraint campaign_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'running'::text, 'paused'::text, 'done'::text, 'ended'::text]))),
  constraint campaign_trigger_check CHECK ((trigger = ANY (ARRAY['hand'::text, 'schedule'::text, 'segment'::text, 'event'::text]))),
  constraint campaign_wait_minutes_check CHECK (((wait_minutes >= 0) AND (wait_minutes <= 86400)))
);
CREATE INDEX campaign_running ON campaigns.campaign USING btree (starts_at) WHERE (state = 'running'::text);

create table campaigns.entry (
  campaign_id text not null,
  player_id text not null,
  once_key text not null,
  event_at timestamp with time zone not null,
  entered_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  state text not null,
  outcome text,
  at timestamp with time zone,
  constraint entry_pkey PRIMARY KEY (campaign_id, player_id, once_key),
  constraint entry_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint entry_check CHECK (((state = 'done'::text) = ((outcome IS NOT NULL) AND (at IS NOT NULL)))),
  constraint entry_outcome_check CHECK ((outcome = ANY (ARRAY['given'::text, 'sent'::text, 'restricted'::text, 'flagged'::text, 'test_player'::text, 'no_consent'::text, 'refused'::text, 'conditions'::text, 'was_inside'::text, 'played_again'::text, 'campaign_ended'::text]))),
  constraint entry_state_check CHECK ((state = ANY (ARRAY['entered'::text, 'waiting'::text, 'done'::text])))
);
CREATE INDEX entry_due ON campaigns.entry USING btree (campaign_id, due_at) WHERE (state <> 'done'::text);
CREATE INDEX entry_outcome ON campaigns.entry USING btree (campaign_id, outcome);
CREATE INDEX entry_player ON campaigns.entry USING btree (player_id, campaign_id);

create table campaigns.fact_mark (
  one boolean default true not null,
  up_to bigint not null,
  turn bigint default 0 not null,
  filled_to text default ''::text,
  new_from text default ''::text not null,
  constraint fact_mark_pkey PRIMARY KEY (one),
  constraint fact_mark_one_check CHECK (one)
);

create table campaigns.player_fact (
  player_id text not null,
  market text not null,
  created_at timestamp with time zone not null,
  cash_minor bigint not null,
  bonus_minor bigint not null,
  deposits bigint not null,
  deposited_minor bigint not null,
  last_deposit_at timestamp with time zone,
  withdrawn_minor bigint not null,
  rounds bigint not null,
  staked_minor bigint not null,
  lost_minor bigint not null,
  last_played_at timestamp with time zone,
  changed_in bigint not null,
  constraint player_fact_pkey PRIMARY KEY (player_id),
  constraint player_fact_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
) with (fillfactor=80);
CREATE INDEX player_fact_changed ON campaigns.player_fact USING btree (market, changed_in);
CREATE INDEX player_fact_created ON campaigns.player_fact USING btree (market, created_at);
CREATE INDEX player_fact_market ON campaigns.player_fact USING btree (market, player_id);
CREATE INDEX player_fact_played ON campaigns.player_fact USING btree (market, last_played_at);

create table campaigns.reached (
  campaign_id text not null,
  player_id text not null,
  outcome text not null,
  at timestamp with time zone not null,
  constraint reached_pkey PRIMARY KEY (campaign_id, player_id),
  constraint reached_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns.campaign(id),
  constraint reached_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint reached_outcome_check CHECK ((outcome = ANY (ARRAY['given'::text, 'sent'::text, 'restricted'::text, 'flagged'::text, 'test_player'::text, 'no_consent'::text, 'refused'::text])))
);
CREATE INDEX reached_player ON campaigns.reached USING btree (player_id);

create table campaigns.segment (
  id text not null,
  name text not null,
  market text not null,
  rules jsonb not null,
  version integer default 1 not null,
  created_by text not null,
  updated_at timestamp with time zone not null,
  constraint segment_pkey PRIMARY KEY (id),
  constraint segment_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint segment_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text])))
);
CREATE UNIQUE INDEX segment_name ON campaigns.segment USING btree (lower(name));

create table catalog.favourite_game (
  player_id text not null,
  game_id text not null,
  added_at timestamp with time zone not null,
  constraint favourite_game_pkey PRIMARY KEY (player_id, game_id),
  constraint favourite_game_game_id_fkey FOREIGN KEY (game_id) REFERENCES catalog.game(id),
  constraint favourite_game_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table catalog.game (
  id text not null,
  slug text not null,
  provider_code text not null,
  name text not null,
  categories text[] default '{}'::text[] not null,
  tile text not null,
  rtp text,
  min_stake_minor bigint,
  max_stake_minor bigint,
  demo boolean default true not null,
  markets text[] default '{NA,IN}'::text[] not null,
  enabled boolean default true not null,
  "position" integer default 1000 not null,
  grams text[] generated always as (catalog.game_grams(name)) stored,
  words text generated always as ((' '::text || catalog.game_words(name))) stored,
  code text not null,
  edited text[] default '{}'::text[] not null,
  withdrawn_at timestamp with time zone,
  added_at timestamp with time zone,
  names jsonb default '{}'::jsonb not null,
  constraint game_pkey PRIMARY KEY (id),
  constraint game_slug_key UNIQUE (slug),
  constraint game_provider_code_fkey FOREIGN KEY (provider_code) REFERENCES catalog.game_provider(code)
);
CREATE INDEX game_added ON catalog.game USING btree (added_at DESC) WHERE (added_at IS NOT NULL);
CREATE INDEX game_categories ON catalog.game USING gin (categories);
CREATE INDEX game_grams_found ON catalog.game USING gin (grams) WITH (fastupdate=off);
CREATE UNIQUE INDEX game_of_provider ON catalog.game USING btree (provider_code, code);
CREATE INDEX game_order ON catalog.game USING btree ("position", id) WHERE (enabled AND (withdrawn_at IS NULL));
CREATE INDEX game_provider_order ON catalog.game USING btree (provider_code, "position", id);

create table catalog.game_provider (
  code text not null,
  name text not null,
  adapter text not null,
  launch_url text not null,
  proof_url text,
  logo text,
  enabled boolean default true not null,
  feed_url text,
  ping_url text,
  feed_next_at timestamp with time zone,
  failures integer default 0 not null,
  checked_at timestamp with time zone,
  down_since timestamp with time zone,
  "position" integer default 1000 not null,
  client_id text,
  frame_origin text,
  adds text[] default '{}'::text[] not null,
  rounds_url text,
  ahead_url text,
  tables_url text,
  constraint game_provider_pkey PRIMARY KEY (code)
);

create table catalog.import (
  id text not null,
  provider_code text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  outcome text not null,
  listed integer default 0 not null,
  added integer default 0 not null,
  changed integer default 0 not null,
  withdrawn integer default 0 not null,
  refused jsonb default '[]'::jsonb not null,
  refused_count integer default 0 not null,
  reason text,
  operator_id text,
  reason_code text,
  reason_params jsonb default '{}'::jsonb not null,
  constraint catalog_import_pkey PRIMARY KEY (id),
  constraint catalog_import_provider_code_fkey FOREIGN KEY (provider_code) REFERENCES catalog.game_provider(code),
  constraint catalog_import_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'failed'::text])))
);
CREATE INDEX catalog_import_of ON catalog.import USING btree (provider_code, id DESC);

create table content.acceptance (
  player_id text not null,
  version_id text not null,
  hash bytea not null,
  accepted_at timestamp with time zone not null,
  constraint acceptance_pkey PRIMARY KEY (player_id, version_id),
  constraint acceptance_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint acceptance_version_id_fkey FOREIGN KEY (version_id) REFERENCES content.version(id)
);
CREATE INDEX acceptance_version ON content.acceptance USING btree (version_id);

create table content.item (
  id text not null,
  kind text not null,
  name text not null,
  market text,
  language text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  segment text,
  constraint item_pkey PRIMARY KEY (id),
  constraint item_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint item_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'notice'::text, 'banner'::text, 'row'::text, 'message'::text]))) NOT VALID,
  constraint item_language_check CHECK ((language = ANY (ARRAY['en'::text, 'hi'::text, 'af'::text]))),
  constraint item_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text])))
);
CREATE UNIQUE INDEX item_place_of_segment ON content.item USING btree (kind, name, COALESCE(market, ''::text), language, COALESCE(segment, ''::text));

create table content.version (
  id text not null,
  item_id text not null,
  number integer not null,
  title text not null,
  text text not null,
  link text,
  picture text,
  picture_width integer,
  picture_height integer,
  games text[] default '{}'::text[] not null,
  binding boolean default false not null,
  hash bytea,
  revision integer default 1 not null,
  edited_by text not null,
  edited_at timestamp with time zone not null,
  published_by text,
  published_at timestamp with time zone,
  live_from timestamp with time zone,
  live_until timestamp with time zone,
  sms text default ''::text not null,
  constraint version_pkey PRIMARY KEY (id),
  constraint version_item_id_number_key UNIQUE (item_id, number),
  constraint version_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES staff.operator(id),
  constraint version_item_id_fkey FOREIGN KEY (item_id) REFERENCES content.item(id),
  constraint version_published_by_fkey FOREIGN KEY (published_by) REFERENCES staff.operator(id),
  constraint version_check CHECK ((((published_at IS NULL) = (live_from IS NULL)) AND ((published_at IS NULL) = (hash IS NULL)))),
  constraint version_check1 CHECK ((live_until >= live_from))
);
CREATE UNIQUE INDEX version_draft ON content.version USING btree (item_id) WHERE (published_at IS NULL);

create table deposits.choice (
  payment_id text not null,
  player_id text not null,
  choice text not null,
  chosen_at timestamp with time zone not null,
  constraint deposit_choice_pkey PRIMARY KEY (payment_id),
  constraint deposit_choice_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint deposit_choice_choice_check CHECK ((choice = ANY (ARRAY['credit'::text, 'refund'::text])))
);

create table deposits.day (
  player_id text not null,
  family text not null,
  day date not null,
  credited_minor bigint not null,
  constraint deposit_day_pkey PRIMARY KEY (player_id, family, day)
);

create table deposits.deposit (
  id text not null,
  player_id text not null,
  family text not null,
  detail_id integer not null,
  currency text not null,
  rail text not null,
  ref_raw text not null,
  ref_norm text not null,
  declared_minor bigint not null,
  credited_minor bigint,
  state text not null,
  reason text,
  reason_note text,
  proof_file text,
  claimed_by text,
  claim_expires_at timestamp with time zone,
  first_approver text,
  first_minor bigint,
  second_approver text,
  posting_id bigint,
  submitted_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  version integer default 1 not null,
  ip text not null,
  user_agent text not null,
  question text,
  question_note text,
  asked_at timestamp with time zone,
  answer text,
  reversal_id bigint,
  proof text,
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_reversal_id_key UNIQUE (reversal_id),
  constraint deposit_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES staff.operator(id),
  constraint deposit_detail_id_fkey FOREIGN KEY (detail_id) REFERENCES deposits.payment_detail(id),
  constraint deposit_first_approver_fkey FOREIGN KEY (first_approver) REFERENCES staff.operator(id),
  constraint deposit_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint deposit_second_approver_fkey FOREIGN KEY (second_approver) REFERENCES staff.operator(id),
  constraint deposit_check CHECK (((first_approver IS NULL) OR (second_approver IS NULL) OR (first_approver <> second_approver))),
  constraint deposit_check1 CHECK (((state = ANY (ARRAY['approved'::text, 'reversed'::text])) = ((credited_minor IS NOT NULL) AND (posting_id IS NOT NULL)))),
  constraint deposit_check2 CHECK (((state = 'reversed'::text) = (reversal_id IS NOT NULL))),
  constraint deposit_check3 CHECK (((state <> 'needs_info'::text) OR ((question IS NOT NULL) AND (asked_at IS NOT NULL)))),
  constraint deposit_credited_minor_check CHECK ((credited_minor > 0)),
  constraint deposit_declared_minor_check CHECK ((declared_minor > 0)),
  constraint deposit_proof_check CHECK ((proof = ANY (ARRAY['preparing'::text, 'ready'::text, 'unreadable'::text]))),
  constraint deposit_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'under_review'::text, 'needs_info'::text, 'awaiting_second_approval'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text, 'reversed'::text])))
);
CREATE INDEX deposit_ended_state ON deposits.deposit USING btree (state, updated_at) WHERE (state = ANY (ARRAY['approved'::text, 'rejected'::text, 'cancelled'::text, 'expired'::text, 'reversed'::text]));
CREATE INDEX deposit_open ON deposits.deposit USING btree (id) WHERE (state = ANY (ARRAY['submitted'::text, 'under_review'::text, 'needs_info'::text, 'awaiting_second_approval'::text]));
CREATE INDEX deposit_player ON deposits.deposit USING btree (player_id, id DESC);
CREATE INDEX deposit_player_family ON deposits.deposit USING btree (player_id, family, id DESC);
CREATE INDEX deposit_player_state ON deposits.deposit USING btree (player_id, state, id DESC);
CREATE INDEX deposit_ref_end ON deposits.deposit USING btree (reverse(ref_norm) text_pattern_ops);
CREATE INDEX deposit_ref_start ON deposits.deposit USING btree (ref_norm text_pattern_ops);
CREATE UNIQUE INDEX deposit_reference ON deposits.deposit USING btree (currency, rail, ref_norm) WHERE (state = ANY (ARRAY['submitted'::text, 'under_review'::text, 'needs_info'::text, 'awaiting_second_approval'::text, 'approved'::text, 'reversed'::text]));
CREATE INDEX deposit_state_id ON deposits.deposit USING btree (state, id);
CREATE TRIGGER deposit_counts AFTER UPDATE OF state, credited_minor ON deposits.deposit FOR EACH ROW WHEN (((old.state = 'approved'::text) OR (new.state = 'approved'::text))) EXECUTE FUNCTION deposits.counts();
CREATE TRIGGER deposit_counts_new AFTER INSERT ON deposits.deposit FOR EACH ROW WHEN ((new.state = 'approved'::text)) EXECUTE FUNCTION deposits.counts();

create table deposits.payment_detail (
  id integer not null,
  family text not null,
  market text not null,
  currency text not null,
  rail text not null,
  name text not null,
  lines jsonb not null,
  upi jsonb,
  note text,
  min_minor bigint not null,
  max_minor bigint not null,
  enabled boolean default true not null,
  schedule jsonb,
  closed_at timestamp with time zone,
  version integer default 1 not null,
  name_code text,
  constraint payment_detail_pkey PRIMARY KEY (id),
  constraint payment_detail_check CHECK ((max_minor > min_minor)),
  constraint payment_detail_min_minor_check CHECK ((min_minor > 0))
);

create table deposits.proof (
  id text not null,
  deposit_id text not null,
  at timestamp with time zone not null,
  file text not null,
  sha256 bytea not null,
  looks bigint[] not null,
  keys integer[] generated always as (deposits.look_keys(looks)) stored not null,
  constraint deposit_proof_pkey PRIMARY KEY (id),
  constraint deposit_proof_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits.deposit(id)
);
CREATE INDEX deposit_proof_deposit ON deposits.proof USING btree (deposit_id, id DESC);
CREATE INDEX deposit_proof_keys ON deposits.proof USING gin (keys);
CREATE INDEX deposit_proof_sha256 ON deposits.proof USING btree (sha256);
CREATE TRIGGER deposit_proof_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON deposits.proof FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table deposits.proof_line (
  key integer not null,
  proof_id text not null,
  constraint deposit_proof_line_pkey PRIMARY KEY (key, proof_id),
  constraint deposit_proof_line_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES deposits.proof(id)
);

create table deposits.proof_unread (
  proof_id text not null,
  constraint deposit_proof_unread_pkey PRIMARY KEY (proof_id),
  constraint deposit_proof_unread_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES deposits.proof(id)
);

create table deposits.step (
  id text not null,
  deposit_id text not null,
  at timestamp with time zone not null,
  state text not null,
  text text default ''::text not null,
  operator_id text,
  code text default 'text'::text not null,
  params jsonb default '{}'::jsonb not null,
  constraint deposit_step_pkey PRIMARY KEY (id),
  constraint deposit_step_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits.deposit(id)
);
CREATE INDEX deposit_step_deposit ON deposits.step USING btree (deposit_id, id);
CREATE TRIGGER deposit_step_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON deposits.step FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();
CREATE TRIGGER step_reported AFTER INSERT ON deposits.step FOR EACH ROW EXECUTE FUNCTION reports.note_payment();

create table deposits.upload (
  id text not null,
  deposit_id text not null,
  at timestamp with time zone not null,
  file text not null,
  sha256 bytea not null,
  due_at timestamp with time zone not null,
  tries integer default 0 not null,
  constraint deposit_upload_pkey PRIMARY KEY (id),
  constraint deposit_upload_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits.deposit(id)
);
CREATE INDEX deposit_upload_deposit ON deposits.upload USING btree (deposit_id);
CREATE INDEX deposit_upload_due ON deposits.upload USING btree (due_at);
CREATE INDEX deposit_upload_sha256 ON deposits.upload USING btree (sha256);

create table deposits.warning (
  deposit_id text not null,
  code text not null,
  other_id text default ''::text not null,
  text text default ''::text not null,
  params jsonb default '{}'::jsonb not null,
  constraint deposit_warning_pkey PRIMARY KEY (deposit_id, code, other_id),
  constraint deposit_warning_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits.deposit(id)
);

create table gateway.call (
  at timestamp with time zone not null,
  provider_code text not null,
  call text not null,
  tx_id text,
  round_id text,
  player_id text,
  code text not null,
  took_us integer not null
);
CREATE INDEX gateway_call_at ON gateway.call USING btree (at);
CREATE INDEX gateway_call_player ON gateway.call USING btree (player_id, at DESC) WHERE (player_id IS NOT NULL);
CREATE INDEX gateway_call_round ON gateway.call USING btree (round_id, at DESC) WHERE (round_id IS NOT NULL);

create table gateway.free_round_grant (
  id text not null,
  player_id text not null,
  provider_code text not null,
  game_id text not null,
  currency text not null,
  rounds integer not null,
  used integer default 0 not null,
  stake_minor bigint not null,
  open_minor bigint default 0 not null,
  max_win_minor bigint not null,
  won_minor bigint default 0 not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_as text,
  source text not null,
  campaign_id text,
  reason text,
  granted_by text not null,
  granted_at timestamp with time zone not null,
  reminded_at timestamp with time zone,
  at_provider text,
  provider_ref text,
  constraint free_round_grant_pkey PRIMARY KEY (id),
  constraint free_round_grant_game_id_fkey FOREIGN KEY (game_id) REFERENCES catalog.game(id),
  constraint free_round_grant_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint free_round_grant_provider_code_fkey FOREIGN KEY (provider_code) REFERENCES catalog.game_provider(code),
  constraint free_round_grant_at_provider CHECK ((at_provider = ANY (ARRAY['asked'::text, 'given'::text, 'refused'::text, 'ended'::text]))) NOT VALID,
  constraint free_round_grant_check CHECK (((used >= 0) AND (used <= rounds))),
  constraint free_round_grant_check1 CHECK (((won_minor >= 0) AND (won_minor <= max_win_minor))),
  constraint free_round_grant_check2 CHECK (((ended_at IS NULL) = (ended_as IS NULL))),
  constraint free_round_grant_check3 CHECK (((source = 'campaign'::text) = (campaign_id IS NOT NULL))),
  constraint free_round_grant_currency_check CHECK ((currency = ANY (ARRAY['INR'::text, 'NAD'::text]))),
  constraint free_round_grant_ended_as_check CHECK ((ended_as = ANY (ARRAY['expired'::text, 'stopped'::text]))),
  constraint free_round_grant_max_win_minor_check CHECK ((max_win_minor > 0)),
  constraint free_round_grant_open_minor_check CHECK ((open_minor >= 0)),
  constraint free_round_grant_rounds_check CHECK (((rounds >= 1) AND (rounds <= 1000))),
  constraint free_round_grant_source_check CHECK ((source = ANY (ARRAY['operator'::text, 'campaign'::text]))),
  constraint free_round_grant_stake_minor_check CHECK ((stake_minor > 0))
);
CREATE INDEX free_round_grant_at_provider ON gateway.free_round_grant USING btree (id) WHERE (at_provider = ANY (ARRAY['asked'::text, 'given'::text]));
CREATE UNIQUE INDEX free_round_grant_campaign ON gateway.free_round_grant USING btree (campaign_id, player_id) WHERE (campaign_id IS NOT NULL);
CREATE INDEX free_round_grant_open ON gateway.free_round_grant USING btree (expires_at) WHERE (ended_at IS NULL);
CREATE INDEX free_round_grant_player ON gateway.free_round_grant USING btree (player_id, id DESC);
CREATE UNIQUE INDEX free_round_grant_ref ON gateway.free_round_grant USING btree (provider_code, provider_ref) WHERE (provider_ref IS NOT NULL);

create table gateway.game_provider_key (
  id text not null,
  provider_code text not null,
  kind text not null,
  sealed bytea not null,
  print text not null,
  added_at timestamp with time zone not null,
  added_by text,
  ends_at timestamp with time zone,
  constraint game_provider_key_pkey PRIMARY KEY (id),
  constraint game_provider_key_provider_code_fkey FOREIGN KEY (provider_code) REFERENCES catalog.game_provider(code),
  constraint game_provider_key_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'public'::text, 'own'::text])))
);
CREATE INDEX game_provider_key_of ON gateway.game_provider_key USING btree (provider_code);

create table gateway.game_round (
  player_id text not null,
  provider_code text not null,
  round_id text not null,
  game_id text not null,
  currency text not null,
  stake_minor bigint default 0 not null,
  payout_minor bigint default 0 not null,
  returned_minor bigint default 0 not null,
  open_bets integer default 0 not null,
  ended boolean default false not null,
  balance_minor bigint,
  id text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  grant_id text,
  free_minor bigint,
  is_automatic boolean default false not null,
  constraint game_round_pkey PRIMARY KEY (player_id, provider_code, round_id)
) with (fillfactor=70);
CREATE INDEX game_round_player ON gateway.game_round USING btree (player_id, id DESC) WHERE (id > ''::text);

create table gateway.game_session (
  id text not null,
  provider_code text not null,
  player_id text not null,
  game_id text not null,
  currency text not null,
  launch_hash bytea,
  launch_expires_at timestamp with time zone not null,
  token_hash bytea,
  opened_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint game_session_pkey PRIMARY KEY (id),
  constraint game_session_launch_hash_key UNIQUE (launch_hash),
  constraint game_session_token_hash_key UNIQUE (token_hash),
  constraint game_session_game_id_fkey FOREIGN KEY (game_id) REFERENCES catalog.game(id),
  constraint game_session_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint game_session_provider_code_fkey FOREIGN KEY (provider_code) REFERENCES catalog.game_provider(code)
);
CREATE INDEX game_session_player ON gateway.game_session USING btree (player_id, id DESC);
CREATE INDEX game_session_provider ON gateway.game_session USING btree (provider_code) WHERE (ended_at IS NULL);

create table gateway.game_tombstone (
  provider_code text not null,
  tx_id text not null,
  at timestamp with time zone not null,
  constraint game_tombstone_pkey PRIMARY KEY (provider_code, tx_id)
);

create table gateway.game_transaction (
  provider_code text not null,
  tx_id text not null,
  kind text not null,
  player_id text not null,
  round_id text not null,
  game_id text not null,
  ref_tx_id text,
  currency text not null,
  amount_minor bigint not null,
  win_minor bigint default 0 not null,
  bet_state text,
  posting_id bigint,
  balance_minor bigint not null,
  at timestamp with time zone not null,
  refused_minor bigint default 0 not null,
  grant_id text,
  capped_minor bigint,
  constraint game_transaction_pkey PRIMARY KEY (provider_code, tx_id),
  constraint game_transaction_refused_minor_check CHECK ((refused_minor >= 0))
) with (fillfactor=80);
CREATE INDEX game_transaction_grant ON gateway.game_transaction USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX game_transaction_round ON gateway.game_transaction USING btree (player_id, round_id, provider_code);

create table gateway.held_win (
  id text not null,
  provider_code text not null,
  tx_id text not null,
  player_id text not null,
  round_id text not null,
  game_id text not null,
  currency text not null,
  stake_minor bigint not null,
  win_minor bigint not null,
  held_minor bigint not null,
  ceilings text[] not null,
  state text default 'held'::text not null,
  held_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  reason text,
  version integer default 1 not null,
  constraint held_win_pkey PRIMARY KEY (id),
  constraint held_win_provider_code_tx_id_key UNIQUE (provider_code, tx_id),
  constraint held_win_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff.operator(id),
  constraint held_win_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint held_win_ceilings_check CHECK ((cardinality(ceilings) > 0)),
  constraint held_win_check CHECK (((held_minor > 0) AND (held_minor <= win_minor))),
  constraint held_win_check1 CHECK (((state = 'held'::text) = (decided_at IS NULL))),
  constraint held_win_state_check CHECK ((state = ANY (ARRAY['held'::text, 'paid'::text, 'refused'::text])))
);
CREATE INDEX held_win_player ON gateway.held_win USING btree (player_id, round_id);
CREATE INDEX held_win_state ON gateway.held_win USING btree (state, id);

create table gateway.long_open_round (
  player_id text not null,
  id text not null,
  constraint long_open_round_pkey PRIMARY KEY (player_id, id)
);

create table gateway.provider_ceiling (
  provider_code text not null,
  currency text not null,
  win_minor bigint not null,
  multiple integer not null,
  multiple_from_minor bigint not null,
  hour_minor bigint not null,
  constraint provider_ceiling_pkey PRIMARY KEY (provider_code, currency),
  constraint provider_ceiling_currency_check CHECK ((currency = ANY (ARRAY['INR'::text, 'NAD'::text]))),
  constraint provider_ceiling_hour_minor_check CHECK ((hour_minor > 0)),
  constraint provider_ceiling_multiple_check CHECK ((multiple > 0)),
  constraint provider_ceiling_multiple_from_minor_check CHECK ((multiple_from_minor > 0)),
  constraint provider_ceiling_win_minor_check CHECK ((win_minor > 0))
);

create table gateway.provider_hour (
  provider_code text not null,
  currency text not null,
  hour timestamp with time zone not null,
  process text not null,
  bets bigint default 0 not null,
  staked_minor numeric default 0 not null,
  stake_squares numeric default 0 not null,
  wins bigint default 0 not null,
  won_minor numeric default 0 not null,
  win_squares numeric default 0 not null,
  constraint provider_hour_pkey PRIMARY KEY (provider_code, currency, hour, process)
);
CREATE INDEX provider_hour_hour ON gateway.provider_hour USING btree (hour);

create table gateway.rolled_back_round (
  player_id text not null,
  id text not null,
  constraint rolled_back_round_pkey PRIMARY KEY (player_id, id)
);

create table gateway.round_day (
  player_id text not null,
  day_utc date not null,
  staked_minor bigint not null,
  won_minor bigint not null,
  constraint round_day_pkey PRIMARY KEY (player_id, day_utc)
) with (fillfactor=70);

create table help.assignment (
  case_id text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  constraint assignment_pkey PRIMARY KEY (case_id),
  constraint assignment_case_id_fkey FOREIGN KEY (case_id) REFERENCES help.help_case(id),
  constraint assignment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);
CREATE INDEX assignment_operator ON help.assignment USING btree (operator_id);

create table help.complaint (
  number text not null,
  case_id text not null,
  market text not null,
  opened_at timestamp with time zone not null,
  opened_by text,
  state text default 'open'::text not null,
  outcome text,
  decided_at timestamp with time zone,
  decided_by text,
  constraint complaint_pkey PRIMARY KEY (number),
  constraint complaint_case_id_key UNIQUE (case_id),
  constraint complaint_case_id_fkey FOREIGN KEY (case_id) REFERENCES help.help_case(id),
  constraint complaint_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff.operator(id),
  constraint complaint_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES staff.operator(id),
  constraint complaint_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint complaint_check1 CHECK (((state = 'open'::text) = (outcome IS NULL))),
  constraint complaint_check2 CHECK (((state = 'open'::text) = (decided_by IS NULL))),
  constraint complaint_state_check CHECK ((state = ANY (ARRAY['open'::text, 'upheld'::text, 'partly_upheld'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX complaint_opened ON help.complaint USING btree (opened_at, number);

create table help.complaint_count (
  market text not null,
  year integer not null,
  last integer not null,
  constraint complaint_count_pkey PRIMARY KEY (market, year)
);

create table help.help_case (
  id text not null,
  player_id text not null,
  payment_id text,
  state text not null,
  opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  category text default 'payment'::text not null,
  constraint help_case_pkey PRIMARY KEY (id),
  constraint help_case_payment_id_key UNIQUE (payment_id),
  constraint help_case_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint help_case_check CHECK (((state = 'waiting'::text) = (waiting_since IS NOT NULL))),
  constraint help_case_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX help_case_player ON help.help_case USING btree (player_id, id DESC);
CREATE INDEX help_case_state ON help.help_case USING btree (state, id DESC);
CREATE INDEX help_case_waiting ON help.help_case USING btree (waiting_since, id) WHERE (state = 'waiting'::text);

create table help.link (
  case_id text not null,
  about_id text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  constraint link_pkey PRIMARY KEY (case_id, about_id),
  constraint link_case_id_fkey FOREIGN KEY (case_id) REFERENCES help.help_case(id),
  constraint link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table help.message (
  id text not null,
  case_id text not null,
  at timestamp with time zone not null,
  operator_id text,
  text text not null,
  constraint help_message_pkey PRIMARY KEY (id),
  constraint help_message_case_id_fkey FOREIGN KEY (case_id) REFERENCES help.help_case(id),
  constraint help_message_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);
CREATE INDEX help_message_answers ON help.message USING btree (operator_id, at) WHERE (operator_id IS NOT NULL);
CREATE INDEX help_message_case ON help.message USING btree (case_id, id);
CREATE TRIGGER help_message_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON help.message FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table help.picture (
  id text not null,
  message_id text not null,
  file text not null,
  constraint picture_pkey PRIMARY KEY (id),
  constraint picture_message_id_fkey FOREIGN KEY (message_id) REFERENCES help.message(id)
);
CREATE INDEX picture_message ON help.picture USING btree (message_id);

create table help.ready_answer (
  id text not null,
  title text not null,
  en text not null,
  hi text not null,
  af text not null,
  version integer default 1 not null,
  changed_at timestamp with time zone not null,
  changed_by text not null,
  constraint ready_answer_pkey PRIMARY KEY (id),
  constraint ready_answer_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES staff.operator(id)
);

create table ledger.debt (
  player_id text not null,
  currency text not null,
  debt_minor bigint not null,
  constraint ledger_debt_pkey PRIMARY KEY (player_id),
  constraint ledger_debt_debt_minor_check CHECK ((debt_minor >= 0))
);

create table ledger.entry_chain (
  player_id text not null,
  "position" bigint not null,
  transfer_id bigint not null,
  previous bytea not null,
  hash bytea not null,
  constraint ledger_entry_chain_pkey PRIMARY KEY (player_id, "position"),
  constraint ledger_entry_chain_hash_key UNIQUE (hash),
  constraint ledger_entry_chain_transfer_id_key UNIQUE (transfer_id),
  constraint ledger_entry_chain_position_check CHECK (("position" > 0))
);
CREATE TRIGGER ledger_entry_chain_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.entry_chain FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table ledger.hold (
  key text not null,
  player_id text not null,
  currency text not null,
  amount_minor bigint not null,
  state text default 'held'::text not null,
  held_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  constraint ledger_hold_pkey PRIMARY KEY (key),
  constraint ledger_hold_amount_minor_check CHECK ((amount_minor > 0)),
  constraint ledger_hold_check CHECK (((state = 'held'::text) = (ended_at IS NULL))),
  constraint ledger_hold_state_check CHECK ((state = ANY (ARRAY['held'::text, 'settled'::text, 'released'::text])))
);
CREATE INDEX ledger_hold_player ON ledger.hold USING btree (player_id) WHERE (state = 'held'::text);

create table ledger.house_balance (
  account text not null,
  currency text not null,
  debit_minor numeric default 0 not null,
  credit_minor numeric default 0 not null,
  constraint ledger_house_balance_pkey PRIMARY KEY (account, currency)
);

create table ledger.posting (
  id bigint generated always as identity not null,
  key text not null,
  content_hash bytea not null,
  reason text not null,
  reference text,
  player_id text,
  currency text not null,
  happened_at timestamp with time zone not null,
  written_at timestamp with time zone default now() not null,
  cash_after bigint,
  bonus_after bigint,
  hold_after bigint,
  in_play_after bigint,
  constraint ledger_posting_pkey PRIMARY KEY (id),
  constraint ledger_posting_key_key UNIQUE (key)
);
CREATE INDEX ledger_posting_beside_games ON ledger.posting USING btree (reason) WHERE (reason <> ALL (ARRAY['game-bet'::text, 'game-win'::text, 'game-betwin'::text, 'game-rollback'::text]));
CREATE UNIQUE INDEX ledger_posting_reference ON ledger.posting USING btree (reference) WHERE (reference IS NOT NULL);
CREATE TRIGGER ledger_posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table ledger.rollup (
  one boolean default true not null,
  up_to bigint not null,
  constraint ledger_rollup_pkey PRIMARY KEY (one),
  constraint ledger_rollup_one_check CHECK (one)
);

create table ledger.transfer (
  id bigint generated always as identity not null,
  posting_id bigint not null,
  line smallint not null,
  player_id text,
  debit text not null,
  credit text not null,
  currency text not null,
  amount_minor bigint not null,
  debit_after bigint,
  credit_after bigint,
  written_by bigint default ((pg_current_xact_id())::text)::bigint not null,
  constraint ledger_transfer_pkey PRIMARY KEY (id),
  constraint ledger_transfer_bounds CHECK (((amount_minor > 0) AND (LEAST(debit_after, credit_after) >= 0) AND (debit <> credit)))
);
CREATE INDEX ledger_transfer_beside_play ON ledger.transfer USING btree (id) WHERE ((debit !~~ 'gaming\_result:%'::text) AND (credit !~~ 'gaming\_result:%'::text) AND (debit <> 'in_play'::text) AND (credit <> 'in_play'::text));
CREATE INDEX ledger_transfer_paid_in ON ledger.transfer USING btree (player_id, id) WHERE ((credit = 'cash'::text) AND (split_part(debit, ':'::text, 1) = ANY (ARRAY['bank_detail'::text, 'payment_service'::text, 'voucher_issuer'::text, 'suspense'::text])));
CREATE INDEX ledger_transfer_player ON ledger.transfer USING btree (player_id, id) WHERE (player_id IS NOT NULL);
CREATE INDEX ledger_transfer_posting ON ledger.transfer USING btree (posting_id);
CREATE INDEX ledger_transfer_written_by ON ledger.transfer USING brin (written_by) WITH (pages_per_range='16');
CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table ledger.wallet (
  player_id text not null,
  currency platform.currency_code not null,
  cash_minor bigint default 0 not null,
  bonus_minor bigint default 0 not null,
  hold_minor bigint default 0 not null,
  in_play_minor bigint default 0 not null,
  limit_minor bigint default '1000000000000'::bigint not null,
  frozen_at timestamp with time zone,
  closed_at timestamp with time zone,
  opened_at timestamp with time zone default now() not null,
  restricted_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint ledger_wallet_pkey PRIMARY KEY (player_id),
  constraint ledger_wallet_bounds CHECK (((LEAST(cash_minor, bonus_minor, hold_minor, in_play_minor) >= 0) AND (GREATEST(cash_minor, bonus_minor, hold_minor, in_play_minor) <=
CASE
    WHEN (closed_at IS NULL) THEN limit_minor
    ELSE (0)::bigint
END)))
) with (fillfactor=60);
CREATE TRIGGER ledger_wallet_restricts AFTER INSERT OR UPDATE OF frozen_at, closed_at ON ledger.wallet FOR EACH ROW EXECUTE FUNCTION limits.restricted_until_changed('player_id');

create table limits.change (
  id text not null,
  player_id text not null,
  at timestamp with time zone not null,
  what text not null,
  kind text not null,
  period text,
  before_minor bigint,
  amount_minor bigint,
  until_at timestamp with time zone,
  made_by text not null,
  operator_id text,
  reason text not null,
  constraint change_pkey PRIMARY KEY (id),
  constraint change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint change_check CHECK (((period IS NOT NULL) = (kind = ANY (ARRAY['deposit'::text, 'stake'::text, 'loss'::text])))),
  constraint change_check1 CHECK (((period IS NULL) = (what = ANY (ARRAY['began'::text, 'ended'::text])))),
  constraint change_check2 CHECK (((operator_id IS NOT NULL) = (made_by = 'operator'::text))),
  constraint change_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'stake'::text, 'loss'::text, 'time_out'::text, 'self_exclusion'::text, 'operator'::text]))),
  constraint change_made_by_check CHECK ((made_by = ANY (ARRAY['player'::text, 'operator'::text, 'rule'::text]))),
  constraint change_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint change_what_check CHECK ((what = ANY (ARRAY['set'::text, 'lowered'::text, 'raise_asked'::text, 'removal_asked'::text, 'kept'::text, 'raised'::text, 'removed'::text, 'began'::text, 'ended'::text])))
);
CREATE INDEX change_at ON limits.change USING btree (at);
CREATE INDEX change_player ON limits.change USING btree (player_id, at DESC);
CREATE TRIGGER change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON limits.change FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table limits.play_block (
  player_id text not null,
  kind text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  reason text not null,
  constraint play_block_pkey PRIMARY KEY (player_id, kind, from_at),
  constraint play_block_kind_check CHECK ((kind = ANY (ARRAY['time_out'::text, 'self_exclusion'::text, 'operator'::text])))
);
CREATE TRIGGER play_block_restricts AFTER INSERT OR DELETE OR UPDATE ON limits.play_block FOR EACH ROW EXECUTE FUNCTION limits.restricted_until_changed('player_id');

create table limits.play_day (
  player_id text not null,
  day_market date not null,
  staked_minor bigint default 0 not null,
  won_minor bigint default 0 not null,
  constraint play_day_pkey PRIMARY KEY (player_id, day_market)
) with (fillfactor=70);

create table limits.player_limit (
  player_id text not null,
  kind text not null,
  period text not null,
  amount_minor bigint not null,
  set_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  asked_minor bigint,
  constraint player_limit_pkey PRIMARY KEY (player_id, kind, period),
  constraint player_limit_amount_minor_check CHECK ((amount_minor > 0)),
  constraint player_limit_check CHECK ((asked_minor > amount_minor)),
  constraint player_limit_check1 CHECK (((asked_minor IS NULL) OR (asked_at IS NOT NULL))),
  constraint player_limit_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'stake'::text, 'loss'::text]))),
  constraint player_limit_period_check CHECK ((period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])))
);
CREATE TRIGGER player_limit_restricts AFTER INSERT OR DELETE OR UPDATE OF kind ON limits.player_limit FOR EACH ROW EXECUTE FUNCTION limits.restricted_until_changed('player_id');

create table messages.channel_choice (
  player_id text not null,
  sms boolean default true not null,
  email boolean default true not null,
  push boolean default true not null,
  push_sums boolean default false not null,
  changed_at timestamp with time zone not null,
  email_sums boolean default false not null,
  constraint channel_choice_pkey PRIMARY KEY (player_id),
  constraint channel_choice_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table messages.day_count (
  subject text not null,
  day date not null,
  sent integer not null,
  constraint day_count_pkey PRIMARY KEY (subject, day)
);

create table messages.delivery (
  message_id text not null,
  channel text not null,
  player_id text not null,
  class text not null,
  state text not null,
  reason text,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  tries integer default 0 not null,
  tried_at timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  counted_on date,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  parts integer,
  currency text,
  cost_minor bigint,
  retried_at timestamp with time zone,
  wording text,
  constraint delivery_pkey PRIMARY KEY (message_id, channel),
  constraint delivery_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages.player_message(id),
  constraint delivery_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint delivery_channel_check CHECK ((channel = ANY (ARRAY['inbox'::text, 'sms'::text, 'email'::text, 'push'::text]))),
  constraint delivery_check CHECK (((next_at IS NULL) OR (state = 'waiting'::text))),
  constraint delivery_check1 CHECK (((reason IS NOT NULL) = (state = ANY (ARRAY['failed'::text, 'skipped'::text])))),
  constraint delivery_class_check CHECK ((class = ANY (ARRAY['money'::text, 'security'::text, 'service'::text, 'advertising'::text]))),
  constraint delivery_cost_minor_check CHECK ((cost_minor >= 0)),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX delivery_by_channel ON messages.delivery USING btree (channel, message_id DESC) WHERE (channel <> 'inbox'::text);
CREATE INDEX delivery_by_state ON messages.delivery USING btree (state, message_id DESC, channel DESC) WHERE (channel <> 'inbox'::text);
CREATE INDEX delivery_cost ON messages.delivery USING btree (sent_at) WHERE (cost_minor IS NOT NULL);
CREATE INDEX delivery_due ON messages.delivery USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX delivery_player ON messages.delivery USING btree (player_id, created_at DESC);

create table messages.email_address (
  player_id text not null,
  id text not null,
  address_hash bytea not null,
  sealed bytea not null,
  confirmed_at timestamp with time zone not null,
  came_back_at timestamp with time zone,
  constraint email_address_pkey PRIMARY KEY (player_id),
  constraint email_address_id_key UNIQUE (id),
  constraint email_address_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE UNIQUE INDEX email_address_one_player ON messages.email_address USING btree (address_hash) WHERE (came_back_at IS NULL);

create table messages.email_claim (
  player_id text not null,
  id text not null,
  address_hash bytea not null,
  sealed bytea not null,
  code_hash bytea not null,
  tries integer default 0 not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  failed_at timestamp with time zone,
  constraint email_claim_pkey PRIMARY KEY (player_id),
  constraint email_claim_id_key UNIQUE (id),
  constraint email_claim_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table messages.email_letter (
  id text not null,
  player_id text not null,
  purpose text not null,
  claim_id text,
  sealed bytea not null,
  state text default 'waiting'::text not null,
  reason text,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  tries integer default 0 not null,
  ended_at timestamp with time zone,
  constraint email_letter_pkey PRIMARY KEY (id),
  constraint email_letter_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint email_letter_check CHECK (((reason IS NOT NULL) = (state = 'failed'::text))),
  constraint email_letter_check1 CHECK (((next_at IS NOT NULL) = (state = 'waiting'::text))),
  constraint email_letter_purpose_check CHECK ((purpose = ANY (ARRAY['code'::text, 'taken'::text, 'changed'::text, 'removed'::text]))),
  constraint email_letter_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX email_letter_due ON messages.email_letter USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX email_letter_player ON messages.email_letter USING btree (player_id, id);

create table messages.player_message (
  id text not null,
  key text not null,
  player_id text not null,
  kind text not null,
  params jsonb not null,
  about_kind text,
  about_id text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint player_message_pkey PRIMARY KEY (id),
  constraint player_message_key_key UNIQUE (key),
  constraint player_message_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint player_message_about_kind_check CHECK ((about_kind = ANY (ARRAY['deposit'::text, 'withdrawal'::text]))),
  constraint player_message_check CHECK (((about_kind IS NULL) = (about_id IS NULL)))
);
CREATE INDEX player_message_about ON messages.player_message USING btree (about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX player_message_inbox ON messages.player_message USING btree (player_id, id DESC);
CREATE INDEX player_message_sent ON messages.player_message USING btree (player_id, created_at DESC);
CREATE INDEX player_message_unread ON messages.player_message USING btree (player_id) WHERE (read_at IS NULL);
CREATE TRIGGER player_message_enters AFTER INSERT ON messages.player_message FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['deposit_credited'::text, 'deposit_credited_other'::text, 'withdrawal_paid'::text])) AND (new.about_id IS NOT NULL))) EXECUTE FUNCTION campaigns.enter_by_message();

create table messages.push_key (
  id integer default 1 not null,
  public_key text not null,
  sealed bytea not null,
  made_at timestamp with time zone not null,
  constraint push_key_pkey PRIMARY KEY (id),
  constraint push_key_id_check CHECK ((id = 1))
);

create table messages.push_subscription (
  id text not null,
  player_id text not null,
  device_id text not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  made_at timestamp with time zone not null,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_hash_key UNIQUE (endpoint_hash),
  constraint push_subscription_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE INDEX push_subscription_player ON messages.push_subscription USING btree (player_id);

create table notices.channel (
  id text not null,
  name text not null,
  kind text not null,
  address text not null,
  sealed bytea,
  active boolean default true not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint channel_pkey PRIMARY KEY (id),
  constraint channel_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint channel_check CHECK (((sealed IS NOT NULL) = (kind = 'webhook'::text))),
  constraint channel_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'webhook'::text])))
);
CREATE UNIQUE INDEX channel_name_key ON notices.channel USING btree (name) WHERE (removed_at IS NULL);

create table notices.delivery (
  id text not null,
  key text not null,
  channel_id text not null,
  step text not null,
  about_id text not null,
  rule_id text,
  subject text default ''::text not null,
  title text not null,
  content jsonb not null,
  file_name text,
  file text,
  state text not null,
  created_at timestamp with time zone not null,
  tried_from timestamp with time zone not null,
  next_at timestamp with time zone,
  tries integer default 0 not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  failure jsonb,
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_key_key UNIQUE (key),
  constraint delivery_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notices.channel(id),
  constraint delivery_check CHECK (((next_at IS NOT NULL) = (state = 'waiting'::text))),
  constraint delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
  constraint delivery_step_check CHECK ((step = ANY (ARRAY['raised'::text, 'reminder'::text, 'cleared'::text, 'report'::text])))
);
CREATE INDEX delivery_about ON notices.delivery USING btree (about_id);
CREATE INDEX delivery_channel ON notices.delivery USING btree (channel_id, ended_at);
CREATE INDEX delivery_due ON notices.delivery USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX delivery_rule ON notices.delivery USING btree (rule_id, created_at);

create table notices.reader (
  operator_id text not null,
  up_to text not null,
  constraint reader_pkey PRIMARY KEY (operator_id),
  constraint reader_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table notices.rule (
  id text not null,
  name text not null,
  kind text not null,
  enabled boolean not null,
  quiet_minutes integer not null,
  queue text,
  minutes integer,
  market text,
  amount_minor bigint,
  hours integer,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  constraint rule_pkey PRIMARY KEY (id),
  constraint rule_name_key UNIQUE (name),
  constraint rule_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES staff.operator(id),
  constraint rule_amount_minor_check CHECK ((amount_minor > 0)),
  constraint rule_check CHECK (((kind = 'queue'::text) = ((queue IS NOT NULL) AND (minutes IS NOT NULL)))),
  constraint rule_check1 CHECK (((kind = 'withdrawal'::text) = ((market IS NOT NULL) AND (amount_minor IS NOT NULL)))),
  constraint rule_check2 CHECK (((kind = 'complaint'::text) = (hours IS NOT NULL))),
  constraint rule_kind_check CHECK ((kind = ANY (ARRAY['queue'::text, 'books'::text, 'provider'::text, 'withdrawal'::text, 'complaint'::text]))),
  constraint rule_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text]))),
  constraint rule_quiet_minutes_check CHECK ((quiet_minutes > 0))
);

create table notices.rule_channel (
  rule_id text not null,
  channel_id text not null,
  constraint rule_channel_pkey PRIMARY KEY (rule_id, channel_id),
  constraint rule_channel_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notices.channel(id),
  constraint rule_channel_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES notices.rule(id) ON DELETE CASCADE
);

create table payments.assignment (
  payment_id text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  constraint assignment_pkey PRIMARY KEY (payment_id),
  constraint assignment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint assignment_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.service_payment(id)
);
CREATE INDEX assignment_operator ON payments.assignment USING btree (operator_id);

create table payments.service_payment (
  id text not null,
  kind text not null,
  service text not null,
  player_id text not null,
  currency text not null,
  state text not null,
  reason text,
  client_ref text,
  service_ref text,
  url text,
  return_url text,
  requested_minor bigint,
  confirmed_minor bigint,
  credited_minor bigint,
  posting_id bigint,
  pin_mac bytea,
  pin_last4 text,
  pin_sealed bytea,
  change_sealed bytea,
  change_minor bigint,
  checks integer default 0 not null,
  next_check_at timestamp with time zone,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  ip text not null,
  user_agent text not null,
  reason_code text,
  reason_params jsonb default '{}'::jsonb not null,
  further_reasons jsonb default '[]'::jsonb not null,
  constraint service_payment_pkey PRIMARY KEY (id),
  constraint service_payment_posting_id_key UNIQUE (posting_id),
  constraint service_payment_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint service_payment_change_minor_check CHECK ((change_minor > 0)),
  constraint service_payment_check CHECK (((state = 'succeeded'::text) = ((credited_minor IS NOT NULL) AND (posting_id IS NOT NULL)))),
  constraint service_payment_check1 CHECK (((kind = 'voucher'::text) = (pin_mac IS NOT NULL))),
  constraint service_payment_check2 CHECK (((kind = 'redirect'::text) = (client_ref IS NOT NULL))),
  constraint service_payment_check3 CHECK (((change_sealed IS NULL) = (change_minor IS NULL))),
  constraint service_payment_check4 CHECK (((pin_sealed IS NULL) OR (state = ANY (ARRAY['redeeming'::text, 'unknown'::text])))),
  constraint service_payment_confirmed_minor_check CHECK ((confirmed_minor > 0)),
  constraint service_payment_credited_minor_check CHECK ((credited_minor > 0)),
  constraint service_payment_kind_check CHECK ((kind = ANY (ARRAY['voucher'::text, 'redirect'::text]))),
  constraint service_payment_pin_last4_check CHECK ((pin_last4 ~ '^[0-9]{4}$'::text)),
  constraint service_payment_requested_minor_check CHECK ((requested_minor > 0)),
  constraint service_payment_state_check CHECK ((state = ANY (ARRAY['redeeming'::text, 'unknown'::text, 'declined'::text, 'initiating'::text, 'pending'::text, 'failed'::text, 'rejected'::text, 'expired'::text, 'cancelled'::text, 'succeeded'::text, 'review'::text, 'refused'::text])))
);
CREATE UNIQUE INDEX service_payment_client_ref ON payments.service_payment USING btree (player_id, service, client_ref) WHERE (client_ref IS NOT NULL);
CREATE INDEX service_payment_due ON payments.service_payment USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX service_payment_pin ON payments.service_payment USING btree (service, pin_mac) WHERE ((pin_mac IS NOT NULL) AND (state <> 'declined'::text));
CREATE INDEX service_payment_player ON payments.service_payment USING btree (player_id, id DESC);
CREATE INDEX service_payment_player_service ON payments.service_payment USING btree (player_id, service, id DESC);
CREATE INDEX service_payment_player_state ON payments.service_payment USING btree (player_id, state, id DESC);
CREATE INDEX service_payment_review ON payments.service_payment USING btree (id) WHERE (state = 'review'::text);
CREATE INDEX service_payment_service_ref ON payments.service_payment USING btree (service, service_ref) WHERE (service_ref IS NOT NULL);
CREATE TRIGGER service_payment_counts AFTER UPDATE OF state, credited_minor ON payments.service_payment FOR EACH ROW WHEN (((old.state = 'succeeded'::text) OR (new.state = 'succeeded'::text))) EXECUTE FUNCTION payments.service_payment_counts();
CREATE TRIGGER service_payment_counts_new AFTER INSERT ON payments.service_payment FOR EACH ROW WHEN ((new.state = 'succeeded'::text)) EXECUTE FUNCTION payments.service_payment_counts();

create table payments.service_payment_step (
  id text not null,
  payment_id text not null,
  at timestamp with time zone not null,
  state text not null,
  text text default ''::text not null,
  operator_id text,
  code text default 'text'::text not null,
  params jsonb default '{}'::jsonb not null,
  constraint service_payment_step_pkey PRIMARY KEY (id),
  constraint service_payment_step_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.service_payment(id)
);
CREATE INDEX service_payment_step_payment ON payments.service_payment_step USING btree (payment_id, id);
CREATE TRIGGER service_payment_step_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payments.service_payment_step FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();
CREATE TRIGGER service_payment_step_reported AFTER INSERT ON payments.service_payment_step FOR EACH ROW EXECUTE FUNCTION reports.note_payment();

create table payments.service_postback (
  id text not null,
  service text not null,
  order_ref text not null,
  status text not null,
  payment_ref text not null,
  amount_text text not null,
  currency text not null,
  player_ref text not null,
  raw text not null,
  received_at timestamp with time zone not null,
  handled_at timestamp with time zone,
  outcome text,
  message_id text,
  constraint service_postback_pkey PRIMARY KEY (id),
  constraint service_postback_service_order_ref_status_key UNIQUE (service, order_ref, status),
  constraint service_postback_check CHECK (((handled_at IS NULL) = (outcome IS NULL)))
);
CREATE UNIQUE INDEX service_postback_message ON payments.service_postback USING btree (service, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX service_postback_waiting ON payments.service_postback USING btree (received_at) WHERE (handled_at IS NULL);

create table platform.attempt_count (
  rule text not null,
  subject text not null,
  count integer not null,
  ends_at timestamp with time zone not null,
  next_at timestamp with time zone,
  constraint attempt_count_pkey PRIMARY KEY (rule, subject)
) with (fillfactor=70);

create table platform.idempotent_call (
  player_id text not null,
  key text not null,
  operation text not null,
  content_hash bytea not null,
  reply jsonb,
  created_at timestamp with time zone default now() not null,
  constraint idempotent_call_pkey PRIMARY KEY (player_id, key)
);
CREATE INDEX idempotent_call_created ON platform.idempotent_call USING btree (created_at);

create table platform.program (
  id text not null,
  version text not null,
  machine text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  players integer default 0 not null,
  bets_last_minute integer default 0 not null,
  bets_last_ten integer default 0 not null,
  player_marks bytea,
  constraint program_pkey PRIMARY KEY (id)
);

create table portal.setting (
  name text not null,
  value jsonb not null,
  changed_at timestamp with time zone default now() not null,
  constraint portal_setting_pkey PRIMARY KEY (name)
);

create table public.schema_function (
  signature text not null,
  path text not null,
  is_superseded boolean default false not null,
  constraint schema_function_pkey PRIMARY KEY (signature)
);

create table public.schema_migration (
  name text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table public.schema_source (
  path text not null,
  hash text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_source_pkey PRIMARY KEY (path)
);

create table public.schema_state (
  one boolean default true not null,
  revision integer not null,
  constraint schema_state_pkey PRIMARY KEY (one),
  constraint schema_state_one_check CHECK (one)
);

create table receipts.bank_balance (
  day text not null,
  currency text not null,
  amount_minor bigint not null,
  entered_by text not null,
  entered_at timestamp with time zone not null,
  constraint bank_balance_pkey PRIMARY KEY (day, currency),
  constraint bank_balance_amount_minor_check CHECK ((amount_minor >= 0)),
  constraint bank_balance_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text))
);

create table receipts.batch (
  first_leaf bigint not null,
  first_posting bigint not null,
  posting_ids bigint[] not null,
  numbers bigint[] not null,
  times_ms bigint[] not null,
  commitments bytea not null,
  log text default 'players'::text not null,
  constraint batch_pkey PRIMARY KEY (log, first_leaf),
  constraint batch_first_posting_key UNIQUE (log, first_posting),
  constraint batch_check CHECK (((cardinality(posting_ids) > 0) AND (posting_ids[1] = first_posting))),
  constraint batch_check1 CHECK ((cardinality(numbers) = cardinality(posting_ids))),
  constraint batch_check2 CHECK ((cardinality(times_ms) = cardinality(posting_ids))),
  constraint batch_check3 CHECK ((length(commitments) = (32 * cardinality(posting_ids)))),
  constraint batch_first_leaf_check CHECK ((first_leaf >= 0))
);

create table receipts.cosignature (
  log text not null,
  size bigint not null,
  verifier_key text not null,
  line text not null,
  constraint cosignature_pkey PRIMARY KEY (log, size, verifier_key),
  constraint cosignature_log_size_fkey FOREIGN KEY (log, size) REFERENCES receipts.head(log, size) ON DELETE CASCADE
);

create table receipts.head (
  log text not null,
  size bigint not null,
  checkpoint text not null,
  is_witnessed boolean default false not null,
  kept_at timestamp with time zone not null,
  constraint head_pkey PRIMARY KEY (log, size),
  constraint head_size_check CHECK ((size > 0))
);
CREATE INDEX receipts_head_witnessed ON receipts.head USING btree (log, size) WHERE is_witnessed;

create table receipts.key (
  verifier_key text not null,
  sealed bytea not null,
  made_at timestamp with time zone not null,
  number integer generated always as identity not null,
  from_size bigint default 0 not null,
  log text default 'players'::text not null,
  constraint key_pkey PRIMARY KEY (verifier_key),
  constraint key_number_key UNIQUE (number),
  constraint key_from_size_check CHECK ((from_size >= 0))
);

create table receipts.liability_check (
  day text not null,
  currency text not null,
  player_id text not null,
  constraint liability_check_pkey PRIMARY KEY (day, currency, player_id)
);

create table receipts.liability_leaf (
  player_id text not null,
  day text not null,
  currency text not null,
  index integer not null,
  posting_id bigint not null,
  number bigint not null,
  commitment text not null,
  cash_minor bigint not null,
  bonus_minor bigint not null,
  hold_minor bigint not null,
  in_play_minor bigint not null,
  salt text not null,
  constraint liability_leaf_pkey PRIMARY KEY (player_id, day)
);
CREATE INDEX receipts_liability_leaf_day ON receipts.liability_leaf USING btree (day, currency);

create table receipts.liability_level (
  day text not null,
  currency text not null,
  level smallint not null,
  nodes bytea not null,
  constraint liability_level_pkey PRIMARY KEY (day, currency, level),
  constraint liability_level_nodes_check CHECK (((length(nodes) % 40) = 0))
);

create table receipts.liability_root (
  day text not null,
  currency text not null,
  leaves integer not null,
  total_minor bigint not null,
  hash text not null,
  record bigint not null,
  made_at timestamp with time zone not null,
  erased_minor bigint default 0 not null,
  constraint liability_root_pkey PRIMARY KEY (day, currency),
  constraint liability_root_record_fkey FOREIGN KEY (record) REFERENCES receipts.record(number),
  constraint liability_root_day_check CHECK ((day ~ '^\d{4}-\d\d-\d\d$'::text)),
  constraint liability_root_erased_minor_check CHECK ((erased_minor >= 0)),
  constraint liability_root_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text)),
  constraint liability_root_leaves_check CHECK ((leaves > 0)),
  constraint liability_root_total_minor_check CHECK ((total_minor >= 0))
);

create table receipts.log (
  origin text not null,
  size bigint not null,
  posting_id bigint not null,
  checkpoint text not null,
  signed_at timestamp with time zone not null,
  name text default 'players'::text not null,
  constraint log_pkey PRIMARY KEY (origin),
  constraint log_name_key UNIQUE (name),
  constraint log_size_check CHECK ((size >= 0))
);

create table receipts.record (
  number bigint generated always as identity not null,
  kind text not null,
  key text not null,
  text text not null,
  made_at timestamp with time zone not null,
  leaf bigint,
  constraint record_pkey PRIMARY KEY (number),
  constraint record_kind_key_key UNIQUE (kind, key),
  constraint record_leaf_key UNIQUE (leaf)
);
CREATE INDEX receipts_record_waiting ON receipts.record USING btree (number) WHERE (leaf IS NULL);

create table receipts.salt (
  first_leaf bigint not null,
  salts bytea not null,
  log text default 'players'::text not null,
  constraint salt_pkey PRIMARY KEY (log, first_leaf),
  constraint salt_salts_check CHECK (((length(salts) % 32) = 0))
);

create table receipts.statement (
  id text not null,
  player_id text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  posting_before bigint,
  last_posting bigint,
  csv_note text not null,
  json_note text not null,
  receipt text,
  issued_at timestamp with time zone not null,
  issued_by text,
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_player_id_from_at_to_at_key UNIQUE (player_id, from_at, to_at),
  constraint statement_check CHECK ((to_at > from_at))
);

create table receipts.tile (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  log text default 'players'::text not null,
  constraint tile_pkey PRIMARY KEY (log, level, index),
  constraint tile_hashes_check CHECK ((((length(hashes) % 32) = 0) AND ((length(hashes) >= 32) AND (length(hashes) <= 8192))))
);

create table receipts.witness (
  log text not null,
  verifier_key text not null,
  size bigint default 0 not null,
  next_at timestamp with time zone not null,
  cosigned_at timestamp with time zone,
  failures integer default 0 not null,
  fault text,
  constraint witness_pkey PRIMARY KEY (log, verifier_key),
  constraint witness_size_check CHECK ((size >= 0))
);

create table reports.active_day (
  market text not null,
  day date not null,
  previous_day date not null,
  is_test boolean not null,
  players bigint not null,
  constraint active_day_pkey PRIMARY KEY (market, day, is_test, previous_day)
);

create table reports.cashier_visit (
  player_id text not null,
  half_hour timestamp with time zone not null,
  step text not null,
  method text not null,
  market text not null,
  at timestamp with time zone not null,
  constraint cashier_visit_pkey PRIMARY KEY (player_id, half_hour, step, method),
  constraint cashier_visit_step_check CHECK ((step = ANY (ARRAY['opened'::text, 'chose'::text])))
);
CREATE INDEX reports_cashier_visit_market ON reports.cashier_visit USING btree (market, at);

create table reports.changed_payment (
  payment_id text not null
);

create table reports.cohort_day (
  market text not null,
  first_day date not null,
  day date not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint cohort_day_pkey PRIMARY KEY (market, first_day, is_test, day, debit, credit)
);

create table reports.cohort_month (
  market text not null,
  first_month date not null,
  days smallint not null,
  day date not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint cohort_month_pkey PRIMARY KEY (market, first_month, is_test, day, days, debit, credit),
  constraint cohort_month_days_check CHECK ((days = ANY (ARRAY[30, 60, 90, 180])))
);

create table reports.cohort_return (
  market text not null,
  first_day date not null,
  days smallint not null,
  is_test boolean not null,
  players bigint not null,
  constraint cohort_return_pkey PRIMARY KEY (market, first_day, is_test, days),
  constraint cohort_return_days_check CHECK ((days = ANY (ARRAY[0, 1, 7, 30])))
);

create table reports.cohort_vintage (
  market text not null,
  first_day date not null,
  month date not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint cohort_vintage_pkey PRIMARY KEY (market, first_day, is_test, month, debit, credit)
);

create table reports.day_movement (
  market text not null,
  day date not null,
  is_test boolean not null,
  currency text not null,
  reason text not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  constraint day_movement_pkey PRIMARY KEY (market, day, is_test, currency, reason, debit, credit)
);

create table reports.export (
  id text not null,
  operator_id text not null,
  kind text not null,
  figure text,
  market text not null,
  from_day date not null,
  to_day date not null,
  state text default 'waiting'::text not null,
  up_to bigint not null,
  rows bigint default 0 not null,
  rows_total bigint not null,
  after text default ''::text not null,
  parts text[] default '{}'::text[] not null,
  part_bytes bigint[] default '{}'::bigint[] not null,
  sha256 text,
  tries integer default 0 not null,
  leased_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  report text,
  report_table text,
  reviewed text,
  constraint export_pkey PRIMARY KEY (id),
  constraint export_check CHECK (((kind = 'entries'::text) = (figure IS NOT NULL))),
  constraint export_check1 CHECK (((state = 'done'::text) = (sha256 IS NOT NULL))),
  constraint export_check2 CHECK ((cardinality(parts) = cardinality(part_bytes))),
  constraint export_kind_check CHECK ((kind = ANY (ARRAY['entries'::text, 'player_days'::text, 'report_table'::text]))),
  constraint export_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint export_table_check CHECK (((kind = 'report_table'::text) = ((report IS NOT NULL) AND (report_table IS NOT NULL))))
);
CREATE INDEX reports_export_open ON reports.export USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX reports_export_operator ON reports.export USING btree (operator_id, id);

create table reports.first_deposit (
  player_id text not null,
  day date not null,
  market text not null,
  is_test boolean not null,
  constraint first_deposit_pkey PRIMARY KEY (player_id)
);
CREATE INDEX reports_first_deposit_market ON reports.first_deposit USING btree (market, day);

create table reports.game_day (
  market text not null,
  day date not null,
  is_test boolean not null,
  currency text not null,
  provider text not null,
  game_id text not null,
  rounds bigint not null,
  stake_minor bigint not null,
  won_minor bigint not null,
  rollbacks bigint not null,
  rolled_back_minor bigint not null,
  transfers bigint not null,
  constraint game_day_pkey PRIMARY KEY (market, day, is_test, provider, game_id)
);

create table reports.payment_hour (
  market text not null,
  day date not null,
  hour smallint not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint payment_hour_pkey PRIMARY KEY (market, day, hour, is_test, debit, credit),
  constraint payment_hour_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);

create table reports.payment_time (
  id text not null,
  player_id text not null,
  market text not null,
  method text not null,
  day date not null,
  hour smallint not null,
  submitted_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  credited_at timestamp with time zone,
  constraint payment_time_pkey PRIMARY KEY (id),
  constraint payment_time_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
CREATE INDEX reports_payment_time_market ON reports.payment_time USING btree (market, submitted_at, id);
CREATE INDEX reports_payment_time_player ON reports.payment_time USING btree (player_id);

create table reports.player_day (
  player_id text not null,
  day date not null,
  market text not null,
  is_test boolean not null,
  stakes bigint not null,
  stake_minor bigint not null,
  settled_minor bigint not null,
  won_minor bigint not null,
  deposits bigint not null,
  deposit_minor bigint not null,
  constraint player_day_pkey PRIMARY KEY (player_id, day)
);
CREATE INDEX reports_player_day_market ON reports.player_day USING btree (market, day);

create table reports.player_month (
  player_id text not null,
  month date not null,
  market text not null,
  is_test boolean not null,
  stakes bigint not null,
  days bigint not null,
  last_day date,
  settled_minor bigint not null,
  won_minor bigint not null,
  deposit_minor bigint not null,
  constraint player_month_pkey PRIMARY KEY (player_id, month)
);
CREATE INDEX reports_player_month_market ON reports.player_month USING btree (market, month);

create table reports.player_movement (
  player_id text not null,
  day date not null,
  market text not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint player_movement_pkey PRIMARY KEY (player_id, day, debit, credit)
);

create table reports.player_quarter (
  player_id text not null,
  quarter timestamp with time zone not null,
  market text not null,
  is_test boolean not null,
  stakes bigint not null,
  stake_minor bigint not null,
  settled_minor bigint not null,
  won_minor bigint not null,
  deposits bigint not null,
  deposit_minor bigint not null,
  constraint player_quarter_pkey PRIMARY KEY (player_id, quarter)
);
CREATE INDEX reports_player_quarter_market ON reports.player_quarter USING btree (market, quarter);

create table reports.player_review (
  id text not null,
  report text not null,
  player_id text not null,
  at timestamp with time zone not null,
  operator_id text not null,
  outcome text not null,
  reason text not null,
  points integer not null,
  codes text[] not null,
  constraint player_review_pkey PRIMARY KEY (id),
  constraint player_review_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint player_review_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint player_review_report_check CHECK ((report = ANY (ARRAY['harm'::text, 'laundering'::text])))
);
CREATE INDEX reports_player_review_player ON reports.player_review USING btree (player_id, report, id DESC);
CREATE TRIGGER player_review_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reports.player_review FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table reports.player_rule (
  report text not null,
  market text not null,
  code text not null,
  days smallint not null,
  threshold bigint not null,
  weight smallint not null,
  is_on boolean default true not null,
  constraint player_rule_pkey PRIMARY KEY (report, market, code),
  constraint player_rule_days_check CHECK (((days >= 1) AND (days <= 365))),
  constraint player_rule_report_check CHECK ((report = ANY (ARRAY['harm'::text, 'laundering'::text]))),
  constraint player_rule_threshold_check CHECK ((threshold > 0)),
  constraint player_rule_weight_check CHECK ((weight >= 0))
);

create table reports.player_rule_change (
  id text not null,
  report text not null,
  market text not null,
  code text not null,
  at timestamp with time zone not null,
  operator_id text not null,
  confirmed_by text,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  constraint player_rule_change_pkey PRIMARY KEY (id),
  constraint player_rule_change_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES staff.operator(id),
  constraint player_rule_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint player_rule_change_report_check CHECK ((report = ANY (ARRAY['harm'::text, 'laundering'::text])))
);
CREATE INDEX reports_player_rule_change_market ON reports.player_rule_change USING btree (report, market, id DESC);
CREATE TRIGGER player_rule_change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reports.player_rule_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table reports.provider_statement (
  id text not null,
  number text not null,
  market text not null,
  provider text not null,
  from_day date not null,
  to_day date not null,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  games jsonb not null,
  fees jsonb not null,
  fee_minor bigint not null,
  corrections jsonb not null,
  correction_minor bigint not null,
  sha256 text,
  constraint provider_statement_pkey PRIMARY KEY (id),
  constraint provider_statement_market_provider_from_day_key UNIQUE (market, provider, from_day),
  constraint provider_statement_number_key UNIQUE (number),
  constraint provider_statement_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES staff.operator(id),
  constraint provider_statement_check CHECK ((from_day <= to_day))
);
CREATE TRIGGER provider_statement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON reports.provider_statement FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table reports.quarter_movement (
  quarter timestamp with time zone not null,
  market text not null,
  is_test boolean not null,
  debit text not null,
  credit text not null,
  transfers bigint not null,
  amount_minor bigint not null,
  constraint quarter_movement_pkey PRIMARY KEY (quarter, market, is_test, debit, credit)
);

create table reports.rate (
  market text not null,
  kind text not null,
  code text not null,
  base text not null,
  basis_points integer not null,
  from_day date not null,
  constraint rate_pkey PRIMARY KEY (market, kind, code, from_day),
  constraint rate_base_check CHECK ((base = ANY (ARRAY['ggr'::text, 'turnover'::text, 'deposits'::text]))),
  constraint rate_basis_points_check CHECK (((basis_points >= 0) AND (basis_points <= 10000))),
  constraint rate_kind_check CHECK ((kind = ANY (ARRAY['provider'::text, 'method'::text, 'tax'::text])))
);

create table reports.review_assignment (
  report text not null,
  player_id text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  constraint review_assignment_pkey PRIMARY KEY (report, player_id),
  constraint review_assignment_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint review_assignment_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint review_assignment_report_check CHECK ((report = ANY (ARRAY['harm'::text, 'laundering'::text])))
);

create table reports.rollup (
  one boolean default true not null,
  up_to bigint not null,
  transfers bigint not null,
  rolled_at timestamp with time zone not null,
  quarters_from timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  constraint rollup_pkey PRIMARY KEY (one),
  constraint rollup_one_check CHECK (one)
);

create table reports.saved_view (
  id text not null,
  operator_id text not null,
  name text not null,
  screen text not null,
  market text not null,
  from_day date,
  to_day date,
  shared boolean not null,
  saved_at timestamp with time zone not null,
  filters jsonb default '{}'::jsonb not null,
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_operator_id_name_key UNIQUE (operator_id, name),
  constraint saved_view_check CHECK (((from_day IS NULL) = (to_day IS NULL)))
);

create table reports.schedule (
  id text not null,
  view_id text not null,
  operator_id text not null,
  channel_id text not null,
  every text not null,
  hour integer not null,
  attached boolean not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint schedule_pkey PRIMARY KEY (id),
  constraint schedule_view_id_channel_id_every_key UNIQUE (view_id, channel_id, every),
  constraint schedule_view_id_fkey FOREIGN KEY (view_id) REFERENCES reports.saved_view(id) ON DELETE CASCADE,
  constraint schedule_check CHECK (((next_at IS NULL) = (ended_at IS NOT NULL))),
  constraint schedule_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint schedule_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
CREATE INDEX schedule_due ON reports.schedule USING btree (next_at) WHERE (next_at IS NOT NULL);

create table reports.visit_hour (
  market text not null,
  day date not null,
  hour smallint not null,
  is_test boolean not null,
  step text not null,
  method text not null,
  visits bigint not null,
  seconds integer[] not null,
  constraint visit_hour_pkey PRIMARY KEY (market, day, hour, is_test, step, method),
  constraint visit_hour_step_check CHECK ((step = ANY (ARRAY['opened'::text, 'chose'::text, 'submitted'::text])))
);

create table reports.visit_mark (
  market text not null,
  whole_from date not null,
  before date not null,
  constraint visit_mark_pkey PRIMARY KEY (market)
);

create table rewards.bonus (
  id text not null,
  rule_id text not null,
  kind text not null,
  player_id text not null,
  currency text not null,
  amount_minor bigint not null,
  required_minor bigint not null,
  wagered_minor bigint default 0 not null,
  counted_to bigint not null,
  state text not null,
  cause text not null,
  device_id text,
  granted_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  taken_back_at timestamp with time zone,
  constraint bonus_pkey PRIMARY KEY (id),
  constraint bonus_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint bonus_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rewards.bonus_rule(id),
  constraint bonus_amount_minor_check CHECK ((amount_minor > 0)),
  constraint bonus_check CHECK (((state = 'active'::text) = (ended_at IS NULL))),
  constraint bonus_check1 CHECK (((state <> 'completed'::text) OR (wagered_minor >= required_minor))),
  constraint bonus_check2 CHECK (((taken_back_at IS NULL) OR (state = 'completed'::text))),
  constraint bonus_required_minor_check CHECK ((required_minor >= 0)),
  constraint bonus_state_check CHECK ((state = ANY (ARRAY['active'::text, 'completed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint bonus_wagered_minor_check CHECK ((wagered_minor >= 0))
);
CREATE UNIQUE INDEX bonus_active ON rewards.bonus USING btree (player_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX bonus_cause ON rewards.bonus USING btree (player_id, cause);
CREATE INDEX bonus_granted ON rewards.bonus USING btree (granted_at);
CREATE INDEX bonus_player ON rewards.bonus USING btree (player_id, id DESC);
CREATE INDEX bonus_rule_given ON rewards.bonus USING btree (rule_id);
CREATE UNIQUE INDEX bonus_welcome ON rewards.bonus USING btree (player_id) WHERE (kind = 'welcome'::text);
CREATE UNIQUE INDEX bonus_welcome_device ON rewards.bonus USING btree (device_id) WHERE ((kind = 'welcome'::text) AND (device_id IS NOT NULL));

create table rewards.bonus_rule (
  id text not null,
  kind text not null,
  market text not null,
  currency text not null,
  title text not null,
  percent integer not null,
  max_minor bigint not null,
  min_deposit_minor bigint default 0 not null,
  wager_times integer not null,
  play_minor bigint default 0 not null,
  valid_days integer not null,
  ends_at timestamp with time zone,
  stopped_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone not null,
  titles jsonb default '{}'::jsonb not null,
  constraint bonus_rule_pkey PRIMARY KEY (id),
  constraint bonus_rule_check CHECK (((kind = 'referral'::text) = (percent = 0))),
  constraint bonus_rule_kind_check CHECK ((kind = ANY (ARRAY['welcome'::text, 'reload'::text, 'cashback'::text, 'referral'::text]))),
  constraint bonus_rule_max_minor_check CHECK ((max_minor > 0)),
  constraint bonus_rule_min_deposit_minor_check CHECK ((min_deposit_minor >= 0)),
  constraint bonus_rule_percent_check CHECK (((percent >= 0) AND (percent <= 500))),
  constraint bonus_rule_play_minor_check CHECK ((play_minor >= 0)),
  constraint bonus_rule_valid_days_check CHECK (((valid_days >= 1) AND (valid_days <= 365))),
  constraint bonus_rule_wager_times_check CHECK (((wager_times >= 0) AND (wager_times <= 100)))
);
CREATE INDEX bonus_rule_open ON rewards.bonus_rule USING btree (market, id) WHERE (stopped_at IS NULL);

create table rewards.claim (
  id text not null,
  reward_id text not null,
  player_id text not null,
  network text not null,
  device_id text,
  at timestamp with time zone not null,
  constraint claim_pkey PRIMARY KEY (id),
  constraint claim_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint claim_reward_id_fkey FOREIGN KEY (reward_id) REFERENCES rewards.claim_rule(reward_id)
);
CREATE INDEX claim_at ON rewards.claim USING btree (at);
CREATE INDEX claim_device ON rewards.claim USING btree (reward_id, device_id, at) WHERE (device_id IS NOT NULL);
CREATE INDEX claim_network ON rewards.claim USING btree (reward_id, network, at);
CREATE INDEX claim_player ON rewards.claim USING btree (player_id);

create table rewards.claim_rule (
  reward_id text not null,
  tier text,
  per_network integer,
  per_device integer,
  window_hours integer not null,
  excludes text[] default '{}'::text[] not null,
  constraint claim_rule_pkey PRIMARY KEY (reward_id),
  constraint claim_rule_per_device_check CHECK ((per_device > 0)),
  constraint claim_rule_per_network_check CHECK ((per_network > 0)),
  constraint claim_rule_tier_check CHECK ((tier = ANY (ARRAY['mobile_verified'::text, 'person_verified'::text]))),
  constraint claim_rule_window_hours_check CHECK (((window_hours >= 1) AND (window_hours <= 8760)))
);
CREATE INDEX claim_rule_excludes ON rewards.claim_rule USING gin (excludes);

create table rewards.gift_envelope (
  id text not null,
  code_hash bytea not null,
  title text not null,
  market text not null,
  currency text not null,
  kind text not null,
  pot_minor bigint not null,
  claims integer not null,
  min_account_age_hours integer default 0 not null,
  expires_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  created_by text,
  created_at timestamp with time zone not null,
  constraint gift_envelope_pkey PRIMARY KEY (id),
  constraint gift_envelope_code_hash_key UNIQUE (code_hash),
  constraint gift_envelope_claims_check CHECK ((claims > 0)),
  constraint gift_envelope_kind_check CHECK ((kind = ANY (ARRAY['fixed'::text, 'split'::text]))),
  constraint gift_envelope_min_account_age_hours_check CHECK ((min_account_age_hours >= 0)),
  constraint gift_envelope_pot_minor_check CHECK ((pot_minor > 0))
);

create table rewards.gift_share (
  envelope_id text not null,
  number integer not null,
  amount_minor bigint not null,
  player_id text,
  claimed_at timestamp with time zone,
  constraint gift_share_pkey PRIMARY KEY (envelope_id, number),
  constraint gift_share_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES rewards.gift_envelope(id),
  constraint gift_share_amount_minor_check CHECK ((amount_minor > 0)),
  constraint gift_share_check CHECK (((player_id IS NULL) = (claimed_at IS NULL))),
  constraint gift_share_number_check CHECK ((number > 0))
);
CREATE INDEX gift_share_at ON rewards.gift_share USING btree (claimed_at) WHERE (claimed_at IS NOT NULL);
CREATE INDEX gift_share_claimed ON rewards.gift_share USING btree (player_id, claimed_at DESC) WHERE (player_id IS NOT NULL);
CREATE INDEX gift_share_free ON rewards.gift_share USING btree (envelope_id, number) WHERE (player_id IS NULL);
CREATE UNIQUE INDEX gift_share_player ON rewards.gift_share USING btree (envelope_id, player_id) WHERE (player_id IS NOT NULL);

create table rewards.referral (
  referred_id text not null,
  referrer_id text not null,
  joined_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  reason text,
  rule_id text,
  amount_minor bigint,
  ended_at timestamp with time zone,
  constraint referral_pkey PRIMARY KEY (referred_id),
  constraint referral_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES accounts.player(id),
  constraint referral_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES accounts.player(id),
  constraint referral_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES rewards.bonus_rule(id),
  constraint referral_amount_minor_check CHECK ((amount_minor > 0)),
  constraint referral_check CHECK ((referred_id <> referrer_id)),
  constraint referral_check1 CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint referral_check2 CHECK (((state = 'paid'::text) = ((amount_minor IS NOT NULL) AND (rule_id IS NOT NULL)))),
  constraint referral_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'paid'::text, 'refused'::text])))
);
CREATE INDEX referral_ended ON rewards.referral USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX referral_joined ON rewards.referral USING btree (joined_at);
CREATE INDEX referral_referrer ON rewards.referral USING btree (referrer_id, joined_at DESC);
CREATE INDEX referral_waiting ON rewards.referral USING btree (joined_at) WHERE (state = 'waiting'::text);

create table rewards.referral_code (
  player_id text not null,
  code text not null,
  constraint referral_code_pkey PRIMARY KEY (player_id),
  constraint referral_code_code_key UNIQUE (code),
  constraint referral_code_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);

create table rewards.refused_claim (
  reward_id text not null,
  player_id text not null,
  code text not null,
  params jsonb not null,
  tries integer default 1 not null,
  at timestamp with time zone not null,
  constraint refused_claim_pkey PRIMARY KEY (reward_id, player_id, code),
  constraint refused_claim_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id)
);
CREATE INDEX refused_claim_at ON rewards.refused_claim USING btree (at DESC);
CREATE INDEX refused_claim_player ON rewards.refused_claim USING btree (player_id);

create table rewards.reward_check (
  id text not null,
  kind text not null,
  player_id text not null,
  subject text not null,
  currency text not null,
  amount_minor bigint not null,
  points integer not null,
  reasons jsonb not null,
  state text default 'waiting'::text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  note text,
  constraint reward_check_pkey PRIMARY KEY (id),
  constraint reward_check_player_id_subject_key UNIQUE (player_id, subject),
  constraint reward_check_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff.operator(id),
  constraint reward_check_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint reward_check_amount_minor_check CHECK ((amount_minor > 0)),
  constraint reward_check_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint reward_check_kind_check CHECK ((kind = ANY (ARRAY['welcome'::text, 'reload'::text, 'cashback'::text, 'referral'::text]))),
  constraint reward_check_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'given'::text, 'refused'::text])))
);
CREATE INDEX reward_check_state ON rewards.reward_check USING btree (state, id);

create table rewards.reward_signal (
  code text not null,
  weight integer not null,
  busy_weight integer not null,
  constraint reward_signal_pkey PRIMARY KEY (code),
  constraint reward_signal_busy_weight_check CHECK ((busy_weight >= 0)),
  constraint reward_signal_weight_check CHECK ((weight >= 0))
);

create table rewards.wagering_return (
  from_percent integer not null,
  below_percent integer not null,
  percent integer not null,
  constraint wagering_return_pkey PRIMARY KEY (from_percent),
  constraint wagering_return_check CHECK ((below_percent > from_percent)),
  constraint wagering_return_from_percent_check CHECK ((from_percent >= 0)),
  constraint wagering_return_percent_check CHECK (((percent >= 0) AND (percent <= 100)))
);

create table rewards.wagering_weight (
  scope text not null,
  percent integer not null,
  constraint wagering_weight_pkey PRIMARY KEY (scope),
  constraint wagering_weight_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint wagering_weight_scope_check CHECK ((scope ~ '^(game|category):.+$'::text))
);

create table sms.outbox (
  id text not null,
  mobile text not null,
  text text not null,
  created_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  tries integer default 0 not null,
  sent_at timestamp with time zone,
  kind text default 'code'::text not null,
  language text default 'en'::text not null,
  message_id text,
  state text default 'queued'::text not null,
  failure text,
  gateway text,
  expires_at timestamp with time zone default (now() + '00:05:00'::interval) not null,
  ended_at timestamp with time zone,
  constraint sms_outbox_pkey PRIMARY KEY (id),
  constraint sms_outbox_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'notice'::text]))),
  constraint sms_outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'delivered'::text]))),
  constraint sms_outbox_text CHECK (((state = 'queued'::text) OR (text = ''::text)))
);
CREATE INDEX sms_outbox_due ON sms.outbox USING btree (kind, next_at) WHERE (state = 'queued'::text);
CREATE INDEX sms_outbox_message ON sms.outbox USING btree (message_id) WHERE (message_id IS NOT NULL);

create table staff.audit_entry (
  id text not null,
  at timestamp with time zone not null,
  operator_id text,
  action text not null,
  subject text not null,
  text text not null,
  before jsonb,
  after jsonb,
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_action ON staff.audit_entry USING btree (action text_pattern_ops, id DESC);
CREATE INDEX audit_entry_operator ON staff.audit_entry USING btree (operator_id, id DESC);
CREATE INDEX audit_entry_subject ON staff.audit_entry USING btree (subject, id DESC);
CREATE INDEX audit_entry_subject_at ON staff.audit_entry USING btree (subject, at DESC);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON staff.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table staff.audit_seal (
  "position" bigint not null,
  entry_id text not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null,
  constraint audit_seal_pkey PRIMARY KEY ("position"),
  constraint audit_seal_entry_id_key UNIQUE (entry_id),
  constraint audit_seal_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES staff.audit_entry(id),
  constraint audit_seal_hash_check CHECK ((octet_length(hash) = 32)),
  constraint audit_seal_position_check CHECK (("position" > 0))
);
CREATE TRIGGER audit_seal_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON staff.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table staff.break_glass (
  id text not null,
  operator_id text not null,
  role text not null,
  reason text not null,
  started_at timestamp with time zone not null,
  until timestamp with time zone not null,
  ended_at timestamp with time zone,
  reviewed_by text,
  reviewed_at timestamp with time zone,
  review text,
  constraint break_glass_pkey PRIMARY KEY (id),
  constraint break_glass_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint break_glass_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES staff.operator(id),
  constraint break_glass_role_fkey FOREIGN KEY (role) REFERENCES staff.role(id),
  constraint break_glass_check CHECK ((until > started_at)),
  constraint break_glass_check1 CHECK ((reviewed_by <> operator_id)),
  constraint break_glass_check2 CHECK ((((reviewed_by IS NULL) = (reviewed_at IS NULL)) AND ((reviewed_by IS NULL) = (review IS NULL))))
);
CREATE UNIQUE INDEX break_glass_open ON staff.break_glass USING btree (operator_id) WHERE (ended_at IS NULL);
CREATE INDEX break_glass_started ON staff.break_glass USING btree (started_at);

create table staff.operator (
  id text not null,
  name text not null,
  role text not null,
  password_hash text not null,
  password_is_one_time boolean default true not null,
  totp_secret bytea,
  totp_step bigint default 0 not null,
  active boolean default true not null,
  failures integer default 0 not null,
  locked_until timestamp with time zone,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  seat_ends_at timestamp with time zone,
  constraint operator_pkey PRIMARY KEY (id),
  constraint operator_role_fkey FOREIGN KEY (role) REFERENCES staff.role(id)
);
CREATE UNIQUE INDEX operator_name_key ON staff.operator USING btree (lower(name));

create table staff.operator_authenticator (
  ticket_hash bytea not null,
  operator_id text not null,
  secret bytea not null,
  expires_at timestamp with time zone not null,
  constraint operator_authenticator_pkey PRIMARY KEY (ticket_hash),
  constraint operator_authenticator_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table staff.operator_device (
  operator_id text not null,
  device_hash bytea not null,
  created_at timestamp with time zone not null,
  constraint operator_device_pkey PRIMARY KEY (operator_id, device_hash),
  constraint operator_device_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table staff.operator_link (
  token_hash bytea not null,
  operator_id text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint operator_link_pkey PRIMARY KEY (token_hash),
  constraint operator_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint operator_link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint operator_link_check CHECK ((created_by <> operator_id))
);
CREATE INDEX operator_link_operator ON staff.operator_link USING btree (operator_id);

create table staff.operator_passkey (
  id text not null,
  operator_id text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint operator_passkey_pkey PRIMARY KEY (id),
  constraint operator_passkey_credential_id_key UNIQUE (credential_id),
  constraint operator_passkey_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint operator_passkey_counter_check CHECK ((counter >= 0))
);
CREATE INDEX operator_passkey_operator ON staff.operator_passkey USING btree (operator_id);

create table staff.operator_reset (
  id text not null,
  operator_id text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  until timestamp with time zone not null,
  reason text not null,
  confirmed_by text,
  ended_at timestamp with time zone,
  outcome text,
  constraint operator_reset_pkey PRIMARY KEY (id),
  constraint operator_reset_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES staff.operator(id),
  constraint operator_reset_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES staff.operator(id),
  constraint operator_reset_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint operator_reset_check CHECK ((asked_by <> operator_id)),
  constraint operator_reset_check1 CHECK (((confirmed_by <> asked_by) AND (confirmed_by <> operator_id))),
  constraint operator_reset_check2 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint operator_reset_check3 CHECK (((NOT (outcome IS DISTINCT FROM 'confirmed'::text)) = (confirmed_by IS NOT NULL))),
  constraint operator_reset_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'withdrawn'::text, 'expired'::text])))
);
CREATE UNIQUE INDEX operator_reset_open ON staff.operator_reset USING btree (operator_id) WHERE (ended_at IS NULL);

create table staff.operator_session (
  id text not null,
  operator_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ip text,
  user_agent text,
  constraint operator_session_pkey PRIMARY KEY (id),
  constraint operator_session_token_hash_key UNIQUE (token_hash),
  constraint operator_session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table staff.operator_ticket (
  ticket_hash bytea not null,
  operator_id text not null,
  enrol bytea,
  expires_at timestamp with time zone not null,
  failures integer default 0 not null,
  constraint operator_ticket_pkey PRIMARY KEY (ticket_hash),
  constraint operator_ticket_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table staff.operator_tie (
  operator_id text not null,
  tied_to text not null,
  cause text not null,
  at timestamp with time zone not null,
  constraint operator_tie_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint operator_tie_tied_to_fkey FOREIGN KEY (tied_to) REFERENCES staff.operator(id),
  constraint operator_tie_cause_check CHECK ((cause = ANY (ARRAY['created'::text, 'raised'::text, 'reset'::text]))),
  constraint operator_tie_check CHECK ((operator_id <> tied_to))
);
CREATE INDEX operator_tie_operator ON staff.operator_tie USING btree (operator_id, at);
CREATE INDEX operator_tie_tied_to ON staff.operator_tie USING btree (tied_to, at);

create table staff.passkey_challenge (
  challenge text not null,
  operator_id text not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge),
  constraint passkey_challenge_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text])))
);
CREATE INDEX passkey_challenge_operator ON staff.passkey_challenge USING btree (operator_id);

create table staff.role (
  id text not null,
  name text not null,
  about text not null,
  given boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint role_pkey PRIMARY KEY (id),
  constraint role_check CHECK (((NOT given) OR (ended_at IS NULL)))
);
CREATE UNIQUE INDEX role_name_key ON staff.role USING btree (lower(name)) WHERE (ended_at IS NULL);

create table staff.role_permission (
  role_id text not null,
  permission text not null,
  constraint role_permission_pkey PRIMARY KEY (role_id, permission),
  constraint role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES staff.role(id)
);
CREATE INDEX role_permission_permission ON staff.role_permission USING btree (permission);

create table staff.step_up (
  id text not null,
  operator_id text not null,
  session_id text not null,
  challenge text not null,
  content_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint step_up_pkey PRIMARY KEY (id),
  constraint step_up_challenge_key UNIQUE (challenge),
  constraint step_up_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id),
  constraint step_up_session_id_fkey FOREIGN KEY (session_id) REFERENCES staff.operator_session(id),
  constraint step_up_check CHECK (((used_at IS NULL) OR (confirmed_at IS NOT NULL))),
  constraint step_up_content_hash_check CHECK ((octet_length(content_hash) = 32))
);
CREATE INDEX step_up_operator ON staff.step_up USING btree (operator_id, created_at);

create table statements.account (
  account text not null,
  mapping jsonb,
  matched_at timestamp with time zone,
  constraint statement_account_pkey PRIMARY KEY (account)
);

create table statements.attempt (
  line_id text not null,
  payment_id text not null,
  code text not null,
  operator_id text not null,
  at timestamp with time zone not null,
  constraint statement_attempt_pkey PRIMARY KEY (line_id, payment_id),
  constraint statement_attempt_line_id_fkey FOREIGN KEY (line_id) REFERENCES statements.line(id) ON DELETE CASCADE,
  constraint statement_attempt_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES staff.operator(id)
);

create table statements.line (
  id text not null,
  statement_id text not null,
  account text not null,
  in_suspense boolean not null,
  currency text not null,
  day text not null,
  amount_minor bigint not null,
  reference text not null,
  ref_norm text not null,
  text text not null,
  bank_id text,
  fingerprint bytea not null,
  looks_like text,
  state text default 'waiting'::text not null,
  payment_id text,
  player_id text,
  posting_id bigint,
  reason text,
  note text,
  first_operator text,
  decided_by text,
  decided_at timestamp with time zone,
  imported_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint statement_line_pkey PRIMARY KEY (id),
  constraint statement_line_account_fingerprint_key UNIQUE (account, fingerprint),
  constraint statement_line_posting_id_key UNIQUE (posting_id),
  constraint statement_line_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff.operator(id),
  constraint statement_line_first_operator_fkey FOREIGN KEY (first_operator) REFERENCES staff.operator(id),
  constraint statement_line_looks_like_fkey FOREIGN KEY (looks_like) REFERENCES statements.line(id),
  constraint statement_line_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint statement_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES statements.statement(id),
  constraint statement_line_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint statement_line_check CHECK (((in_suspense = false) OR (amount_minor > 0))),
  constraint statement_line_check1 CHECK (((state = ANY (ARRAY['waiting'::text, 'awaiting_second_approval'::text])) = (decided_at IS NULL))),
  constraint statement_line_check2 CHECK (((in_suspense AND (decided_at IS NOT NULL)) = (posting_id IS NOT NULL))),
  constraint statement_line_check3 CHECK (((state <> ALL (ARRAY['credited'::text, 'linked'::text])) OR (payment_id IS NOT NULL))),
  constraint statement_line_check4 CHECK (((state <> ALL (ARRAY['credited'::text, 'assigned'::text])) OR (player_id IS NOT NULL))),
  constraint statement_line_check5 CHECK (((first_operator IS NULL) OR (decided_by IS NULL) OR (first_operator <> decided_by))),
  constraint statement_line_day_check CHECK ((day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
  constraint statement_line_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'awaiting_second_approval'::text, 'credited'::text, 'assigned'::text, 'linked'::text, 'dismissed'::text])))
);
CREATE INDEX line_player ON statements.line USING btree (player_id) WHERE (player_id IS NOT NULL);
CREATE INDEX statement_line_payer ON statements.line USING btree (md5(text)) WHERE (player_id IS NOT NULL);
CREATE UNIQUE INDEX statement_line_payment ON statements.line USING btree (payment_id, ((amount_minor > 0))) WHERE (payment_id IS NOT NULL);
CREATE INDEX statement_line_ref ON statements.line USING btree (ref_norm);
CREATE INDEX statement_line_state ON statements.line USING btree (state, id DESC);
CREATE INDEX statement_line_statement ON statements.line USING btree (statement_id);
CREATE INDEX statement_line_twins ON statements.line USING btree (account, day, amount_minor);
CREATE INDEX statement_line_waiting ON statements.line USING btree (account, id) WHERE (state = ANY (ARRAY['waiting'::text, 'awaiting_second_approval'::text]));

create table statements.match (
  line_id text not null,
  payment_id text not null,
  score smallint not null,
  exact boolean not null,
  why text not null,
  constraint statement_match_pkey PRIMARY KEY (line_id, payment_id),
  constraint statement_match_line_id_fkey FOREIGN KEY (line_id) REFERENCES statements.line(id) ON DELETE CASCADE
);
CREATE INDEX statement_match_exact ON statements.match USING btree (line_id) WHERE exact;

create table statements.statement (
  id text not null,
  account text not null,
  kind text not null,
  currency text not null,
  format text not null,
  file_name text not null,
  sha256 bytea not null,
  first_day text not null,
  last_day text not null,
  opening_minor bigint,
  closing_minor bigint,
  lines integer not null,
  new_lines integer not null,
  new_in_minor bigint not null,
  new_out_minor bigint not null,
  posting_id bigint,
  imported_by text not null,
  imported_at timestamp with time zone not null,
  constraint statement_pkey PRIMARY KEY (id),
  constraint statement_account_sha256_key UNIQUE (account, sha256),
  constraint statement_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES staff.operator(id),
  constraint statement_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ofx'::text, 'mt940'::text, 'camt053'::text]))),
  constraint statement_kind_check CHECK ((kind = ANY (ARRAY['bank'::text, 'payouts'::text, 'service'::text]))),
  constraint statement_lines_check CHECK ((lines > 0))
);
CREATE INDEX statement_account_days ON statements.statement USING btree (account, last_day);

create table tournaments.day (
  tournament_id text not null,
  player_id text not null,
  day date not null,
  rounds integer not null,
  points bigint[] not null,
  reached timestamp with time zone[] not null,
  constraint day_pkey PRIMARY KEY (tournament_id, player_id, day),
  constraint day_tournament_id_player_id_fkey FOREIGN KEY (tournament_id, player_id) REFERENCES tournaments.entry(tournament_id, player_id) ON DELETE CASCADE
);

create table tournaments.entry (
  tournament_id text not null,
  player_id text not null,
  joined_at timestamp with time zone not null,
  shows_name boolean default false not null,
  number integer not null,
  points bigint default 0 not null,
  rounds integer default 0 not null,
  reached_at timestamp with time zone,
  rank integer,
  constraint entry_pkey PRIMARY KEY (tournament_id, player_id),
  constraint entry_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint entry_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments.tournament(id)
) with (fillfactor=70);
CREATE INDEX entry_player ON tournaments.entry USING btree (player_id);
CREATE INDEX entry_rank ON tournaments.entry USING btree (tournament_id, rank) WHERE (rank IS NOT NULL);

create table tournaments.pause (
  tournament_id text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone,
  constraint pause_pkey PRIMARY KEY (tournament_id, from_at),
  constraint pause_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments.tournament(id)
);

create table tournaments.result (
  tournament_id text not null,
  rank integer not null,
  player_id text not null,
  points bigint not null,
  rounds integer not null,
  reached_at timestamp with time zone not null,
  prize_minor bigint,
  prize_state text,
  decided_at timestamp with time zone,
  constraint result_pkey PRIMARY KEY (tournament_id, rank),
  constraint result_tournament_id_player_id_key UNIQUE (tournament_id, player_id),
  constraint result_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint result_tournament_id_fkey FOREIGN KEY (tournament_id) REFERENCES tournaments.tournament(id),
  constraint result_check CHECK (((prize_minor IS NULL) = (prize_state IS NULL))),
  constraint result_check1 CHECK (((decided_at IS NOT NULL) = COALESCE((prize_state = ANY (ARRAY['paid'::text, 'lapsed'::text, 'withheld'::text])), false))),
  constraint result_prize_state_check CHECK ((prize_state = ANY (ARRAY['due'::text, 'open'::text, 'paid'::text, 'lapsed'::text, 'withheld'::text])))
);
CREATE INDEX result_due ON tournaments.result USING btree (tournament_id, rank) WHERE (prize_state = ANY (ARRAY['due'::text, 'open'::text]));
CREATE INDEX result_player ON tournaments.result USING btree (player_id);

create table tournaments.tournament (
  id text not null,
  market text not null,
  name text not null,
  names jsonb not null,
  games text[],
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  points_by text not null,
  best_rounds integer,
  unit_minor bigint,
  day_cap integer,
  least_stake_minor bigint not null,
  prizes_minor bigint[] not null,
  budget_minor bigint not null,
  payout text not null,
  state text default 'draft'::text not null,
  envelope_id text,
  reason text,
  claim_until timestamp with time zone,
  is_settled boolean default false not null,
  counted_to bigint,
  version integer default 1 not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint tournament_pkey PRIMARY KEY (id),
  constraint tournament_created_by_fkey FOREIGN KEY (created_by) REFERENCES staff.operator(id),
  constraint tournament_envelope_id_fkey FOREIGN KEY (envelope_id) REFERENCES rewards.gift_envelope(id),
  constraint tournament_best_rounds_check CHECK (((best_rounds >= 1) AND (best_rounds <= 20))),
  constraint tournament_budget_minor_check CHECK ((budget_minor > 0)),
  constraint tournament_check CHECK ((ends_at > starts_at)),
  constraint tournament_check1 CHECK (((points_by = 'multiplier'::text) = (best_rounds IS NOT NULL))),
  constraint tournament_check2 CHECK (((points_by = 'turnover'::text) = ((unit_minor IS NOT NULL) AND (day_cap IS NOT NULL)))),
  constraint tournament_check3 CHECK (((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'cancelled'::text])) OR (envelope_id IS NOT NULL))),
  constraint tournament_day_cap_check CHECK (((day_cap >= 1) AND (day_cap <= 100000))),
  constraint tournament_least_stake_minor_check CHECK ((least_stake_minor > 0)),
  constraint tournament_market_check CHECK ((market = ANY (ARRAY['NA'::text, 'IN'::text]))),
  constraint tournament_payout_check CHECK ((payout = ANY (ARRAY['by_itself'::text, 'claim'::text]))),
  constraint tournament_points_by_check CHECK ((points_by = ANY (ARRAY['multiplier'::text, 'turnover'::text]))),
  constraint tournament_prizes_minor_check CHECK (((cardinality(prizes_minor) >= 1) AND (cardinality(prizes_minor) <= 100))),
  constraint tournament_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'waiting'::text, 'live'::text, 'paused'::text, 'ended'::text, 'cancelled'::text]))),
  constraint tournament_unit_minor_check CHECK ((unit_minor > 0))
);
CREATE INDEX tournament_open ON tournaments.tournament USING btree (ends_at) WHERE ((state = ANY (ARRAY['live'::text, 'paused'::text])) OR ((state = 'ended'::text) AND (NOT is_settled)));

create table ussd.answer (
  step bytea not null,
  text text not null,
  at timestamp with time zone not null,
  constraint answer_pkey PRIMARY KEY (step)
);
CREATE INDEX ussd_answer_at ON ussd.answer USING btree (at);

create table withdrawals.day (
  player_id text not null,
  day date not null,
  paid_minor bigint not null,
  constraint withdrawal_day_pkey PRIMARY KEY (player_id, day)
);

create table withdrawals.payout_account (
  id text not null,
  player_id text not null,
  kind text not null,
  holder text not null,
  number_sealed bytea not null,
  number_mac bytea not null,
  number_end text not null,
  branch text,
  bank text,
  usable_from timestamp with time zone not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint payout_account_pkey PRIMARY KEY (id),
  constraint payout_account_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint payout_account_kind_check CHECK ((kind = ANY (ARRAY['bank_in'::text, 'upi'::text, 'bank_na'::text, 'wallet_na'::text])))
);
CREATE INDEX payout_account_holder ON withdrawals.payout_account USING btree (md5(lower(holder))) WHERE (holder ~~ '% %'::text);
CREATE INDEX payout_account_mac ON withdrawals.payout_account USING btree (number_mac);
CREATE UNIQUE INDEX payout_account_number ON withdrawals.payout_account USING btree (player_id, kind, number_mac) WHERE (removed_at IS NULL);
CREATE INDEX payout_account_player ON withdrawals.payout_account USING btree (player_id);

create table withdrawals.payout_batch (
  id text not null,
  market text not null,
  kind text not null,
  currency text not null,
  state text not null,
  payouts integer not null,
  total_minor bigint not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  sent_by text,
  sent_at timestamp with time zone,
  version integer default 1 not null,
  constraint payout_batch_pkey PRIMARY KEY (id),
  constraint payout_batch_made_by_fkey FOREIGN KEY (made_by) REFERENCES staff.operator(id),
  constraint payout_batch_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES staff.operator(id),
  constraint payout_batch_check CHECK (((state = 'sent'::text) = ((sent_by IS NOT NULL) AND (sent_at IS NOT NULL)))),
  constraint payout_batch_payouts_check CHECK ((payouts > 0)),
  constraint payout_batch_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'sent'::text, 'cancelled'::text]))),
  constraint payout_batch_total_minor_check CHECK ((total_minor > 0))
);
CREATE INDEX payout_batch_state ON withdrawals.payout_batch USING btree (state, id);

create table withdrawals.step (
  id text not null,
  withdrawal_id text not null,
  at timestamp with time zone not null,
  state text not null,
  text text default ''::text not null,
  operator_id text,
  code text default 'text'::text not null,
  params jsonb default '{}'::jsonb not null,
  constraint withdrawal_step_pkey PRIMARY KEY (id),
  constraint withdrawal_step_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawals.withdrawal(id)
);
CREATE INDEX withdrawal_step_withdrawal ON withdrawals.step USING btree (withdrawal_id, id);
CREATE TRIGGER withdrawal_step_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON withdrawals.step FOR EACH STATEMENT EXECUTE FUNCTION ledger.append_only();

create table withdrawals.withdrawal (
  id text not null,
  player_id text not null,
  payout_account_id text not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint default 0 not null,
  state text not null,
  reason text,
  reason_note text,
  payment_reference text,
  payment_ref_norm text,
  first_approver text,
  second_approver text,
  paid_by text,
  requested_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  ip text not null,
  pay_code text not null,
  batch_id text,
  by_service boolean default false not null,
  service_ref text,
  checks integer default 0 not null,
  next_check_at timestamp with time zone,
  sent_at timestamp with time zone,
  risks jsonb default '[]'::jsonb not null,
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint withdrawal_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES withdrawals.payout_batch(id),
  constraint withdrawal_first_approver_fkey FOREIGN KEY (first_approver) REFERENCES staff.operator(id),
  constraint withdrawal_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES staff.operator(id),
  constraint withdrawal_payout_account_id_fkey FOREIGN KEY (payout_account_id) REFERENCES withdrawals.payout_account(id),
  constraint withdrawal_player_id_fkey FOREIGN KEY (player_id) REFERENCES accounts.player(id),
  constraint withdrawal_second_approver_fkey FOREIGN KEY (second_approver) REFERENCES staff.operator(id),
  constraint withdrawal_amount_minor_check CHECK ((amount_minor > 0)),
  constraint withdrawal_asked CHECK (((NOT by_service) OR (state <> ALL (ARRAY['sent'::text, 'unknown'::text])) OR (next_check_at IS NOT NULL))),
  constraint withdrawal_batched CHECK (((state <> 'batched'::text) OR (batch_id IS NOT NULL))),
  constraint withdrawal_check CHECK (((fee_minor >= 0) AND (fee_minor < amount_minor))),
  constraint withdrawal_check1 CHECK (((first_approver IS NULL) OR (second_approver IS NULL) OR (first_approver <> second_approver))),
  constraint withdrawal_reference CHECK (((state = ANY (ARRAY['paid'::text, 'returned'::text])) = (payment_reference IS NOT NULL))),
  constraint withdrawal_sent CHECK (((state <> ALL (ARRAY['sent'::text, 'unknown'::text])) OR ((sent_at IS NOT NULL) AND (by_service OR (batch_id IS NOT NULL))))),
  constraint withdrawal_states CHECK ((state = ANY (ARRAY['requested'::text, 'awaiting_second_approval'::text, 'approved'::text, 'batched'::text, 'sent'::text, 'unknown'::text, 'paid'::text, 'rejected'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX withdrawal_batch ON withdrawals.withdrawal USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX withdrawal_due ON withdrawals.withdrawal USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX withdrawal_open ON withdrawals.withdrawal USING btree (player_id) WHERE (state = ANY (ARRAY['requested'::text, 'awaiting_second_approval'::text, 'approved'::text, 'batched'::text, 'sent'::text, 'unknown'::text]));
CREATE UNIQUE INDEX withdrawal_pay_code ON withdrawals.withdrawal USING btree (pay_code);
CREATE UNIQUE INDEX withdrawal_payment_reference ON withdrawals.withdrawal USING btree (currency, payment_ref_norm) WHERE (payment_ref_norm IS NOT NULL);
CREATE INDEX withdrawal_player ON withdrawals.withdrawal USING btree (player_id, id DESC);
CREATE INDEX withdrawal_player_state ON withdrawals.withdrawal USING btree (player_id, state, id DESC);
CREATE INDEX withdrawal_queue ON withdrawals.withdrawal USING btree (state, requested_at, id);
CREATE TRIGGER withdrawal_counts AFTER UPDATE OF state, amount_minor ON withdrawals.withdrawal FOR EACH ROW WHEN (((old.state = 'paid'::text) OR (new.state = 'paid'::text))) EXECUTE FUNCTION withdrawals.counts();
CREATE TRIGGER withdrawal_counts_new AFTER INSERT ON withdrawals.withdrawal FOR EACH ROW WHEN ((new.state = 'paid'::text)) EXECUTE FUNCTION withdrawals.counts();

create view accounts.documents (
  player_id text,
  document text,
  number_end text,
  expires_on date,
  decided_at timestamp with time zone
);

create view accounts.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view accounts.offer_consents (
  player_id text
);

create view accounts.player_card (
  id text,
  player_name text,
  mobile text,
  deposit_code text,
  market text,
  currency text,
  active boolean,
  created_at timestamp with time zone,
  is_test boolean
);

create view accounts.player_tags (
  player_id text,
  tag text,
  added_by text,
  added_at timestamp with time zone
);

create view accounts.sessions (
  id text,
  player_id text,
  device_id text,
  ended_at timestamp with time zone,
  created_at timestamp with time zone,
  last_seen_at timestamp with time zone
);

create view accounts.sign_in_events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view accounts.visits (
  player_id text,
  device_id text,
  at timestamp with time zone,
  address text,
  traits bytea
);

create view approvals.open_changes (
  id text,
  kind text,
  subject text,
  until timestamp with time zone
);

create view blocklists.payers (
  payer_norm text,
  until_at timestamp with time zone
);

create view campaigns.player_facts (
  player_id text,
  player_name text,
  market text,
  currency text,
  is_test boolean,
  created_at timestamp with time zone,
  cash_minor bigint,
  bonus_minor bigint,
  deposits bigint,
  deposited_minor bigint,
  last_deposit_at timestamp with time zone,
  withdrawn_minor bigint,
  rounds bigint,
  staked_minor bigint,
  lost_minor bigint,
  last_played_at timestamp with time zone
);

create view catalog.games (
  id text,
  slug text,
  provider_code text,
  name text,
  categories text[],
  tile text,
  rtp text,
  min_stake_minor bigint,
  max_stake_minor bigint,
  demo boolean,
  markets text[],
  enabled boolean,
  names jsonb
);

create view catalog.imports (
  id text,
  provider_code text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  outcome text,
  listed integer,
  added integer,
  changed integer,
  withdrawn integer,
  refused jsonb,
  refused_count integer,
  reason text,
  operator_id text,
  reason_code text,
  reason_params jsonb
);

create view catalog.providers (
  code text,
  name text,
  adapter text,
  proof_url text,
  rounds_url text,
  enabled boolean
);

create view deposits.days (
  player_id text,
  family text,
  day date,
  credited_minor bigint
);

create view deposits.deposits (
  id text,
  player_id text,
  family text,
  detail_id integer,
  currency text,
  ref_raw text,
  ref_norm text,
  declared_minor bigint,
  credited_minor bigint,
  state text,
  claimed_by text,
  claim_expires_at timestamp with time zone,
  first_approver text,
  first_minor bigint,
  posting_id bigint,
  submitted_at timestamp with time zone,
  updated_at timestamp with time zone
);

create view deposits.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view deposits.payment_details (
  id integer,
  name text,
  name_code text,
  market text,
  currency text,
  lines jsonb
);

create view deposits.steps (
  deposit_id text,
  at timestamp with time zone,
  state text
);

create view deposits.warnings (
  deposit_id text,
  code text,
  other_id text,
  params jsonb
);

create view gateway.free_round_events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view gateway.game_round_in_order (
  player_id text,
  provider_code text,
  round_id text,
  game_id text,
  currency text,
  stake_minor bigint,
  payout_minor bigint,
  returned_minor bigint,
  open_bets integer,
  ended boolean,
  balance_minor bigint,
  id text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  grant_id text,
  free_minor bigint,
  is_automatic boolean
);

create view gateway.round_days (
  player_id text,
  day_utc date,
  staked_minor bigint,
  won_minor bigint
);

create view gateway.rounds (
  player_id text,
  provider_code text,
  round_id text,
  game_id text,
  currency text,
  stake_minor bigint,
  payout_minor bigint,
  returned_minor bigint,
  open_bets integer,
  id text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone
);

create view gateway.sessions (
  id text,
  player_id text,
  game_id text,
  opened_at timestamp with time zone
);

create view gateway.transactions (
  provider_code text,
  tx_id text,
  kind text,
  player_id text,
  round_id text,
  game_id text,
  posting_id bigint
);

create view help.answers (
  id text,
  at timestamp with time zone,
  operator_id text,
  player_id text,
  asked_at timestamp with time zone
);

create view help.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view help.worries (
  id text,
  player_id text,
  at timestamp with time zone
);

create view ledger.entries (
  entry bigint,
  at timestamp with time zone,
  reason text,
  key text,
  reference text,
  player text,
  debit text,
  credit text,
  amount numeric,
  currency text
);

create view ledger.holds (
  key text,
  player_id text,
  amount_minor bigint,
  state text
);

create view ledger.house_accounts (
  account text,
  currency text,
  net_minor numeric
);

create view ledger.player_accounts (
  player text,
  account text,
  balance numeric,
  currency text
);

create view ledger.posting_beside_games (
  id bigint,
  key text,
  content_hash bytea,
  reason text,
  reference text,
  player_id text,
  currency text,
  happened_at timestamp with time zone,
  written_at timestamp with time zone,
  cash_after bigint,
  bonus_after bigint,
  hold_after bigint,
  in_play_after bigint
);

create view ledger.postings (
  id bigint,
  key text,
  reason text,
  player_id text,
  currency text,
  happened_at timestamp with time zone,
  cash_after bigint,
  bonus_after bigint,
  hold_after bigint,
  in_play_after bigint
);

create view ledger.transfers (
  id bigint,
  posting_id bigint,
  player_id text,
  debit text,
  credit text,
  currency text,
  amount_minor bigint,
  written_by bigint
);

create view ledger.trial_balance (
  account text,
  currency text,
  debit numeric,
  credit numeric
);

create view ledger.wallets (
  player_id text,
  currency platform.currency_code,
  cash_minor bigint,
  bonus_minor bigint,
  hold_minor bigint,
  in_play_minor bigint,
  limit_minor bigint,
  frozen_at timestamp with time zone,
  closed_at timestamp with time zone,
  restricted_until timestamp with time zone
);

create view limits.changes (
  id text,
  player_id text,
  at timestamp with time zone,
  what text,
  kind text,
  period text,
  amount_minor bigint,
  until_at timestamp with time zone,
  made_by text
);

create view limits.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view limits.player_limits (
  player_id text,
  kind text,
  period text,
  amount_minor bigint
);

create view limits.player_restriction (
  player_id text,
  code text,
  kind text,
  forbids text[],
  from_at timestamp with time zone,
  until_at timestamp with time zone
);

create view messages.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view payments.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view payments.service_payments (
  id text,
  player_id text,
  service text,
  currency text,
  state text,
  service_ref text,
  requested_minor bigint,
  confirmed_minor bigint,
  credited_minor bigint,
  posting_id bigint,
  started_at timestamp with time zone,
  updated_at timestamp with time zone
);

create view payments.steps (
  payment_id text,
  at timestamp with time zone,
  state text
);

create view reports.days (
  market text,
  day date,
  currency text,
  deposits_minor numeric,
  withdrawals_minor numeric,
  turnover_minor numeric,
  wins_minor numeric,
  bonus_cost_minor numeric
);

create view reports.first_deposits (
  player_id text,
  day date,
  market text
);

create view reports.game_days (
  market text,
  day date,
  currency text,
  provider text,
  game_id text,
  rounds bigint,
  stake_minor bigint,
  won_minor bigint,
  rollbacks bigint,
  rolled_back_minor bigint
);

create view reports.movements (
  market text,
  day date,
  currency text,
  reason text,
  debit text,
  credit text,
  transfers bigint,
  amount_minor bigint
);

create view reports.payment_steps (
  id text,
  player_id text,
  market text,
  method text,
  currency text,
  amount_minor bigint,
  state text,
  submitted_at timestamp with time zone,
  approved_at timestamp with time zone,
  credited_at timestamp with time zone
);

create view reports.player_days (
  player_id text,
  day date,
  market text,
  stakes bigint,
  stake_minor bigint,
  settled_minor bigint,
  won_minor bigint,
  deposits bigint,
  deposit_minor bigint
);

create view reports.provider_days (
  market text,
  day date,
  currency text,
  provider text,
  turnover_minor numeric,
  wins_minor numeric
);

create view reports.rates (
  market text,
  kind text,
  code text,
  base text,
  basis_points integer,
  from_day date
);

create view rewards.bonuses (
  id text,
  rule_id text,
  title text,
  kind text,
  player_id text,
  currency text,
  amount_minor bigint,
  required_minor bigint,
  wagered_minor bigint,
  state text,
  granted_at timestamp with time zone
);

create view rewards.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view rewards.flagged_players (
  player_id text
);

create view rewards.gift_shares (
  envelope_id text,
  number integer,
  amount_minor bigint,
  player_id text,
  claimed_at timestamp with time zone
);

create view rewards.gift_titles (
  id text,
  title text
);

create view rewards.referrals (
  referred_id text,
  referrer_id text,
  joined_at timestamp with time zone,
  state text,
  reason text,
  amount_minor bigint,
  ended_at timestamp with time zone
);

create view sms.queued_messages (
  id text,
  created_at timestamp with time zone
);

create view staff.acts (
  id text,
  at timestamp with time zone,
  operator_id text,
  action text,
  subject text,
  posting_id bigint
);

create view staff.audit_seals (
  "position" bigint,
  hash bytea,
  sealed_at timestamp with time zone
);

create view staff.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view staff.operator_card (
  id text,
  name text,
  role text,
  active boolean,
  has_authenticator boolean
);

create view staff.operator_permission (
  operator_id text,
  active boolean,
  has_authenticator boolean,
  permission text
);

create view staff.ties (
  operator_id text,
  tied_to text,
  at timestamp with time zone
);

create view statements.lines (
  id text,
  account text,
  day text,
  currency text,
  amount_minor bigint,
  state text,
  player_id text,
  imported_at timestamp with time zone,
  decided_at timestamp with time zone
);

create view statements.payers (
  player_id text,
  payer text,
  imported_at timestamp with time zone
);

create view tournaments.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view withdrawals.events (
  player_id text,
  id text,
  at timestamp with time zone,
  code text,
  params jsonb,
  about text,
  amount_minor bigint
);

create view withdrawals.holders (
  player_id text,
  holder text,
  created_at timestamp with time zone
);

create view withdrawals.payees (
  id text,
  player_id text,
  kind text,
  number_mac bytea,
  created_at timestamp with time zone
);

create view withdrawals.steps (
  withdrawal_id text,
  at timestamp with time zone,
  state text
);

create view withdrawals.warnings (
  withdrawal_id text,
  code text,
  player_id text,
  state text,
  requested_at timestamp with time zone
);

create view withdrawals.withdrawals (
  id text,
  player_id text,
  currency text,
  amount_minor bigint,
  fee_minor bigint,
  state text,
  pay_code text,
  payment_reference text,
  payment_ref_norm text,
  requested_at timestamp with time zone,
  sent_at timestamp with time zone,
  updated_at timestamp with time zone
);

create function accounts.name_keys(p_name text)
  returns text[] language sql immutable;

create function campaigns.enter_by_message()
  returns trigger language plpgsql volatile;

create function campaigns.refresh_facts(p_new_from text, p_portion integer)
  returns bigint language plpgsql volatile;

create function catalog.game_grams(p_name text)
  returns text[] language sql immutable;

create function catalog.game_query_grams(p_query text)
  returns text[] language sql immutable;

create function catalog.game_query_patterns(p_query text)
  returns text[] language sql immutable;

create function catalog.game_words(p_text text)
  returns text language sql immutable;

create function deposits.accept_group(p_now timestamp with time zone, p_open_at_most integer, p_new_since timestamp with time zone, p_asked jsonb)
  returns TABLE(index integer) language plpgsql volatile set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off set jit=off set plan_cache_mode=force_generic_plan;

create function deposits.counts()
  returns trigger language plpgsql volatile;

create function deposits.day_add(p_player text, p_family text, p_at timestamp with time zone, p_minor bigint)
  returns void language sql volatile;

create function deposits.look_keys(looks bigint[])
  returns integer[] language sql immutable;

create function deposits.look_neighbours(looks bigint[], first integer)
  returns integer[] language sql immutable;

create function gateway.apply(p_kind text, p_provider text, p_tx text, p_ref text, p_player text, p_session text, p_round text, p_game text, p_currency text, p_amount bigint, p_win bigint, p_hash bytea, p_row_id text, p_now timestamp with time zone, p_grant text DEFAULT NULL::text, OUT code text, OUT posting bigint, OUT balance bigint, OUT cash_after bigint[], OUT moved boolean)
  returns record language plpgsql volatile;

create function gateway.apply_all(p_items jsonb)
  returns TABLE(place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql volatile;

create function gateway.apply_group(p_now timestamp with time zone, p_players text[], p_bet_providers text[], p_bet_txs text[], p_bet_players text[], p_bet_sessions text[], p_bet_rounds text[], p_bet_games text[], p_bet_currencies text[], p_bet_amounts bigint[], p_bet_hashes bytea[], p_bet_rows text[], p_rest jsonb)
  returns TABLE(place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql volatile set enable_hashjoin=off set enable_mergejoin=off set enable_seqscan=off set jit=off set plan_cache_mode=force_generic_plan;

create function gateway.decide(p_kind text, p_provider text, p_tx text, p_ref text, p_player text, p_session text, p_round text, p_game text, p_currency text, p_amount bigint, p_win bigint, p_hash bytea, p_row_id text, p_now timestamp with time zone, p_grant text, OUT code text, OUT posting bigint, OUT balance bigint, OUT cash_after bigint[], OUT moved boolean, OUT paid bigint)
  returns record language plpgsql volatile;

create function gateway.round_in_play(p_round gateway.game_round)
  returns bigint language sql stable;

create function gateway.rounds_open(p_player text)
  returns SETOF gateway.game_round language plpgsql stable set enable_bitmapscan=off set enable_sort=off;

create function gateway.rounds_rolled_back(p_player text, p_before text, p_most integer)
  returns SETOF text language sql stable set enable_bitmapscan=off set enable_sort=off;

create function ledger.account_statement(p_account text, p_player text DEFAULT NULL::text, p_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, p_until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
  returns TABLE(entry bigint, at timestamp with time zone, reason text, key text, against text, amount numeric, balance numeric, currency text) language sql stable security definer set search_path=ledger, pg_temp;

create function ledger.append_only()
  returns trigger language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.balances_at(p_at timestamp with time zone, p_player text DEFAULT NULL::text)
  returns TABLE(account text, currency text, balance numeric) language sql stable security definer set search_path=ledger, pg_temp;

create function ledger.change_debt(p_player text, p_currency text, p_change bigint)
  returns bigint language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.close_wallet(p_player text, p_at timestamp with time zone)
  returns text language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger."decimal"(minor numeric)
  returns numeric language sql immutable;

create function ledger.end_hold(p_key text, p_state text, p_at timestamp with time zone, p_by text)
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.grows_on(account text)
  returns text language sql immutable;

create function ledger.lock_free_players(p_players text[])
  returns text[] language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.lock_hold(p_key text)
  returns ledger.hold language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.lock_players(p_players text[])
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.lock_players_nowait(p_players text[])
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.lock_wallet(p_player text)
  returns ledger.wallet language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.open_hold(p_key text)
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.open_wallet(p_player text, p_currency text, p_at timestamp with time zone)
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.place(account text)
  returns integer language sql immutable;

create function ledger.post(p_key text, p_hash bytea, p_reason text, p_reference text, p_happened_at timestamp with time zone, p_player text, p_currency text, p_debits text[], p_credits text[], p_amounts bigint[], OUT outcome text, OUT posting bigint, OUT replayed boolean, OUT after bigint[])
  returns record language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.post_bets(p_numbers integer[], p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamp with time zone, p_players text[], p_currencies text[], p_amounts bigint[], OUT postings bigint[], OUT cash bigint[], OUT bonus bigint[], OUT hold bigint[], OUT in_play bigint[])
  returns record language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.post_ends(p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamp with time zone, p_players text[], p_currencies text[], p_house text[], p_stakes bigint[], p_wins bigint[])
  returns TABLE(place integer, posting bigint, after bigint[]) language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.post_group(p_postings jsonb)
  returns TABLE(place integer, outcome text, posting bigint, replayed boolean, after bigint[]) language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.restrict(p_player text, p_until timestamp with time zone)
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.roll_up()
  returns void language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function ledger.set_frozen(p_player text, p_at timestamp with time zone)
  returns boolean language plpgsql volatile security definer set search_path=ledger, pg_temp;

create function limits.count_play(p_player text, p_currency text, p_now timestamp with time zone, p_staked bigint, p_won bigint)
  returns void language sql volatile;

create function limits.day(p_currency text, p_at timestamp with time zone)
  returns date language sql immutable;

create function limits.player_may(p_player text, p_act text, p_now timestamp with time zone)
  returns text language plpgsql stable;

create function limits.refuse_stake(p_player text, p_currency text, p_amount bigint, p_now timestamp with time zone)
  returns boolean language plpgsql volatile;

create function limits.restricted_until(p_player text)
  returns timestamp with time zone language sql stable security definer set search_path=limits, pg_temp;

create function limits.restricted_until_changed()
  returns trigger language plpgsql volatile;

create function payments.service_payment_counts()
  returns trigger language plpgsql volatile;

create function platform.attempt_add(uses jsonb, at timestamp with time zone)
  returns TABLE(rule text, subject text, tries integer, wait_s integer) language plpgsql volatile;

create function platform.attempt_refused(uses jsonb, at timestamp with time zone)
  returns TABLE(rule text, subject text, tries integer, wait_s integer) language sql stable;

create function platform.attempt_settle(uses jsonb, at timestamp with time zone)
  returns void language plpgsql volatile;

create function reports.account_kind(account text)
  returns text language sql immutable;

create function reports.add_movements(p_since bigint, p_until bigint, p_player text, p_is_test boolean, p_sign integer, p_markets text[], p_currencies text[], p_zones text[])
  returns bigint language plpgsql volatile;

create function reports.add_player(p_player text, p_is_test boolean, p_sign integer)
  returns void language plpgsql volatile;

create function reports.days_since(first_day date, day date)
  returns smallint language sql immutable;

create function reports.forget_visits(p_before timestamp with time zone, p_markets text[], p_currencies text[], p_zones text[])
  returns void language plpgsql volatile;

create function reports.is_paid_in(debit text)
  returns boolean language sql immutable;

create function reports.note_payment()
  returns trigger language plpgsql volatile;

create function reports.read_payments(p_ids text[], p_markets text[], p_zones text[])
  returns void language sql volatile;

create function reports.roll_up(p_markets text[], p_currencies text[], p_zones text[], p_now timestamp with time zone)
  returns void language plpgsql volatile;

create function reports.roll_up_payments(p_at_most integer, p_markets text[], p_currencies text[], p_zones text[])
  returns integer language plpgsql volatile;

create function reports.roll_up_visits(p_now timestamp with time zone, p_markets text[], p_currencies text[], p_zones text[])
  returns void language plpgsql volatile;

create function reports.set_test_player(p_player text, p_is_test boolean, p_markets text[], p_currencies text[], p_zones text[])
  returns void language plpgsql volatile;

create function reports.sum_visits(p_market text, p_zone text, p_before date)
  returns void language plpgsql volatile;

create function reports.visit_sums(p_market text, p_zone text, p_from timestamp with time zone, p_until timestamp with time zone)
  returns TABLE(day date, hour smallint, is_test boolean, step text, method text, visits bigint, seconds integer[]) language sql stable;

create function rewards.is_barred(p_player text, p_now timestamp with time zone)
  returns boolean language sql stable;

create function tournaments.count_rounds(p_tournament text, p_whole boolean)
  returns integer language plpgsql volatile;

create function tournaments.first_round_id(p_at timestamp with time zone)
  returns text language sql immutable;

create function tournaments.is_barred(p_player text, p_now timestamp with time zone)
  returns boolean language sql stable;

create function tournaments.rank_players(p_tournament text, p_now timestamp with time zone)
  returns void language sql volatile;

create function withdrawals.counts()
  returns trigger language plpgsql volatile;
