import { networkDays, maxPlayersPerNetwork, type LinkWay } from '@dhow/contract/player-links'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Another player who shares an attribute with the player. */
interface Shared {
  player_id: string
  first_seen: Date
  last_seen: Date
  /** Whether more rows have this attribute than were read. */
  is_cut: boolean
}

interface Asked {
  id: string
  /** Start of the days in which an address counts. */
  since: Date
}

/** Limits: attributes of a player, rows of others for each, and players returned. */
const [maxSharedValues, rowsPerSharedValue, maxPlayers] = [30, 2_000, 500]
/** A payer text shared by more players is the bank's own and identifies nobody. */
const maxPlayersPerPayer = 5

/*
 * Each query starts with the player's own attributes and uses an index to find rows with the same ones: no table is
 * scanned. A common attribute is read up to a limit, or ignored.
 */
export const linkStatements: Record<LinkWay, (asked: Asked) => RawBuilder<Shared>> = {
  device: ({ id }) => sql`
    select theirs.* from (
      select device_id from accounts.sessions where player_id = ${id} group by device_id order by max(last_seen_at) desc limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(created_at) as first_seen, max(last_seen_at) as last_seen, sum(count(*)) over () > ${rowsPerSharedValue} as is_cut
      from (select player_id, created_at, last_seen_at from accounts.sessions
            where device_id = mine.device_id and player_id <> ${id} limit ${rowsPerSharedValue + 1}) those group by player_id
    ) theirs order by last_seen desc limit ${maxPlayers + 1}`,
  payout_account: ({ id }) => sql`
    select theirs.* from (
      select distinct kind, number_mac from withdrawals.payees where player_id = ${id} limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(created_at) as first_seen, max(created_at) as last_seen, sum(count(*)) over () > ${rowsPerSharedValue} as is_cut
      from (select player_id, created_at from withdrawals.payees
            where number_mac = mine.number_mac and kind = mine.kind and player_id <> ${id} limit ${rowsPerSharedValue + 1}) those group by player_id
    ) theirs order by last_seen desc limit ${maxPlayers + 1}`,
  payer: ({ id }) => sql`
    select theirs.* from (
      select distinct payer from statements.payers where player_id = ${id} limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(imported_at) as first_seen, max(imported_at) as last_seen, false as is_cut, count(*) over () as players
      from (select player_id, imported_at from statements.payers
            where payer = mine.payer and player_id <> ${id} limit ${rowsPerSharedValue}) those group by player_id
    ) theirs where players < ${maxPlayersPerPayer} order by last_seen desc limit ${maxPlayers + 1}`,
  document: ({ id }) => sql`
    select theirs.* from (
      select distinct document, number_end, expires_on from accounts.documents where player_id = ${id} limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(decided_at) as first_seen, max(decided_at) as last_seen, sum(count(*)) over () > ${rowsPerSharedValue} as is_cut
      from (select player_id, decided_at from accounts.documents
            where expires_on = mine.expires_on and document = mine.document and number_end = mine.number_end and player_id <> ${id}
            limit ${rowsPerSharedValue + 1}) those group by player_id
    ) theirs order by last_seen desc limit ${maxPlayers + 1}`,
  name: ({ id }) => sql`
    select theirs.* from (
      select distinct holder from withdrawals.holders where player_id = ${id} limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(created_at) as first_seen, max(created_at) as last_seen, false as is_cut, count(*) over () as players
      from (select player_id, created_at from withdrawals.holders
            where holder = mine.holder and player_id <> ${id} limit ${rowsPerSharedValue}) those group by player_id
    ) theirs where players < ${maxPlayersPerNetwork} order by last_seen desc limit ${maxPlayers + 1}`,
  network: ({ id, since }) => sql`
    select theirs.* from (
      select address from accounts.visits where player_id = ${id} and at > ${since} group by address order by max(at) desc limit ${maxSharedValues}
    ) mine cross join lateral (
      select player_id, min(at) as first_seen, max(at) as last_seen, false as is_cut, count(*) over () as players
      from (select player_id, at from accounts.visits
            where address = mine.address and at > ${since} and player_id <> ${id} limit ${rowsPerSharedValue}) those group by player_id
    ) theirs where players < ${maxPlayersPerNetwork} order by last_seen desc limit ${maxPlayers + 1}`,
  referral: ({ id }) => sql`
    select referrer_id as player_id, joined_at as first_seen, joined_at as last_seen, false as is_cut from rewards.referrals where referred_id = ${id}
    union all (select referred_id, joined_at, joined_at, false from rewards.referrals where referrer_id = ${id}
               order by joined_at desc limit ${maxPlayers + 1})`,
}

export interface FoundLink {
  way: LinkWay
  /** Number of shared attributes. */
  count: number
  firstSeen: Date
  lastSeen: Date
}

/** Other players with shared attributes, by id, each way once; `isWhole` is false if there may be more. */
export async function findLinks(
  db: Db,
  playerId: string,
  ways: readonly LinkWay[],
  now: Date,
): Promise<{ found: Map<string, FoundLink[]>; isWhole: boolean }> {
  const asked = { id: playerId, since: new Date(now.getTime() - networkDays * 86_400_000) }
  const found = new Map<string, FoundLink[]>()
  let isWhole = true
  for (const way of ways) {
    const { rows } = await linkStatements[way](asked).execute(db)
    if (rows.length > maxPlayers || rows.some((row) => row.is_cut)) isWhole = false
    for (const row of rows) add(found, way, row)
  }
  return { found, isWhole }
}

function add(found: Map<string, FoundLink[]>, way: LinkWay, { player_id: id, first_seen, last_seen }: Shared) {
  const ways = found.get(id) ?? []
  found.set(id, ways)
  const known = ways.find((one) => one.way === way)
  if (!known) {
    ways.push({ way, count: 1, firstSeen: first_seen, lastSeen: last_seen })
    return
  }
  known.count++
  if (first_seen < known.firstSeen) known.firstSeen = first_seen
  if (last_seen > known.lastSeen) known.lastSeen = last_seen
}
