-- All restrictions of players, with the forbidden actions and the end; `limits.player_may` reads them. Actions: `play`
-- (open a game), `bet`, `deposit`, `withdraw`, `bonus` (claim one) and `referral` (be paid for one). A suspended player
-- has no session to deposit with. `kind` is that of a break or block. A separate gate, which reads the same rows,
-- decides about crediting received payments.
create view limits.player_restriction as
select player.id as player_id, 'wallet_closed' as code, null::text as kind, '{bet,withdraw}'::text[] as forbids,
  '-infinity'::timestamptz as from_at, 'infinity'::timestamptz as until_at
from accounts.player_card player left join ledger.wallets wallet on wallet.player_id = player.id
where wallet.player_id is null or wallet.closed_at is not null
union all
select player_id, 'wallet_frozen', null, '{bet,withdraw}', '-infinity', 'infinity' from ledger.wallets wallet where frozen_at is not null
union all
select wallet.player_id, 'player_suspended', null, '{play,bet,withdraw,referral}', '-infinity', 'infinity'
from ledger.wallets wallet left join accounts.player_card player on player.id = wallet.player_id
where player.active is not true
union all
select player_id, case kind when 'operator' then 'play_blocked' else 'on_break' end, kind, '{play,bet,deposit,bonus}', from_at, coalesce(until_at, 'infinity')
from limits.play_block;
