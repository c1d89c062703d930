import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { currency, idOf, instant, market, success } from './shapes.ts'

/** Segments: groups of players by rules over profile, money and play. */

export const segmentRefusals = {
  segment_changed: { status: 409, sentence: 'Somebody else changed this segment after you opened it. Open it again.' },
  segment_exists: { status: 409, sentence: 'A segment of this name exists.' },
  segment_everybody: {
    status: 409,
    sentence: 'These rules match every player of the market. Confirm that you mean everybody.',
  },
  segment_rule_wrong: { status: 422, sentence: 'One of the rules does not fit its field. Check the values.' },
} as const

/** Kinds of values: an amount of money, a whole number, or days since something happened. */
export const segmentValueKind = z.enum(['amount', 'count', 'days'])
export const segmentOperator = z.enum(['at_least', 'at_most', 'never'])

export const segmentRule = z.object({
  field: z.string().check(z.maxLength(40)),
  operator: segmentOperator,
  /** A decimal amount or a whole number; empty for `never`. */
  value: z.string().check(z.trim(), z.maxLength(20)),
})
export type SegmentRule = z.output<typeof segmentRule>

export const segmentRules = z.object({
  /** Whether a player has to match all rules or any. */
  match: z.enum(['all', 'any']),
  rules: z.array(segmentRule).check(z.maxLength(20, fault('list_too_long'))),
})
export type SegmentRules = z.output<typeof segmentRules>

export const segment = z.object({
  id: z.string(),
  name: z.string(),
  market,
  rules: segmentRules,
  version: z.number(),
  updated_at: instant,
})
export type Segment = z.output<typeof segment>

/** Why a campaign does not reach a matching player. */
export const unreachable = z.enum(['restricted', 'flagged', 'test_player', 'no_consent'])

export const matchedPlayer = z.object({
  id: z.string(),
  player_name: z.string(),
  /** Null if reachable. */
  unreachable: z.nullable(unreachable),
})

const matchReply = z.object({
  status: success,
  /** Number of matching players. */
  matched: z.number(),
  /** Number of players in the market. */
  all: z.number(),
  everybody: z.boolean(),
  /** Number of unreachable matching players by reason. */
  unreachable: z.record(z.string(), z.number()),
  /** First hundred matching players by name. */
  players: z.array(matchedPlayer),
})

export const segmentFields = operation({
  name: 'segmentFields',
  method: 'GET',
  path: '/staff/segment-fields',
  access: 'staff',
  needs: ['campaigns.see'],
  summary:
    'The fields of segment rules, each with the kind of its values and its operators; the editor is built from them.',
  reply: z.object({
    status: success,
    fields: z.array(
      z.object({
        field: z.string(),
        group: z.enum(['profile', 'money', 'play']),
        label: z.string(),
        kind: segmentValueKind,
        operators: z.array(z.object({ operator: segmentOperator, label: z.string() })),
      }),
    ),
    currencies: z.array(z.object({ market, currency })),
  }),
  refusals: [],
})

export const staffSegments = operation({
  name: 'staffSegments',
  method: 'GET',
  path: '/staff/segments',
  access: 'staff',
  needs: ['campaigns.see'],
  summary: 'The segments, by name.',
  reply: z.object({ status: success, segments: z.array(segment) }),
  refusals: [],
})

export const matchSegment = operation({
  name: 'matchSegment',
  method: 'POST',
  path: '/staff/segments/match',
  access: 'staff',
  needs: ['campaigns.see'],
  summary:
    'Preview the players that rules match now: the count, the first 100, and whether it is everybody. Stores nothing.',
  body: z.object({ market, rules: segmentRules }),
  reply: matchReply,
  refusals: ['segment_rule_wrong'],
})

const writing = {
  name: z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(60)),
  rules: segmentRules,
  /** Confirms that all players of the market are meant. */
  everybody: z.boolean(),
}

export const createSegment = operation({
  name: 'createSegment',
  method: 'POST',
  path: '/staff/segments',
  access: 'staff',
  needs: ['campaigns.make'],
  summary: 'Save a segment: rules under a name. Rules that match every player of the market need a confirmation.',
  body: z.object({ ...writing, market }),
  reply: z.object({ status: success, segment }),
  refusals: ['segment_exists', 'segment_everybody', 'segment_rule_wrong'],
})

export const changeSegment = operation({
  name: 'changeSegment',
  method: 'PUT',
  path: '/staff/segments/:id',
  access: 'staff',
  needs: ['campaigns.make'],
  summary: 'Change a segment, for campaigns that start afterwards.',
  params: z.object({ id: idOf('seg') }),
  body: z.object({ ...writing, version: z.int() }),
  reply: z.object({ status: success, segment }),
  refusals: ['not_found', 'segment_exists', 'segment_changed', 'segment_everybody', 'segment_rule_wrong'],
})

export const segmentOperations = [segmentFields, staffSegments, matchSegment, createSegment, changeSegment]
