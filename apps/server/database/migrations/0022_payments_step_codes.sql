-- Steps of deposits, payments and withdrawals hold a code of the catalogue of texts and its parameters in place of an English sentence.
-- Sentences of version 0.1.0 are read here once. Any other text was typed by a person or is not ours: it stays as a parameter of the code `text`.

-- The column `text` stays for servers of the version before during a rolling start; what they write is read as a typed text.
alter table deposits.step add column code text not null default 'text', add column params jsonb not null default '{}', alter column text set default '';
alter table payments.service_payment_step add column code text not null default 'text', add column params jsonb not null default '{}', alter column text set default '';
alter table withdrawals.step add column code text not null default 'text', add column params jsonb not null default '{}', alter column text set default '';

create temporary table whole_sentence (kind text, text text, code text, params jsonb, primary key (kind, text)) on commit drop;
insert into whole_sentence values
  ('deposit', 'We are checking your deposit.', 'deposit_checking', '{}'),
  ('deposit', 'A second colleague confirms your deposit.', 'deposit_second_check', '{}'),
  ('deposit', 'We could not check this deposit in time. If you have paid, please reach out to the support team.', 'deposit_expired', '{}'),
  ('deposit', 'Our question was not answered in time. If you have paid, please reach out to the support team.', 'deposit_unanswered', '{}'),
  ('deposit', 'You sent another screenshot.', 'answer_screenshot', '{}'),
  ('deposit', 'You took this deposit back.', 'deposit_cancelled', '{}'),
  ('deposit', 'Your screenshot cannot be read. Please send another one.', 'screenshot_unreadable', '{}'),
  ('deposit', 'You asked us to credit this deposit.', 'credit_asked', '{}'),
  ('deposit', 'You asked us to send this payment back.', 'refund_asked', '{}'),
  ('deposit', 'Your open withdrawal was cancelled; its money went back to your balance first.', 'withdrawal_cancelled_first', '{}'),
  ('service_payment', 'You asked us to credit this deposit.', 'credit_asked', '{}'),
  ('service_payment', 'You asked us to send this payment back.', 'refund_asked', '{}'),
  ('service_payment', 'You looked at the voucher for the rest.', 'voucher_change_seen', '{}'),
  ('service_payment', 'This voucher cannot be used.', 'voucher_unusable', '{}'),
  ('service_payment', 'The issuer has not answered yet. We ask again by ourselves; nothing is lost.', 'voucher_waiting', '{}'),
  ('service_payment', 'Your payment arrived and needs a closer look by a colleague. Nothing is lost.', 'payment_to_review', '{}'),
  ('service_payment', 'We could not accept this payment. Please reach out to the support team.', 'payment_refused', '{}'),
  ('service_payment', 'This payment was not made in time. Should it still arrive, it is credited.', 'payment_late', '{}'),
  ('withdrawal', 'Your withdrawal is approved and on its way to be paid.', 'withdrawal_approved', '{}'),
  ('withdrawal', 'A second colleague confirms your withdrawal.', 'withdrawal_second_check', '{}'),
  ('withdrawal', 'The bank has not confirmed your withdrawal yet. We ask again by ourselves; nothing is lost.', 'withdrawal_unknown', '{}'),
  ('deposit', 'We did not receive this payment.', 'deposit_rejected', '{"reason": "not_received"}'),
  ('deposit', 'The amount that arrived is another one.', 'deposit_rejected', '{"reason": "amount_differs"}'),
  ('deposit', 'We did not find this reference at our bank.', 'deposit_rejected', '{"reason": "reference_not_found"}'),
  ('deposit', 'This reference was used before.', 'deposit_rejected', '{"reason": "duplicate_reference"}'),
  ('deposit', 'The payment came from an account in another name.', 'deposit_rejected', '{"reason": "name_mismatch"}'),
  ('deposit', 'The screenshot cannot be read.', 'deposit_rejected', '{"reason": "unreadable_proof"}'),
  ('deposit', 'The payment went to another account.', 'deposit_rejected', '{"reason": "wrong_account"}'),
  ('deposit', 'Somebody else made this payment; only payments of your own can be credited.', 'deposit_rejected', '{"reason": "third_party_payer"}'),
  ('deposit', 'This deposit is above your limit.', 'deposit_rejected', '{"reason": "limit_exceeded"}'),
  ('deposit', 'Deposits are switched off for your account.', 'deposit_rejected', '{"reason": "excluded_player"}'),
  ('deposit', 'We did not credit this payment. We send it back to the account that it came from.', 'deposit_rejected', '{"reason": "sent_back"}'),
  ('deposit', 'We could not accept this payment. Please reach out to the support team.', 'deposit_rejected', '{"reason": "fraud_suspected"}'),
  ('deposit', 'We could not accept this payment.', 'deposit_rejected', '{"reason": "other"}'),
  ('deposit', 'Please send a clearer screenshot of the payment.', 'deposit_question', '{"question": "clearer_screenshot"}'),
  ('deposit', 'We cannot find this reference. Please look at it again.', 'deposit_question', '{"question": "find_reference"}'),
  ('deposit', 'Please tell us the exact amount that you sent.', 'deposit_question', '{"question": "exact_amount"}'),
  ('deposit', 'Please tell us from whose account or number it was paid.', 'deposit_question', '{"question": "payer_name"}'),
  ('deposit', 'Please tell us when it was paid.', 'deposit_question', '{"question": "payment_time"}'),
  ('deposit', 'Please tell us more about this payment.', 'deposit_question', '{"question": "other"}'),
  ('deposit', 'The bank took this payment back.', 'deposit_reversed', '{"reason": "not_received"}'),
  ('deposit', 'Another amount was credited than the one that arrived.', 'deposit_reversed', '{"reason": "amount_differs"}'),
  ('deposit', 'This payment was credited twice.', 'deposit_reversed', '{"reason": "duplicate_reference"}'),
  ('deposit', 'This payment belongs to another account.', 'deposit_reversed', '{"reason": "wrong_account"}'),
  ('deposit', 'Somebody else made this payment.', 'deposit_reversed', '{"reason": "third_party_payer"}'),
  ('deposit', 'This payment was disputed. Please reach out to the support team.', 'deposit_reversed', '{"reason": "fraud_suspected"}'),
  ('deposit', 'This payment was taken back. Please reach out to the support team.', 'deposit_reversed', '{"reason": "other"}'),
  ('withdrawal', 'The payout account’s details are not right. The money is back on your balance.', 'withdrawal_released', '{"reason": "details_wrong"}'),
  ('withdrawal', 'The payout account is in another name. The money is back on your balance.', 'withdrawal_released', '{"reason": "name_mismatch"}'),
  ('withdrawal', 'We need to know who you are first. Please reach out to the support team. The money is back on your balance.', 'withdrawal_released', '{"reason": "not_verified"}'),
  ('withdrawal', 'We could not pay this out. Please reach out to the support team. The money is back on your balance.', 'withdrawal_released', '{"reason": "fraud_suspected"}'),
  ('withdrawal', 'You asked us to stop this withdrawal. The money is back on your balance.', 'withdrawal_released', '{"reason": "player_asked"}'),
  ('withdrawal', 'The bank could not pay it to this account. The money is back on your balance.', 'withdrawal_released', '{"reason": "bank_refused"}'),
  ('withdrawal', 'The bank sent the money back. The money is back on your balance.', 'withdrawal_released', '{"reason": "returned"}'),
  ('withdrawal', 'A deposit of yours was reversed, so this withdrawal was cancelled. The money is back on your balance.', 'withdrawal_released', '{"reason": "deposit_reversed"}'),
  ('withdrawal', 'We could not pay this out. The money is back on your balance.', 'withdrawal_released', '{"reason": "other"}');

-- Sentences with gaps, the longest first: each gap is a parameter.
create temporary table gapped_sentence (place integer primary key, kind text, form text, code text, names text[]) on commit drop;
insert into gapped_sentence values
  (1, 'service_payment', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was added to your balance\. The voucher was worth ((?:₹|N\$)[0-9,]+[.][0-9]{2}); this is what its issuer confirmed\.$', 'voucher_credited_other', '{amount,declared}'),
  (2, 'deposit', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was added to your balance\. You told us of ((?:₹|N\$)[0-9,]+[.][0-9]{2}); this is what arrived\.$', 'deposit_credited_other', '{amount,declared}'),
  (3, 'service_payment', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was added to your balance\. You asked for ((?:₹|N\$)[0-9,]+[.][0-9]{2}); this is what was paid\.$', 'payment_credited_other', '{amount,declared}'),
  (4, 'deposit', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) of it was spent already, and you owe it\. Your next deposits pay it first\.$', 'debt_opened', '{amount}'),
  (5, 'withdrawal', '^The bank sent ((?:₹|N\$)[0-9,]+[.][0-9]{2}) back\. The money is on your balance again\.$', 'withdrawal_returned', '{amount}'),
  (6, 'service_payment', '^You redeem the voucher that ends in (.*), worth ((?:₹|N\$)[0-9,]+[.][0-9]{2})\.$', 'voucher_started', '{digits,amount}'),
  (7, 'withdrawal', '^You asked for ((?:₹|N\$)[0-9,]+[.][0-9]{2})\. The money is held for you\.$', 'withdrawal_requested', '{amount}'),
  (8, 'service_payment', '^(.*) says that this payment did not go through\. Nothing was credited\.$', 'payment_failed_at', '{service}'),
  (9, 'deposit', '^You told us of ((?:₹|N\$)[0-9,]+[.][0-9]{2}) with the reference (.*)\.$', 'deposit_declared', '{amount,reference}'),
  (10, 'service_payment', '^You started a payment of ((?:₹|N\$)[0-9,]+[.][0-9]{2}) at (.*)\.$', 'payment_started_amount', '{amount,service}'),
  (11, 'withdrawal', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was paid out\. Reference: (.*)$', 'withdrawal_paid', '{amount,reference}'),
  (12, 'deposit', '^You corrected the amount to ((?:₹|N\$)[0-9,]+[.][0-9]{2})\.$', 'answer_amount', '{amount}'),
  (13, 'deposit', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was taken from your balance\.$', 'balance_reduced', '{amount}'),
  (14, 'deposit', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was added to your balance\.$', 'deposit_credited', '{amount}'),
  (15, 'service_payment', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was added to your balance\.$', 'deposit_credited', '{amount}'),
  (16, 'deposit', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) of it paid what you owed\.$', 'debt_part_paid', '{amount}'),
  (17, 'service_payment', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) of it paid what you owed\.$', 'debt_part_paid', '{amount}'),
  (18, 'withdrawal', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) of it paid what you owed\.$', 'debt_part_paid', '{amount}'),
  (19, 'withdrawal', '^((?:₹|N\$)[0-9,]+[.][0-9]{2}) was given to the bank\.$', 'withdrawal_sent', '{amount}'),
  (20, 'service_payment', '^(.*) did not open this payment\. Nothing was paid\.$', 'payment_not_opened', '{service}'),
  (21, 'deposit', '^You still owe ((?:₹|N\$)[0-9,]+[.][0-9]{2})\.$', 'debt_left', '{amount}'),
  (22, 'service_payment', '^You still owe ((?:₹|N\$)[0-9,]+[.][0-9]{2})\.$', 'debt_left', '{amount}'),
  (23, 'withdrawal', '^You still owe ((?:₹|N\$)[0-9,]+[.][0-9]{2})\.$', 'debt_left', '{amount}'),
  (24, 'service_payment', '^(.*) says (.*) after it was credited\.$', 'payment_contradicted', '{service,status}'),
  (25, 'deposit', '^You corrected the reference to (.*)\.$', 'answer_reference', '{reference}'),
  (26, 'service_payment', '^You started a payment at (.*)\.$', 'payment_started', '{service}'),
  (27, 'service_payment', '^You are on your way to (.*)\.$', 'payment_on_way', '{service}'),
  (28, 'deposit', '^Our cashier wrote: “(.*)”$', 'cashier_note', '{text}'),
  (29, 'deposit', '^You answered: “(.*)”$', 'answer_note', '{text}');

-- A sentence's code and parameters. Amounts become the API's: `N$1,250.00` is the amount 1250.00 in the currency NAD.
create function pg_temp.read_sentence(p_kind text, p_text text) returns table (code text, params jsonb) language sql as $$
  select known.code, known.params from (
    select 0 as place, whole.code, whole.params from whole_sentence whole where whole.kind = p_kind and whole.text = p_text
    union all
    select form.place, form.code,
      (select jsonb_object_agg(gap.name, case when gap.name in ('amount', 'declared') then regexp_replace(gap.value, '[^0-9.]', '', 'g') else gap.value end)
        from unnest(form.names, found) as gap (name, value))
      || case when 'amount' = any (form.names)
           then jsonb_build_object('currency', case when found[array_position(form.names, 'amount')] like '₹%' then 'INR' else 'NAD' end)
           else '{}' end
    from gapped_sentence form, regexp_match(p_text, form.form) as found
    where form.kind = p_kind and found is not null
    union all
    select 1000, 'text', jsonb_build_object('text', p_text)
  ) as known
  order by known.place limit 1
$$;

alter table deposits.step disable trigger deposit_step_append_only;
update deposits.step step set code = known.code, params = known.params, text = '' from (
  select each.id, read.code, read.params from deposits.step each, pg_temp.read_sentence('deposit', each.text) as read) as known
where known.id = step.id;
alter table deposits.step enable trigger deposit_step_append_only;

alter table payments.service_payment_step disable trigger service_payment_step_append_only;
update payments.service_payment_step step set code = known.code, params = known.params, text = '' from (
  select each.id, read.code, read.params from payments.service_payment_step each, pg_temp.read_sentence('service_payment', each.text) as read) as known
where known.id = step.id;
alter table payments.service_payment_step enable trigger service_payment_step_append_only;

alter table withdrawals.step disable trigger withdrawal_step_append_only;
update withdrawals.step step set code = known.code, params = known.params, text = '' from (
  select each.id, read.code, read.params from withdrawals.step each, pg_temp.read_sentence('withdrawal', each.text) as read) as known
where known.id = step.id;
alter table withdrawals.step enable trigger withdrawal_step_append_only;

drop function pg_temp.read_sentence(text, text);
