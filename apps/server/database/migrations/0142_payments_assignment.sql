-- The operator who works on a payment that needs review.
create table payments.assignment (
  payment_id  text        primary key references payments.service_payment,
  operator_id text        not null references staff.operator,
  at          timestamptz not null
);
create index assignment_operator on payments.assignment (operator_id);
