-- When an operator last let a delivery that had failed be tried again.
alter table messages.delivery add column retried_at timestamptz;
