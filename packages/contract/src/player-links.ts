import * as z from './bounded.ts'
import { operation } from './operation.ts'
import { reason, whose } from './queue-shapes.ts'
import { idOf, instant, success } from './shapes.ts'

/** Other players who share something with a player: never what they share, only that they do. */

/** Most links of one answer. */
export const linksAtMost = 200

/** An address counts for so many days, and only with so few players on it: a mobile network gives one to thousands. */
export const networkDays = 7
export const networkPlayersAtMost = 10

/** Ways in which two players may be linked, and whether one such thing alone says much. */
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

/** States of a linked player that an operator has to know first. The first three keep somebody out. */
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

/** `known`: two people who live or play together. `same_person`: two accounts of one. `open` takes such a note back. */
export const linkVerdicts = ['known', 'same_person', 'open'] as const

const playerId = z.object({ id: idOf('ply') })

export const playerLinks = operation({
  name: 'playerLinks',
  method: 'GET',
  path: '/staff/players/:id/links',
  access: 'staff',
  needs: ['players.see', 'players.see_links'],
  summary:
    'Other players who share a device, a payout account, a payer, an identity document, a name, a network or a referral with a player, those who are kept out first, at most 200. `is_whole` is false where there may be more.',
  params: playerId,
  reply: z.object({
    status: success,
    links: z.array(
      z.object({
        player: whose,
        states: z.array(z.enum(linkedStates)),
        strength: z.enum(['strong', 'weak']),
        /** The surest first; `count` is how many such things they share. */
        ways: z.array(
          z.object({ way: z.enum(linkWayNames), count: z.number(), first_seen: instant, last_seen: instant }),
        ),
        /** An operator's note on the link, if one stands. */
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
    'Note that two players are known to each other or the same person, or take such a note back. It stands in the trail of both.',
  params: playerId,
  body: z.object({ other_id: idOf('ply'), verdict: z.enum(linkVerdicts), reason }),
  reply: z.object({ status: success }),
  refusals: ['not_found'],
})

export const playerLinkOperations = [playerLinks, noteLink]
