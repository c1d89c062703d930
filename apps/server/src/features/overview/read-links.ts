import type { ReplyOf } from '@dhow/contract/operation'
import {
  linkedStates,
  maxLinks,
  linkWayNames,
  linkWays,
  type LinkedState,
  type playerLinks,
} from '@dhow/contract/player-links'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RestrictionCode } from '../limits/index.ts'
import { findLinks, type FoundLink } from './find-links.ts'
import type { OverviewParts } from './parts.ts'

type Reply = Omit<ReplyOf<typeof playerLinks>, 'status'>
type Link = Reply['links'][number]

/** States that exclude a player; these are listed first. */
const blockedStates: readonly LinkedState[] = ['self_excluded', 'play_blocked', 'number_blocked']
const stateOf: Record<RestrictionCode, LinkedState> = {
  wallet_closed: 'wallet_closed',
  wallet_frozen: 'wallet_frozen',
  player_suspended: 'suspended',
  on_break: 'on_break',
  play_blocked: 'play_blocked',
}

/** Other players linked by shared attributes or operators' notes, excluded ones first. @throws Refusal `not_found` */
export async function readLinks(parts: OverviewParts, playerId: string): Promise<Reply> {
  const { accounts, platform } = parts
  const db = platform.db.kysely
  if (!(await accounts.findPlayer(playerId))) throw new Refusal('not_found')
  const { found, isWhole } = await findLinks(db, playerId, linkWayNames, platform.clock.now())
  const notes = await accounts.linkNotes.of(db, playerId, maxLinks)
  const ids = [...new Set([...found.keys(), ...notes.keys()])]
  const players = await accounts.findPlayers(ids)
  const states = await statesOf(parts, [...players.values()])
  const names = await operatorNames(
    db,
    [...notes.values()].map((note) => note.noted_by),
  )
  const links = ids.flatMap((id): Link[] => {
    const player = players.get(id)
    if (!player) return []
    const note = notes.get(id)
    const ways = found.get(id) ?? []
    return [
      {
        player: { id, player_name: player.player_name, mobile: player.mobile, market: player.market },
        states: states.get(id) ?? [],
        strength:
          ways.some(({ way }) => linkWays[way] === 'strong') || note?.verdict === 'same_person' ? 'strong' : 'weak',
        ways: ways.map(wayReply),
        note:
          note === undefined || note.verdict === 'open'
            ? null
            : {
                verdict: note.verdict,
                reason: note.reason,
                by: names.get(note.noted_by) ?? null,
                at: note.noted_at.toISOString(),
              },
      },
    ]
  })
  return {
    links: links.toSorted(inOrder).slice(0, maxLinks),
    is_whole: isWhole && links.length <= maxLinks && notes.size < maxLinks,
  }
}

const wayReply = ({ way, count, firstSeen, lastSeen }: FoundLink) => ({
  way,
  count,
  first_seen: firstSeen.toISOString(),
  last_seen: lastSeen.toISOString(),
})

/** Excluded players first, then the strongest links, then the last seen. */
function inOrder(one: Link, other: Link): number {
  const rank = ({ states, strength }: Link) =>
    (states.some((state) => blockedStates.includes(state)) ? 0 : 2) + (strength === 'strong' ? 0 : 1)
  const place = ({ player, ways }: Link) =>
    `${
      ways
        .map((way) => way.last_seen)
        .toSorted()
        .at(-1) ?? ''
    } ${player.id}`
  return rank(one) - rank(other) || (place(one) < place(other) ? 1 : -1)
}

/** All current restrictions of these players, in the order of `linkedStates`. */
async function statesOf(
  { platform: { db, clock }, blocklists }: OverviewParts,
  players: readonly { id: string; mobile: string }[],
): Promise<Map<string, LinkedState[]>> {
  if (players.length === 0) return new Map()
  const now = clock.now()
  const restrictions = await db.kysely
    .selectFrom('limits.player_restriction')
    .select(['player_id', 'code', 'kind'])
    .where(
      'player_id',
      'in',
      players.map(({ id }) => id),
    )
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .execute()
  const blocked = await blocklists.find(
    db.kysely,
    players.map(({ mobile }) => ({ kind: 'mobile', value: mobile })),
  )
  const numbers = new Set(blocked.map(({ asked }) => asked.value))
  const states = new Map(players.map(({ id }) => [id, new Set<LinkedState>()]))
  for (const { player_id: id, code, kind } of restrictions)
    states.get(id)?.add(kind === 'self_exclusion' ? 'self_excluded' : stateOf[code])
  for (const { id, mobile } of players) if (numbers.has(mobile)) states.get(id)?.add('number_blocked')
  return new Map([...states].map(([id, held]) => [id, linkedStates.filter((state) => held.has(state))]))
}

async function operatorNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('staff.operator_card').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
