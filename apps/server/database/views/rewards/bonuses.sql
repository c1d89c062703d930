-- Bonuses with their states and their rule's title.
create view rewards.bonuses as
  select bonus.id, bonus.rule_id, rule.title, bonus.kind, bonus.player_id, bonus.currency, bonus.amount_minor, bonus.required_minor, bonus.wagered_minor, bonus.state, bonus.granted_at
  from rewards.bonus join rewards.bonus_rule rule on rule.id = bonus.rule_id;
