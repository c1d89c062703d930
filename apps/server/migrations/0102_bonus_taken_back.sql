-- A bonus that had become cash goes back with the deposit that it was given for.
alter table bonus add column taken_back_at timestamptz check (taken_back_at is null or state = 'completed');
