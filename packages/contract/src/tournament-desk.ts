import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { liability } from './rewards.ts'
import { amount, amountReply, currency, idOf, instant, market, otherNames, success } from './shapes.ts'
import { payout, pointsBy, maxPrizes, tournamentPhase } from './tournaments.ts'

/** Operators' side of tournaments. */

export const tournamentState = z.enum(['draft', 'waiting', 'live', 'paused', 'ended', 'cancelled'])

const name = z.string().check(z.trim(), z.maxLength(60))
const terms = z.object({
  market,
  name: z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(60)),
  names: z.object({ hi: z.optional(name), af: z.optional(name) }),
  /** Ids of games; null for all of the studio. */
  games: z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(100))),
  starts_at: instant,
  ends_at: instant,
  points_by: pointsBy,
  /** By multiplier: number of best rounds that count. */
  best_rounds: z.nullable(z.int().check(z.minimum(1), z.maximum(20))),
  /** By turnover: amount for one point, and a player's most points a day. */
  unit: z.nullable(amount),
  day_cap: z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))),
  /** Smallest stake that counts. */
  least_stake: amount,
  /** By rank, from the first on. */
  prizes: z.array(amount).check(z.minLength(1), z.maxLength(maxPrizes, fault('list_too_long'))),
  budget: amount,
  payout,
})
export type TournamentTerms = z.output<typeof terms>

export const staffTournament = z.object({
  id: z.string(),
  market,
  currency,
  name: z.string(),
  names: otherNames,
  games: z.nullable(z.array(z.string())),
  starts_at: instant,
  ends_at: instant,
  points_by: pointsBy,
  best_rounds: z.nullable(z.number()),
  unit: z.nullable(amountReply),
  day_cap: z.nullable(z.number()),
  least_stake: amountReply,
  prizes: z.array(amountReply),
  /** Of all prizes. */
  total: amountReply,
  budget: amountReply,
  payout,
  claim_until: z.nullable(instant),
  state: tournamentState,
  /** Phase shown to players; null for a draft. */
  phase: z.nullable(tournamentPhase),
  /** Number of participants. */
  players: z.number(),
  /** Sum of credited prizes. */
  paid: amountReply,
  /** Reason of a cancellation or early end. */
  reason: z.nullable(z.string()),
  created_by: z.string(),
  /** Increased with each change of the draft. */
  version: z.number(),
})
export type StaffTournament = z.output<typeof staffTournament>

const params = z.object({ id: idOf('trn') })
const reason = z.string().check(z.trim(), z.minLength(1, fault('reason_required')), z.maxLength(200))
const tournamentReply = z.object({ status: success, tournament: staffTournament })

export const staffTournaments = operation({
  name: 'staffTournaments',
  method: 'GET',
  path: '/staff/tournaments',
  access: 'staff',
  needs: ['tournaments.see'],
  summary: 'The tournaments, newest first.',
  reply: z.object({ status: success, tournaments: z.array(staffTournament) }),
  refusals: [],
})

export const staffRanking = operation({
  name: 'staffRanking',
  method: 'GET',
  path: '/staff/tournaments/:id/ranking',
  access: 'staff',
  needs: ['tournaments.see'],
  summary: 'The first 200 ranks of a tournament, with the state of each prize.',
  params,
  reply: z.object({
    status: success,
    tournament: staffTournament,
    ranking: z.array(
      z.object({
        rank: z.number(),
        player: z.object({ id: z.string(), player_name: z.string() }),
        points: z.number(),
        rounds: z.number(),
        /** When the points were reached; breaks ties. */
        reached_at: instant,
        prize: z.nullable(amountReply),
        /** Null before the ranking is final, and without a prize. */
        prize_state: z.nullable(z.enum(['due', 'open', 'paid', 'lapsed', 'withheld'])),
      }),
    ),
  }),
  refusals: ['not_found'],
})

export const createTournament = operation({
  name: 'createTournament',
  method: 'POST',
  path: '/staff/tournaments',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary: 'Create a tournament as a draft, which no player sees.',
  body: terms,
  reply: tournamentReply,
  refusals: [
    'amount_invalid',
    'tournament_times',
    'tournament_points',
    'tournament_budget_small',
    'tournament_game_unknown',
  ],
})

export const changeTournament = operation({
  name: 'changeTournament',
  method: 'PUT',
  path: '/staff/tournaments/:id',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary:
    'Replace a draft. A tournament that waits for a second person becomes a draft again. One that has been live cannot be changed.',
  params,
  body: z.extend(terms, { version: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
  reply: tournamentReply,
  refusals: [
    'not_found',
    'amount_invalid',
    'tournament_times',
    'tournament_points',
    'tournament_budget_small',
    'tournament_game_unknown',
    'tournament_changed',
    'tournament_state_changed',
  ],
})

export const tournamentLiability = operation({
  name: 'tournamentLiability',
  method: 'POST',
  path: '/staff/tournaments/liability',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary: 'Preview the sum of prizes against the budget, and whether starting it needs a second person.',
  body: z.object({
    market,
    prizes: z.array(amount).check(z.minLength(1), z.maxLength(maxPrizes, fault('list_too_long'))),
    budget: amount,
  }),
  reply: z.object({
    status: success,
    ...liability,
    budget: amountReply,
    /** Unused budget; null if the prizes exceed it. */
    left: z.nullable(amountReply),
  }),
  refusals: ['amount_invalid'],
})

export const startTournament = operation({
  name: 'startTournament',
  method: 'POST',
  path: '/staff/tournaments/:id/start',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary:
    'Start a draft, so that players see it and can join. Its prizes count towards the thresholds for raising money, so it may need a second person.',
  params,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, waits: z.boolean(), tournament: staffTournament }),
  refusals: ['not_found', 'tournament_state_changed', 'tournament_times', 'tournament_game_unknown', 'change_waits'],
})

export const pauseTournament = operation({
  name: 'pauseTournament',
  method: 'POST',
  path: '/staff/tournaments/:id/pause',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary: 'Pause a tournament, or resume it. Rounds that start during a pause do not count. Its end stays.',
  params,
  body: z.object({ paused: z.boolean() }),
  reply: tournamentReply,
  refusals: ['not_found', 'tournament_state_changed'],
})

export const cancelTournament = operation({
  name: 'cancelTournament',
  method: 'POST',
  path: '/staff/tournaments/:id/cancel',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary: 'Cancel a tournament before its end, with a reason, or drop a draft. No prize is given.',
  params,
  body: z.object({ reason }),
  reply: tournamentReply,
  refusals: ['not_found', 'tournament_state_changed'],
})

export const endTournament = operation({
  name: 'endTournament',
  method: 'POST',
  path: '/staff/tournaments/:id/end',
  access: 'staff',
  needs: ['tournaments.manage'],
  summary: 'End a running tournament now, with a reason. Its ranking becomes final and its prizes are given.',
  params,
  body: z.object({ reason }),
  reply: tournamentReply,
  refusals: ['not_found', 'tournament_state_changed'],
})

export const tournamentDeskOperations = [
  staffTournaments,
  staffRanking,
  createTournament,
  changeTournament,
  tournamentLiability,
  startTournament,
  pauseTournament,
  cancelTournament,
  endTournament,
]
