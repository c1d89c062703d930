-- Operators' actions from the audit trail: no text, no values; a debt write-off has its posting.
create view staff.acts as
  select id, at, operator_id, action, subject, case when action = 'debt.write-off' then (after ->> 'posting')::bigint end as posting_id
  from staff.audit_entry where operator_id is not null;
