-- Finance, risk and marketing are given roles beside the first four.
-- A house that made a role of the same name keeps it, with the end of its id behind the name; nobody's rights change.
update staff.role set name = name || ' (' || right(id, 6) || ')', version = version + 1
where not given and ended_at is null and lower(name) in ('finance', 'risk', 'marketing');

insert into staff.role (id, name, about, given) values
  ('finance', 'Finance', 'Decides payments, holds them against banks and services, and reads the reports', true),
  ('risk', 'Risk', 'Looks into players with numbers masked, freezes, blocks, and decides held rewards and wins', true),
  ('marketing', 'Marketing', 'Makes segments, campaigns, tournaments, gifts, bonuses and content', true);

insert into staff.role_permission (role_id, permission) values
  ('finance', 'deposits.see'), ('finance', 'deposits.reverse'), ('finance', 'statements.see'), ('finance', 'methods.see'),
  ('finance', 'withdrawals.see'), ('finance', 'cases.see'), ('finance', 'cases.settle'), ('finance', 'players.see'),
  ('finance', 'players.see_identity'), ('finance', 'players.export'), ('finance', 'messages.see'), ('finance', 'reports.see'),
  ('finance', 'reports.export'), ('finance', 'reports.providers'), ('finance', 'reports.methods'), ('finance', 'reports.tax'),
  ('finance', 'liabilities.see'), ('finance', 'liabilities.enter_balance'), ('finance', 'deposits.review'), ('finance', 'statements.import'),
  ('finance', 'statements.decide'), ('finance', 'statements.export'), ('finance', 'withdrawals.review'), ('finance', 'withdrawals.send'),
  ('finance', 'changes.see'), ('finance', 'changes.decide'), ('finance', 'audit.see'), ('finance', 'health.see'), ('finance', 'notices.see'),
  ('risk', 'deposits.see'), ('risk', 'statements.see'), ('risk', 'withdrawals.see'), ('risk', 'cases.see'), ('risk', 'players.see'),
  ('risk', 'players.reveal'), ('risk', 'players.export'), ('risk', 'players.see_links'), ('risk', 'players.freeze'),
  ('risk', 'players.verify_identity'), ('risk', 'blocklists.edit'), ('risk', 'messages.see'), ('risk', 'help.see'), ('risk', 'rewards.see'),
  ('risk', 'rewards.decide'), ('risk', 'games.see'), ('risk', 'wins.decide'), ('risk', 'players.suspend'), ('risk', 'players.block_play'),
  ('risk', 'players.issue_statement'), ('risk', 'players.tag'), ('risk', 'players.note_links'), ('risk', 'blocklists.see'), ('risk', 'changes.see'),
  ('risk', 'changes.decide'), ('risk', 'audit.see'), ('risk', 'health.see'), ('risk', 'notices.see'),
  ('marketing', 'rewards.see'), ('marketing', 'gifts.make'), ('marketing', 'bonuses.make'), ('marketing', 'campaigns.see'),
  ('marketing', 'campaigns.make'), ('marketing', 'campaigns.start'), ('marketing', 'tournaments.see'), ('marketing', 'tournaments.manage'),
  ('marketing', 'content.see'), ('marketing', 'content.edit'), ('marketing', 'content.publish'), ('marketing', 'games.see'),
  ('marketing', 'games.arrange'), ('marketing', 'messages.see'), ('marketing', 'messages.offer'), ('marketing', 'messages.cost'),
  ('marketing', 'reports.see'), ('marketing', 'reports.export'), ('marketing', 'changes.see'), ('marketing', 'changes.decide'),
  ('marketing', 'audit.see'), ('marketing', 'health.see'), ('marketing', 'notices.see');
