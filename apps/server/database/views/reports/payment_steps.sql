-- Players' payments by every method with the times of their steps, without test players. Approved is a transfer
-- approved by an operator or a payment confirmed by its service; credited is one in the ledger.
create view reports.payment_steps as
  select payment.id, payment.player_id, player.market, payment.method, payment.currency, payment.amount_minor, payment.state,
    payment.submitted_at, payment.approved_at, posting.happened_at as credited_at
  from (
    select deposit.id, deposit.player_id, replace(deposit.family, '-', '_') as method, deposit.currency,
      coalesce(deposit.credited_minor, deposit.declared_minor) as amount_minor, deposit.state, deposit.submitted_at, deposit.posting_id,
      (select min(step.at) from deposits.steps step
       where step.deposit_id = deposit.id and step.state in ('awaiting_second_approval', 'approved')) as approved_at
    from deposits.deposits deposit
    union all
    select paid.id, paid.player_id, paid.service, paid.currency, coalesce(paid.credited_minor, paid.confirmed_minor, paid.requested_minor), paid.state,
      paid.started_at, paid.posting_id,
      case when paid.confirmed_minor is not null then
        (select min(step.at) from payments.steps step where step.payment_id = paid.id and step.state in ('succeeded', 'review')) end
    from payments.service_payments paid
  ) payment
  join accounts.player_card player on player.id = payment.player_id and not player.is_test
  left join ledger.postings posting on posting.id = payment.posting_id;
