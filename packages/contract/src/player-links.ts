import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reason, whose } from './queue-shapes.ts'
import { idOf, instant, success } from './shapes.ts'

/** Players who share data with a player; never shows the shared data itself. */

/** Most links of one answer. */
export const maxLinks = 200

/** Days for which a shared address counts, and only with few players on it, since mobile networks share one among thousands. */
export const networkDays = 7
export const maxPlayersPerNetwork = 10

/** Ways in which two players may be linked, and whether one alone is strong. */
export const linkWays = {
  document: 'strong',
  payout_account: 'strong',
  payer: 'strong',
  device: 'strong',
  referral: 'weak',
  name: 'weak',
  network: 'weak',
} as const
export type LinkWay = keyof typeof linkWays
export const linkWayNames = [
  'document',
  'payout_account',
  'payer',
  'device',
  'referral',
  'name',
  'network',
] as const satisfies LinkWay[]

/** Important states of a linked player. The first three block a player. */
export const linkedStates = [
  'self_excluded',
  'play_blocked',
  'number_blocked',
  'suspended',
  'on_break',
  'wallet_frozen',
  'wallet_closed',
] as const
export type LinkedState = (typeof linkedStates)[number]

/** `known`: two people who live or play together. `same_person`: two accounts of one. `open`: withdraws the note. */
export const linkVerdicts = ['known', 'same_person', 'open'] as const

const playerId = z.object({ id: idOf('ply') })

export const playerLinks = operation({
  name: 'playerLinks',
  method: 'GET',
  path: '/staff/players/:id/links',
  access: 'staff',
  needs: ['players.see', 'players.see_links'],
  summary:
    'Other players who share a device, payout account, payer, identity document, name, network or referral with a player, restricted ones first, at most 200. `is_whole` is false if there may be more.',
  params: playerId,
  reply: z.object({
    status: success,
    links: z.array(
      z.object({
        player: whose,
        states: z.array(z.enum(linkedStates)),
        strength: z.enum(['strong', 'weak']),
        /** Strongest first; `count`: number of shared items. */
        ways: z.array(
          z.object({ way: z.enum(linkWayNames), count: z.number(), first_seen: instant, last_seen: instant }),
        ),
        /** An operator's current note on the link, if any. */
        note: z.nullable(
          z.object({
            verdict: z.enum(['known', 'same_person']),
            reason: z.string(),
            by: z.nullable(z.string()),
            at: instant,
          }),
        ),
      }),
    ),
    is_whole: z.boolean(),
  }),
  refusals: ['not_found'],
})

export const noteLink = operation({
  name: 'noteLink',
  method: 'POST',
  path: '/staff/players/:id/links',
  access: 'staff',
  needs: ['players.note_links'],
  summary:
    'Note that two players know each other or are the same person, or remove such a note. The audit trail of both records it.',
  params: playerId,
  body: z.object({ other_id: idOf('ply'), verdict: z.enum(linkVerdicts), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const playerLinkOperations = [playerLinks, noteLink]
