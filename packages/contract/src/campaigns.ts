import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { operation } from './operation.ts'
import { matchedPlayer } from './segments.ts'
import { amount, amountReply, currency, idOf, instant, market, success } from './shapes.ts'

/** Campaigns: rewards or messages to the players of a segment, manually, scheduled or after events, within a budget and a cap. */

export const campaignRefusals = {
  campaign_no_budget: { status: 422, sentence: 'A campaign with a reward needs a budget. Set one first.' },
  campaign_no_cap: { status: 422, sentence: 'Set how many players the campaign may reach at most.' },
  campaign_budget_small: {
    status: 422,
    sentence: 'The budget is smaller than the amount for the players that it may reach. Raise it, or reach fewer.',
  },
  campaign_no_event: { status: 422, sentence: 'Choose the event that lets a player enter.' },
  campaign_no_days: { status: 422, sentence: 'Set the number of days: without a stake, or from one time to the next.' },
  campaign_gift_once: {
    status: 422,
    sentence: 'A gift is given once to each player. Let each player enter once, or send a message.',
  },
  campaign_changed: {
    status: 409,
    sentence: 'Somebody else changed this campaign after you opened it. Open it again.',
  },
  campaign_state_changed: {
    status: 409,
    sentence: 'The state of this campaign has changed. Check it before you continue.',
  },
} as const

/** Codes of missing parts of a draft. */
export const campaignGaps = [
  'campaign_no_budget',
  'campaign_no_cap',
  'campaign_budget_small',
  'campaign_no_event',
  'campaign_no_days',
  'campaign_gift_once',
] as const
export type CampaignGap = (typeof campaignGaps)[number]

/** How players enter: all matching ones at the start, repeatedly on a schedule, when a player starts to match, or after an event. */
export const campaignTrigger = z.enum(['hand', 'schedule', 'segment', 'event'])
/** Events: registration with a confirmed number, first credited deposit, paid withdrawal, days without a stake, account anniversary. */
export const campaignEvent = z.enum(['registered', 'first_deposit', 'withdrawal_paid', 'idle', 'birthday'])
export type CampaignEvent = z.output<typeof campaignEvent>

export const campaignState = z.enum(['draft', 'waiting', 'running', 'paused', 'done', 'ended'])
const campaignKind = z.enum(['gift', 'free_rounds', 'message'])
/** Free rounds for each player; the campaign's `amount` is their largest win. */
const freeRounds = z.object({
  /** Id of the game. */
  game: z.string().check(z.maxLength(100)),
  rounds: z.int().check(z.minimum(1), z.maximum(1_000)),
  stake: amount,
  valid_days: z.int().check(z.minimum(1), z.maximum(365)),
})
const messageText = z.object({
  title: z.string().check(z.trim(), z.minLength(1, fault('text_required')), z.maxLength(80)),
  text: z.string().check(z.trim(), z.minLength(1, fault('text_required')), z.maxLength(500)),
})
const texts = z.object({ en: messageText, hi: z.optional(messageText), af: z.optional(messageText) })

export const campaign = z.object({
  id: z.string(),
  name: z.string(),
  segment: z.object({ id: z.string(), name: z.string() }),
  market,
  currency,
  kind: campaignKind,
  amount: z.nullable(amountReply),
  free_rounds: z.nullable(z.extend(freeRounds, { stake: amountReply })),
  budget: z.nullable(amountReply),
  players_at_most: z.nullable(z.number()),
  texts: z.nullable(texts),
  state: campaignState,
  starts_at: z.nullable(instant),
  trigger: campaignTrigger,
  event: z.nullable(campaignEvent),
  /** Days without a stake, or between the times of a schedule. */
  days: z.nullable(z.number()),
  /** Whether a player enters at each event instead of once. */
  repeats: z.boolean(),
  wait_minutes: z.number(),
  /** Missing parts of a draft. */
  gaps: z.array(z.enum(campaignGaps)),
  /** Number of entries by outcome so far: given, sent, or the reason why not. */
  counts: z.record(z.string(), z.number()),
  /** Entries at each step; `claimed` counts gifts that were credited and free rounds that were given. */
  steps: z.object({
    entered: z.number(),
    held: z.number(),
    waiting: z.number(),
    reached: z.number(),
    claimed: z.number(),
  }),
  spent: amountReply,
  created_by: z.string(),
  /** Increased with each change of the draft. */
  version: z.number(),
})
export type Campaign = z.output<typeof campaign>

const params = z.object({ id: idOf('cmp') })
const campaignDraft = z.object({
  name: z.string().check(z.trim(), z.minLength(1, fault('title_required')), z.maxLength(60)),
  segment: idOf('seg'),
  kind: campaignKind,
  /** Required for free rounds. */
  free_rounds: z.optional(z.nullable(freeRounds)),
  /** For each player: amount of a gift, or largest win of free rounds. */
  amount: z.nullable(amount),
  /** For all players together, for a gift or free rounds. */
  budget: z.nullable(amount),
  players_at_most: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
  texts: z.nullable(texts),
  trigger: campaignTrigger,
  event: z.nullable(campaignEvent),
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(366))),
  repeats: z.boolean(),
  /** Wait from a player's entry to the reward, at most 60 days. */
  wait_minutes: z.int().check(z.minimum(0), z.maximum(86_400)),
})
const campaignReply = z.object({ status: success, campaign })

export const staffCampaigns = operation({
  name: 'staffCampaigns',
  method: 'GET',
  path: '/staff/campaigns',
  access: 'staff',
  needs: ['campaigns.see'],
  summary: 'The campaigns with their counts, newest first.',
  reply: z.object({ status: success, campaigns: z.array(campaign) }),
  refusals: [],
})

export const createCampaign = operation({
  name: 'createCampaign',
  method: 'POST',
  path: '/staff/campaigns',
  access: 'staff',
  needs: ['campaigns.make'],
  summary: 'Create a campaign as a draft, which reaches nobody.',
  body: campaignDraft,
  reply: campaignReply,
  refusals: ['not_found', 'amount_invalid', 'invalid_fields', 'free_rounds_unsupported', 'free_rounds_terms'],
})

export const changeCampaign = operation({
  name: 'changeCampaign',
  method: 'PUT',
  path: '/staff/campaigns/:id',
  access: 'staff',
  needs: ['campaigns.make'],
  summary:
    'Replace a draft. A campaign that waits for a second person becomes a draft again, and its proposal lapses. One that has been live cannot be changed.',
  params,
  body: z.extend(campaignDraft, { version: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
  reply: campaignReply,
  refusals: [
    'not_found',
    'amount_invalid',
    'invalid_fields',
    'free_rounds_unsupported',
    'free_rounds_terms',
    'campaign_state_changed',
    'campaign_changed',
  ],
})

export const dryRunCampaign = operation({
  name: 'dryRunCampaign',
  method: 'GET',
  path: '/staff/campaigns/:id/dry-run',
  access: 'staff',
  needs: ['campaigns.see'],
  summary: 'Preview how many players the campaign would reach now, and its cost. Sends nothing.',
  params,
  reply: z.object({
    status: success,
    matched: z.number(),
    everybody: z.boolean(),
    unreachable: z.record(z.string(), z.number()),
    /** Players it would reach, within its cap. */
    reached: z.number(),
    cost: amountReply,
    players: z.array(matchedPlayer),
  }),
  refusals: ['not_found', 'segment_rule_wrong'],
})

export const startCampaign = operation({
  name: 'startCampaign',
  method: 'POST',
  path: '/staff/campaigns/:id/start',
  access: 'staff',
  needs: ['campaigns.start'],
  summary:
    'Start a draft now or at a time. Its budget counts towards the thresholds for raising money, so it may need a second person.',
  params,
  body: z.object({ at: z.nullable(instant), everybody: z.boolean() }),
  reply: z.object({ status: success, waits: z.boolean(), campaign }),
  refusals: [
    'not_found',
    'campaign_no_budget',
    'campaign_no_cap',
    'campaign_budget_small',
    'campaign_no_event',
    'campaign_no_days',
    'campaign_gift_once',
    'campaign_state_changed',
    'campaign_changed',
    'segment_everybody',
    'segment_rule_wrong',
    'change_waits',
  ],
})

export const pauseCampaign = operation({
  name: 'pauseCampaign',
  method: 'POST',
  path: '/staff/campaigns/:id/pause',
  access: 'staff',
  needs: ['campaigns.make'],
  summary: 'Pause a campaign, or resume it. What was given or sent stays.',
  params,
  body: z.object({ paused: z.boolean() }),
  reply: campaignReply,
  refusals: ['not_found', 'campaign_state_changed'],
})

export const endCampaign = operation({
  name: 'endCampaign',
  method: 'POST',
  path: '/staff/campaigns/:id/end',
  access: 'staff',
  needs: ['campaigns.make'],
  summary: 'End a campaign or draft for good. What was given stays.',
  params,
  body: z.optional(z.object({})),
  reply: campaignReply,
  refusals: ['not_found', 'campaign_state_changed'],
})

export const campaignOperations = [
  staffCampaigns,
  createCampaign,
  changeCampaign,
  dryRunCampaign,
  startCampaign,
  pauseCampaign,
  endCampaign,
]
