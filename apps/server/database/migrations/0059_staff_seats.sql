-- Operators who only read, such as a regulator or an auditor, until a day; null of everybody else.
alter table staff.operator add column seat_ends_at timestamptz;
