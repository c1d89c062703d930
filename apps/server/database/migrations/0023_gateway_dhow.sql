-- Dhow's own wallet protocol is called dhow, also where a second operator still has to confirm a provider.
update catalog.game_provider set adapter = 'dhow' where adapter = 'house';
update approvals.waiting_change set change = change || '{"protocol": "dhow"}'
  where kind = 'provider' and ended_at is null and change->>'protocol' = 'house';
