import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reportShape } from './reports.ts'
import { amountReply, instant, market, operatorText, success } from './shapes.ts'

/** The console's first screen in one call, each part by permission. */

/** Queues of open work for operators, in the console's order. */
export const overviewQueues = [
  'deposits',
  'withdrawals',
  'cases',
  'help',
  'statements',
  'batches',
  'reward_checks',
  'held_wins',
] as const

/** This operator's own work: claimed deposits, possible second decisions, and assigned cases, questions and complaints. */
export const waitingForMe = [
  'claimed_deposits',
  'second_deposits',
  'second_withdrawals',
  'second_lines',
  'changes',
  'assigned_cases',
  'assigned_help',
  'assigned_complaints',
] as const

/** Figures compared with the same span a week before. */
export const comparedFigures = ['deposits', 'withdrawals', 'ggr', 'ngr'] as const

/** Definitions of the overview's numbers that are not figures of reports. */
export const overviewDefinitions = {
  players_online: {
    name: 'Players online',
    definition:
      'Players with an open page of the portal that listens for news, on all servers that wrote within the last 45 seconds. Each player counts once, with however many pages on however many servers. The pages without scripts are not counted.',
  },
  bets_per_minute: {
    name: 'Bets a minute',
    definition:
      'Bets with a stake that the servers took, those taken back later too: in the last minute, and as an average of the last ten minutes. A server counts from its start.',
  },
  same_time: {
    name: 'Same time last week',
    definition:
      'Both days are summed from midnight in the market to the same full quarter of an hour; the other day is the same weekday of the week before.',
  },
} as const

const waiting = { count: z.number(), oldest: z.nullable(instant) }

export const staffOverview = operation({
  name: 'staffOverview',
  method: 'GET',
  path: '/staff/overview',
  access: 'staff',
  // Each part needs its own permission; without it, it is null or missing.
  needs: [],
  summary:
    'The day at a glance: open alarms, queues with their oldest item, the reader’s own tasks, players online, bets a minute, and a market’s figures of today beside the same time last week. Parts that the role may not see are null or missing.',
  query: z.object({ market: z.optional(market) }),
  reply: z.object({
    status: success,
    at: instant,
    /** Open alarms of all servers. */
    alarms: z.nullable(z.array(z.object({ id: z.string(), text: operatorText, since: instant }))),
    queues: z.array(z.object({ queue: z.enum(overviewQueues), ...waiting })),
    mine: z.array(z.object({ kind: z.enum(waitingForMe), ...waiting })),
    players_online: z.nullable(z.number()),
    /** `per_minute_of_ten` is rounded down. */
    bets: z.nullable(z.object({ last_minute: z.number(), per_minute_of_ten: z.number() })),
    /** Number of servers in the two numbers above. */
    servers: z.number(),
    today: z.nullable(
      z.object({
        /** The last seven days of the market. */
        report: z.object(reportShape),
        /** Both days are summed up to this market time, `10:45`; null in the first quarter of an hour. */
        until: z.nullable(z.string()),
        compared_day: z.string(),
        figures: z.array(z.object({ code: z.enum(comparedFigures), value: amountReply, before: amountReply })),
      }),
    ),
  }),
  refusals: [],
})

export const overviewOperations = [staffOverview]
