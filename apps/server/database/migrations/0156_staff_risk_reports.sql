-- Those who look into players read the reports of whom to look at.
insert into staff.role_permission (role_id, permission) values
  ('risk', 'reports.see'), ('risk', 'reports.harm'), ('risk', 'reports.laundering'),
  ('manager', 'reports.harm'), ('manager', 'reports.laundering'),
  ('admin', 'reports.harm'), ('admin', 'reports.laundering');
