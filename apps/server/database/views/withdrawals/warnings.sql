-- Risk flags of withdrawals, each with the outcome, so that a report reads a withdrawal once.
create view withdrawals.warnings as
  select withdrawal.id as withdrawal_id, risk ->> 'code' as code, withdrawal.player_id, withdrawal.state, withdrawal.requested_at
  from withdrawals.withdrawal cross join jsonb_array_elements(withdrawal.risks) as risk;
