import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { amountReply, currency, idOf, instant, market, otherNames, success } from './shapes.ts'

/** Players' side of tournaments: rules, prizes, leaderboard, participation. */

export const tournamentRefusals = {
  tournament_closed: { status: 409 },
  /** One code for a break, a block, a check and a test player, so that the call is not an oracle. */
  tournament_barred: { status: 403 },
  tournament_no_prize: { status: 409 },
  tournament_changed: {
    status: 409,
    sentence: 'Somebody else changed this tournament after you opened it. Open it again.',
  },
  tournament_state_changed: {
    status: 409,
    sentence: 'The state of this tournament has changed. Check it before you continue.',
  },
  tournament_times: {
    status: 422,
    sentence: 'A tournament ends after it begins and after now, within 92 days, and begins within 90 days from now.',
  },
  tournament_points: {
    status: 422,
    sentence:
      'By multiplier, set how many rounds count. By turnover, set the amount of a point and the most points of a day.',
  },
  tournament_budget_small: { status: 422, sentence: 'The prizes are more than the budget. Raise it, or give less.' },
  tournament_game_unknown: { status: 422, sentence: 'One of the games is not offered in this market.' },
} as const

/** Most prizes of a tournament, and rows of its leaderboard. */
export const maxPrizes = 100
export const maxLeaders = 50

/** Points by multiplier: hundredths of a number of best multipliers. By turnover: one for each settled unit, with a daily limit. */
export const pointsBy = z.enum(['multiplier', 'turnover'])
export type PointsBy = z.output<typeof pointsBy>
/** Whether a prize is credited once the ranking is final, or claimed by its winner. */
export const payout = z.enum(['by_itself', 'claim'])

/** `counting`: over, but rounds that ended in time are still being counted. */
export const tournamentPhase = z.enum(['coming', 'running', 'paused', 'counting', 'ended', 'cancelled'])
export type TournamentPhase = z.output<typeof tournamentPhase>

const place = {
  /** Null without points, and while the player cannot take part. */
  rank: z.nullable(z.number()),
  points: z.number(),
  /** Number of counted rounds. */
  rounds: z.number(),
}

/** Standing of a participant. */
const ownPlace = z.object({
  ...place,
  /** Whether others see the player name; else they see `number`. */
  shows_name: z.boolean(),
  number: z.number(),
  joined_at: instant,
  prize: z.nullable(z.object({ amount: amountReply, state: z.enum(['due', 'open', 'paid', 'lapsed', 'withheld']) })),
})

export const tournamentView = z.object({
  id: z.string(),
  name: z.string(),
  names: z.optional(otherNames),
  currency,
  phase: tournamentPhase,
  starts_at: instant,
  ends_at: instant,
  points_by: pointsBy,
  /** By multiplier: number of rounds that count. */
  best_rounds: z.nullable(z.number()),
  /** By turnover: amount for one point, and most points a day. */
  unit: z.nullable(amountReply),
  day_cap: z.nullable(z.number()),
  least_stake: amountReply,
  /** Games whose rounds count; null for all of the studio. */
  games: z.nullable(z.array(z.object({ slug: z.string(), name: z.string(), names: z.optional(otherNames) }))),
  /** By rank. */
  prizes: z.array(amountReply),
  payout,
  /** Prizes can be claimed until then. */
  claim_until: z.nullable(instant),
  own: z.nullable(ownPlace),
})
export type TournamentView = z.output<typeof tournamentView>

const leader = z.object({
  rank: z.number(),
  points: z.number(),
  /** The player name if shown, else null with `number`. */
  name: z.nullable(z.string()),
  number: z.number(),
  is_own: z.boolean(),
})

const params = z.object({ id: idOf('trn') })

export const tournaments = operation({
  name: 'tournaments',
  method: 'GET',
  path: '/tournaments',
  access: 'optional',
  summary:
    'Tournaments that are upcoming, running, or ended within a month; of the player’s market, or of the named one.',
  query: z.object({ market: z.optional(market) }),
  /** `now` is the server’s clock. */
  reply: z.object({ status: success, now: instant, tournaments: z.array(tournamentView) }),
  refusals: [],
})

export const tournament = operation({
  name: 'tournament',
  method: 'GET',
  path: '/tournaments/:id',
  access: 'optional',
  summary: 'One tournament with its first 50 ranks and the player’s own.',
  params,
  reply: z.object({ status: success, now: instant, tournament: tournamentView, leaders: z.array(leader) }),
  refusals: ['not_found'],
})

const ownReply = z.object({ status: success, tournament: tournamentView })

export const joinTournament = operation({
  name: 'joinTournament',
  method: 'POST',
  path: '/tournaments/:id/join',
  access: 'player',
  summary: 'Join a tournament; rounds that start later count. A repeat changes only whether the player name is shown.',
  params,
  body: z.object({ shows_name: z.boolean() }),
  reply: ownReply,
  refusals: ['not_found', 'tournament_closed', 'tournament_barred'],
})

export const leaveTournament = operation({
  name: 'leaveTournament',
  method: 'POST',
  path: '/tournaments/:id/leave',
  access: 'player',
  summary: 'Leave a tournament and lose all points in it.',
  params,
  body: z.optional(z.object({})),
  reply: ownReply,
  refusals: ['not_found', 'tournament_closed'],
})

export const claimPrize = operation({
  name: 'claimPrize',
  method: 'POST',
  path: '/tournaments/:id/claim',
  access: 'player',
  summary: 'Claim the prize of the player’s rank. A repeat answers the same and credits nothing more.',
  params,
  body: z.optional(z.object({})),
  reply: ownReply,
  refusals: [
    'not_found',
    'tournament_no_prize',
    'tournament_barred',
    'account_frozen',
    'account_closed',
    'balance_limit',
  ],
})

export const tournamentOperations = [tournaments, tournament, joinTournament, leaveTournament, claimPrize]
