-- Reasons to look twice at a withdrawal.
create view withdrawals.warnings as
  select withdrawal.id as withdrawal_id, risk ->> 'code' as code from withdrawals.withdrawal cross join jsonb_array_elements(withdrawal.risks) as risk;
