-- Texts for operators: rows hold a code of the console's catalogue and its parameters in place of an English sentence. Sentences of versions before
-- are read here once; one that is not known stays as a parameter of the code `text`. The columns with sentences stay for servers of the version
-- before during a rolling start.

-- Sentences with gaps by the code of their text; each gap is a parameter.
create temporary table sentence (place integer primary key, kind text, form text, code text, names text[]) on commit drop;
insert into sentence values
  (1, 'warning', '^The reference stands on another deposit \((.*)\)\.$', 'reference_seen', '{state}'),
  (2, 'warning', '^The reference was sent again, by the player (.*)\.$', 'reference_claimed', '{player}'),
  (3, 'warning', '^The account is in the name of (.*); we know this player’s payments from (.*)\.$', 'name_differs', '{holder,known}'),
  (11, 'case', '^The service confirmed no amount\.$', 'case_no_amount', '{}'),
  (12, 'case', '^The service confirmed another currency \((.*)\)\.$', 'case_other_currency', '{currency}'),
  (13, 'case', '^The amount is above the limit of this method\.$', 'case_above_limit', '{}'),
  (14, 'case', '^The amount is below the limit of this method\.$', 'case_below_limit', '{}'),
  (15, 'case', '^The amount is far from what was asked for\.$', 'case_far_from_asked', '{}'),
  (16, 'case', '^(.*) names another player\.$', 'case_other_player', '{service}'),
  (17, 'case', '^(.*) names another order\.$', 'case_other_order', '{service}'),
  (18, 'case', '^The postback and (.*)’s own answer name different amounts\.$', 'case_two_amounts', '{service}'),
  (19, 'case', '^The issuer has not answered for a day\.$', 'case_silent_issuer', '{}'),
  (20, 'case', '^The ledger refused it \((.*)\)\.$', 'case_ledger_refused', '{refusal}'),
  (31, 'payment_detail', '^New detail “(.*)” for (.*?): (.*)$', 'detail_added', '{name,method,values}'),
  (32, 'payment_detail', '^Detail (\d+) of (.*?), now “(.*?)” \((.*)\), becomes “(.*?)”: (.*)$', 'detail_changed',
    '{id,method,before,before_values,name,values}'),
  (33, 'operator_add', '^Add (.*) as (.*)$', 'operator_added', '{name,role}'),
  (34, 'operator_raise', '^Make (.*) a (.*)$', 'operator_raised', '{name,role}'),
  (35, 'provider', '^Add the game provider (.*)$', 'provider_added', '{name}'),
  (36, 'provider_key', '^Add a key for the game provider (.*)$', 'provider_key_added', '{provider}'),
  (37, 'provider_ceilings', '^Raise a ceiling of the game provider (.*) in (.*)$', 'provider_ceiling_raised', '{provider,currency}'),
  (38, 'debt_write_off', '^Write off ((?:₹|N\$)[0-9,]+[.][0-9]{2}) that (.*) owes$', 'debt_written_off', '{amount,player}'),
  (39, 'money', '^[^:]*: ((?:₹|N\$)[0-9,]+[.][0-9]{2})$', 'money_action_of', '{amount}'),
  (51, 'value', '^((?:₹|N\$)[0-9,]+[.][0-9]{2})$', 'value_amount', '{amount}'),
  (52, 'value', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) confirmed by the service$', 'value_confirmed', '{amount}'),
  (53, 'value', '^([0-9.]+)×$', 'value_times', '{times}'),
  (61, 'second', '^From ((?:₹|N\$)[0-9,]+[.][0-9]{2}) on a second person decides\.$', 'second_from', '{amount}'),
  (62, 'second', '^You decided on ((?:₹|N\$)[0-9,]+[.][0-9]{2}) alone today\.$', 'second_operator_day', '{amount}'),
  (63, 'second', '^One person alone decided on ((?:₹|N\$)[0-9,]+[.][0-9]{2}) for this player today\.$', 'second_player_day', '{amount}'),
  (64, 'second', '^It is more than the service has confirmed\.$', 'second_above_confirmed', '{}'),
  (71, 'feed', '^The feed answered with status (\d+)\.$', 'feed_status', '{status}'),
  (72, 'feed', '^A page of the feed is too large\.$', 'feed_page_large', '{}'),
  (73, 'feed', '^The feed is not in the form that is agreed\.$', 'feed_malformed', '{}'),
  (74, 'feed', '^The feed lists more than (\d+) games\.$', 'feed_too_long', '{most}'),
  (75, 'feed', '^The feed has no end\.$', 'feed_endless', '{}'),
  (76, 'feed', '^The feed lists no game that can be taken\.$', 'feed_empty', '{}'),
  (81, 'game', '^(.*) is missing or wrong$', 'game_field_wrong', '{field}'),
  (82, 'game', '^the list has this game twice$', 'game_twice', '{}'),
  (83, 'game', '^its code is too long$', 'game_code_long', '{}'),
  (84, 'game', '^its stakes are no amounts$', 'game_stakes_wrong', '{}');

-- The text of a sentence as {code, params}. Amounts become the API's: `N$1,250.00` is the amount 1250.00 in the currency NAD.
create function pg_temp.read_text(p_kind text, p_text text) returns jsonb language sql as $$
  select known.text from (
    select form.place, jsonb_build_object('code', form.code, 'params', coalesce(
      (select jsonb_object_agg(gap.name, case when gap.name = 'amount' then regexp_replace(gap.value, '[^0-9.]', '', 'g') else gap.value end)
        from unnest(form.names, found) as gap (name, value) where gap.name is not null), '{}')
      || case when 'amount' = any (form.names)
           then jsonb_build_object('currency', case when found[array_position(form.names, 'amount')] like '₹%' then 'INR' else 'NAD' end)
           else '{}' end) as text
    from sentence form, regexp_match(p_text, form.form) as found
    where form.kind = p_kind and found is not null
    union all
    select 1000, jsonb_build_object('code', 'text', 'params', jsonb_build_object('text', p_text))
  ) as known
  order by known.place limit 1
$$;

-- A code of a withdrawal commits to its amount and payout account; null for codes of other types.
alter table accounts.one_time_code add column commits_to text;

alter table deposits.warning add column params jsonb not null default '{}', alter column text set default '';
update deposits.warning set text = '', params = case when pg_temp.read_text('warning', text) ->> 'code' = code
  then pg_temp.read_text('warning', text) -> 'params' else '{}' end;

update withdrawals.withdrawal set risks = (
  select jsonb_agg((risk - 'text') || jsonb_build_object('params', case when read ->> 'code' = 'text' then '{}' else read -> 'params' end) order by place)
  from jsonb_array_elements(risks) with ordinality as each (risk, place), pg_temp.read_text('warning', risk ->> 'text') as read)
where risks <> '[]';

alter table payments.service_payment add column reason_code text, add column reason_params jsonb not null default '{}';
update payments.service_payment payment set reason = null, reason_code = read ->> 'code', reason_params = read -> 'params'
from (select id, pg_temp.read_text('case', reason) as read from payments.service_payment where reason is not null) as known
where known.id = payment.id;

-- The kind of a block tells that a player took it on themselves; `reason` holds words of an operator alone.
update limits.play_block set reason = '' where kind <> 'operator';

alter table alarms.alarm add column text_code text not null default 'text', add column params jsonb not null default '{}', alter column text set default '';
-- Open alarms are looked at anew every few seconds, and ended ones are listed for a day.
update alarms.alarm set params = jsonb_build_object('text', text), text = '';

alter table catalog.import add column reason_code text, add column reason_params jsonb not null default '{}';
update catalog.import import set reason = null, reason_code = read ->> 'code', reason_params = read -> 'params'
from (select id, pg_temp.read_text('feed', reason) as read from catalog.import where reason is not null) as known
where known.id = import.id;
update catalog.import set refused = (
  select jsonb_agg(jsonb_build_object('code', game ->> 'code', 'reason', pg_temp.read_text('game', game ->> 'reason')) order by place)
  from jsonb_array_elements(refused) with ordinality as each (game, place))
where refused <> '[]';

alter table approvals.waiting_change
  add column summary_code text not null default 'text', add column summary_params jsonb not null default '{}', alter column summary set default '';

-- Names of a change's values by the change's kind; other names are what an operator called a line of a payment detail.
create temporary table fact_name (kind text, label text, code text, primary key (kind, label)) on commit drop;
insert into fact_name values
  ('payment_detail', 'Name', 'fact_name'), ('payment_detail', 'UPI', 'fact_upi'),
  ('operator_add', 'Name', 'fact_name'), ('operator_add', 'Role', 'fact_role'), ('operator_raise', 'Role', 'fact_role'),
  ('provider', 'Code', 'fact_code'), ('provider', 'Launch address', 'fact_launch_address'), ('provider', 'List of games', 'fact_games_list'),
  ('provider_ceilings', 'Largest win', 'fact_largest_win'), ('provider_ceilings', 'Largest multiple of the stakes', 'fact_largest_multiple'),
  ('provider_ceilings', 'Multiple checked from', 'fact_multiple_from'), ('provider_ceilings', 'Wins above stakes in an hour', 'fact_hour_wins'),
  ('case_credit', 'Amount', 'fact_amount'), ('debt_write_off', 'Debt', 'fact_debt'),
  ('held_win', 'Decision', 'fact_decision'), ('held_win', 'Provider', 'fact_provider'), ('held_win', 'Round', 'fact_round'),
  ('held_win', 'Stake', 'fact_stake'), ('held_win', 'Win', 'fact_win'),
  ('gift', 'Title', 'fact_title'), ('gift', 'Each share', 'fact_each_share'), ('gift', 'All shares together', 'fact_all_shares'),
  ('gift', 'Shares', 'fact_shares'), ('gift', 'Expires after (hours)', 'fact_expires_hours'),
  ('bonus', 'Title', 'fact_title'), ('bonus', 'Kind', 'fact_kind'), ('bonus', 'Bonus %', 'fact_bonus_percent'),
  ('bonus', 'Most for one player', 'fact_most_each'), ('bonus', 'Wagering requirement (×)', 'fact_wagering'),
  ('bonus', 'Players in the market', 'fact_players'), ('bonus', 'Most if every player claims it once', 'fact_most_all');

create function pg_temp.read_label(p_kind text, p_label text) returns jsonb language sql as $$
  select coalesce(
    (select jsonb_build_object('code', known.code, 'params', '{}'::jsonb) from fact_name known where known.kind = p_kind and known.label = p_label),
    case when p_kind = 'settings'
      then jsonb_build_object('code', 'fact_setting', 'params', jsonb_build_object('path', p_label))
      else pg_temp.read_text('', p_label) end)
$$;

create function pg_temp.read_value(p_kind text, p_label text, p_value text) returns jsonb language sql as $$
  select case
    when p_value is null then 'null'
    when p_kind = 'settings' and p_value in ('On', 'Off') then jsonb_build_object('code', 'value_' || lower(p_value), 'params', '{}'::jsonb)
    when p_kind = 'held_win' and p_label = 'Decision' then jsonb_build_object('code', 'value_' || lower(p_value), 'params', '{}'::jsonb)
    when p_kind = 'payment_detail' then pg_temp.read_text('', p_value)
    else pg_temp.read_text('value', p_value) end
$$;

-- Facts with their texts; the reasons why a second person decides become a fact each.
create function pg_temp.read_facts(p_kind text, p_facts jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg(read order by place, part), '[]') from (
    select place, 0 as part, jsonb_build_object('label', pg_temp.read_label(p_kind, fact ->> 'label'),
      'before', pg_temp.read_value(p_kind, fact ->> 'label', fact ->> 'before'),
      'after', pg_temp.read_value(p_kind, fact ->> 'label', fact ->> 'after')) as read
    from jsonb_array_elements(p_facts) with ordinality as each (fact, place) where fact ->> 'label' <> 'Why a second person'
    union all
    select place, part, jsonb_build_object('label', jsonb_build_object('code', 'fact_second_person', 'params', '{}'::jsonb),
      'before', null, 'after', pg_temp.read_text('second', reason))
    from jsonb_array_elements(p_facts) with ordinality as each (fact, place),
      regexp_split_to_table(fact ->> 'after', '(?<=[a-z][.]) ') with ordinality as parts (reason, part)
    where fact ->> 'label' = 'Why a second person'
  ) as facts
$$;

create temporary table money_kind (kind text primary key, action text) on commit drop;
insert into money_kind values ('case_credit', 'case_credit'), ('held_win', 'win_release'), ('gift', 'gift_create'), ('bonus', 'bonus_create'),
  ('line_dismiss', 'line_dismiss'), ('withdrawal_fail', 'withdrawal_fail'), ('withdrawal_return', 'withdrawal_return');

update approvals.waiting_change waiting set
  summary = '', summary_code = read ->> 'code', facts = read_facts,
  summary_params = (read -> 'params') || case when read ->> 'code' = 'money_action_of' then jsonb_build_object('action', action) else '{}' end,
  -- Nobody wrote these reasons; the hours stand among the values.
  reason = case when waiting.kind in ('operator_add', 'provider', 'provider_key') then '' else waiting.reason end
from (
  select change.id, money.action, pg_temp.read_facts(change.kind, change.facts)
      || case when change.kind = 'provider_key' then jsonb_build_array(jsonb_build_object(
           'label', jsonb_build_object('code', 'fact_overlap_hours', 'params', '{}'::jsonb),
           'before', null, 'after', pg_temp.read_text('', change.change ->> 'overlapHours'))) else '[]' end
      || case when change.kind = 'provider' then jsonb_build_array(jsonb_build_object(
           'label', jsonb_build_object('code', 'fact_protocol', 'params', '{}'::jsonb),
           'before', null, 'after', pg_temp.read_text('', change.change ->> 'protocol'))) else '[]' end as read_facts,
    case when change.kind = 'settings'
      then jsonb_build_object('code', 'settings_loosened', 'params', jsonb_build_object('paths',
        coalesce((select string_agg(fact ->> 'label', '; ' order by place) from jsonb_array_elements(change.facts) with ordinality as each (fact, place)), '')))
      else pg_temp.read_text(case when money.kind is null then change.kind else 'money' end, change.summary) end as read
  from approvals.waiting_change change left join money_kind money on money.kind = change.kind
) as known
where known.id = waiting.id;

drop function pg_temp.read_facts(text, jsonb), pg_temp.read_value(text, text, text), pg_temp.read_label(text, text), pg_temp.read_text(text, text);
