import type { Plant } from './plant.ts'

/** Faults of play, restrictions and bonuses, each with the invariant that must detect it. */
export const playPlants: Plant[] = [
  [
    'in_play',
    'an open bet that is called settled',
    ["update gateway.game_transaction set bet_state = 'settled' where bet_state = 'open'"],
  ],
  ['held_wins', 'a held win whose money is free', ["update ledger.hold set state = 'released' where key like 'win:%'"]],
  ['held_wins', 'a hold whose win is gone', ['delete from gateway.held_win']],
  [
    'held_wins',
    'a refused win that its round still pays',
    ["update gateway.held_win set state = 'refused', decided_at = now()"],
  ],
  ['rounds', 'a round of another stake', ['update gateway.game_round set stake_minor = stake_minor + 1']],
  ['rounds', 'a round of another payout', ['update gateway.game_round set payout_minor = payout_minor + 1']],
  ['rounds', 'an ended round with an open bet', ['update gateway.game_round set ended = true where open_bets > 0']],
  ['round_days', 'a day’s sum of a smaller stake', ['update gateway.round_day set staked_minor = staked_minor - 1']],
  ['round_days', 'a day’s sum of a smaller payout', ['update gateway.round_day set won_minor = won_minor - 1']],
  ['round_days', 'a day that is missing', ['delete from gateway.round_day']],
  ['game_words', 'a bet without a state', ["update gateway.game_transaction set bet_state = null where kind = 'bet'"]],
  [
    'game_words',
    'a transaction of another kind',
    ["update gateway.game_transaction set kind = 'gift' where kind = 'win'"],
  ],
  [
    'game_words',
    'a bet in another state',
    ["update gateway.game_transaction set bet_state = 'lost' where kind = 'bet'"],
  ],
  ['game_words', 'a round that paid less than nothing', ['update gateway.game_round set payout_minor = -1']],
  ['free_rounds', 'a round that its grant has not used', ['update gateway.free_round_grant set used = used - 1']],
  ['free_rounds', 'a grant that paid another sum', ['update gateway.free_round_grant set won_minor = won_minor + 1']],
  [
    'free_rounds',
    'a grant with another open stake',
    ['update gateway.free_round_grant set open_minor = open_minor + 1'],
  ],
  [
    'free_stakes',
    'an open stake that the ledger has not',
    ['update gateway.free_round_grant set open_minor = open_minor + 1'],
  ],
  ['free_rounds', 'rounds of a grant that is gone', ['delete from gateway.free_round_grant']],
  ['rounds', 'a free round of another stake', ['update gateway.game_round set free_minor = free_minor + 1']],
  ['restricted_until', 'a player who is not active any more', ['update accounts.player set active = false']],
  [
    'restricted_until',
    'a break that the wallet does not know',
    [
      `insert into limits.play_block (player_id, kind, from_at, until_at, reason)
       select player_id, 'time_out', now(), now() + interval '1 day', 'planted' from ledger.wallet`,
    ],
  ],
  [
    'restricted_until',
    'a limit that the wallet does not know',
    [
      `insert into limits.player_limit (player_id, kind, period, amount_minor, set_at)
       select player_id, 'loss', 'week', 100, now() from ledger.wallet`,
    ],
  ],
  ['restricted_until', 'a frozen wallet that does not ask', ['update ledger.wallet set frozen_at = now()']],
  ['restricted_until', 'a wallet that always asks', ["update ledger.wallet set restricted_until = 'infinity'"]],
  [
    'game_postings',
    'a game’s posting without its transaction',
    ["delete from gateway.game_transaction where kind = 'win'"],
  ],
  [
    'game_postings',
    'a transaction of another posting',
    [`update gateway.game_transaction set posting_id = 1 where kind = 'win'`],
  ],
  [
    'bonuses',
    'a running bonus that is called given back',
    ["update rewards.bonus set state = 'cancelled' where state = 'active'"],
  ],
  ['bonuses', 'a running bonus of another amount', ['update rewards.bonus set amount_minor = amount_minor + 1']],
  ['bonus_postings', 'a bonus that nothing gave', ["update rewards.bonus set id = 'bon_other' where state = 'active'"]],
  [
    'bonus_postings',
    'a bonus given back that is called cash',
    ["update rewards.bonus set state = 'completed' where state = 'cancelled'"],
  ],
  ['bonus_postings', 'a posting without its bonus', ["delete from rewards.bonus where state = 'cancelled'"]],
  [
    'gifts',
    'a claimed share that nothing paid',
    ['update rewards.gift_share set number = number + 100 where player_id is not null'],
  ],
  ['gifts', 'a gift’s posting whose share is free', ['update rewards.gift_share set player_id = null']],
  [
    'tournament_prizes',
    'a paid prize that is called due',
    ["update tournaments.result set prize_state = 'due' where prize_state = 'paid'"],
  ],
  ['tournament_prizes', 'a prize of another amount', ['update tournaments.result set prize_minor = prize_minor + 1']],
  [
    'tournament_prizes',
    'a prize of another player',
    ['update tournaments.result set player_id = (select min(id) from accounts.player)'],
  ],
  ['referrals', 'a paid referral that is called waiting', ["update rewards.referral set state = 'waiting'"]],
  ['referrals', 'a referral paid to somebody else', ['update rewards.referral set referrer_id = referred_id']],
  ['referrals', 'a referral of another amount', ['update rewards.referral set amount_minor = amount_minor + 1']],
]
