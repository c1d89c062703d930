import type { Invariant } from '../wallet/index.ts'

export const tournamentInvariants: Invariant[] = [
  {
    name: 'tournament_prizes',
    sql: `select coalesce(paid.envelope_id || ':' || paid.rank, share.envelope_id || ':' || share.number) from (
            select contest.envelope_id, result.rank, result.player_id, result.prize_minor
            from tournaments.result result join tournaments.tournament contest on contest.id = result.tournament_id where result.prize_state = 'paid'
          ) paid
          full join (
            select share.envelope_id, share.number, share.player_id, share.amount_minor
            from rewards.gift_shares share join tournaments.tournament contest on contest.envelope_id = share.envelope_id where share.player_id is not null
          ) share on share.envelope_id = paid.envelope_id and share.number = paid.rank
          where paid.rank is null or share.number is null or paid.player_id <> share.player_id or paid.prize_minor <> share.amount_minor`,
  },
]
