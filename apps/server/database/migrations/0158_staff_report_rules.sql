-- Those who look into players change the rules of the reports of whom to look at, and note their reviews.
insert into staff.role_permission (role_id, permission) values
  ('risk', 'reports.set_rules'), ('risk', 'reports.review'),
  ('manager', 'reports.set_rules'), ('manager', 'reports.review'),
  ('admin', 'reports.set_rules'), ('admin', 'reports.review');
