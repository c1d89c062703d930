import { formatDecimal } from '@dhow/contract/money'
import type { FreeRoundGrant, StaffFreeRoundGrant } from '@dhow/contract/free-rounds'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import { Refusal } from '../../platform/refusal.ts'
import { bind } from '../../platform/bind.ts'
import {
  expireFreeRounds,
  freeRoundState,
  listFreeRounds,
  stopFreeRounds,
  takeEndingFreeRounds,
} from '../gateway/index.ts'
import { freeRoundGames, isBarred, readTerms, type FreeRoundTerms } from './free-round-terms.ts'
import {
  gameNameFor,
  giveByCampaign,
  giveFreeRounds,
  registerFreeRounds,
  notifyFreeRounds,
  assessFreeRounds,
} from './give-free-rounds.ts'
import type { RewardParts } from './parts.ts'

const pageSize = 100
const maxOwn = 50
const dayMs = 86_400_000
const remindedAtOnce = 100

/** Free rounds: granted by operators and campaigns, played in supporting games, ended by a job. */
export function openFreeRounds(parts: RewardParts) {
  registerFreeRounds(parts)
  return {
    ...bind(parts, { give: giveFreeRounds, weigh: assessFreeRounds, giveByCampaign, stop: stopGrant }),
    ...bind(parts, { notify: notifyFreeRounds, list: listGrants, ofPlayer: ownGrants, runDue: runFreeRounds }),
    /**
     * Validates terms without granting. @throws Refusal `amount_invalid`, `free_rounds_unsupported`,
     * `free_rounds_terms`
     */
    async check(reader: Db, terms: FreeRoundTerms, market: Market): Promise<void> {
      await readTerms(reader, terms, market)
    },
    /** One grant for operators. @throws Refusal `not_found` */
    read: (grantId: string) => readGrant(parts.platform.db.kysely, grantId, parts.platform.clock.now()),
    /** Ends the job. */
    close: every(parts.platform, 'free-rounds', 60_000, () => runFreeRounds(parts)),
  }
}

/** Ends expired grants, and reminds players of rounds that end within a day, except barred players. */
async function runFreeRounds(parts: RewardParts): Promise<void> {
  const { db, clock } = parts.platform
  await expireFreeRounds(db.kysely, clock.now())
  for (let taken = remindedAtOnce; taken === remindedAtOnce;) taken = await remindSome(parts)
}

function remindSome(parts: RewardParts): Promise<number> {
  const { db, clock } = parts.platform
  const now = clock.now()
  return db.transaction(async (tx) => {
    const before = new Date(now.getTime() + dayMs)
    const ending = await takeEndingFreeRounds(tx, { now, before, most: remindedAtOnce })
    for (const grant of ending) {
      // The first message about a grant of a day or less has named its end.
      const isShort = grant.expires_at.getTime() - grant.granted_at.getTime() <= dayMs
      if (isShort || (await isBarred(tx, grant.player_id, now))) continue
      await parts.messages.send(tx, {
        key: `free-rounds:${grant.id}:ending`,
        playerId: grant.player_id,
        kind: 'free_rounds_ending',
        params: {
          game: await gameNameFor(parts, tx, grant),
          ...{ left: String(grant.rounds - grant.used), until: grant.expires_at.toISOString() },
        },
        about: null,
      })
    }
    return ending.length
  })
}

type ListedGrant = Awaited<ReturnType<typeof listFreeRounds>>[number]

function grantReply(row: ListedGrant, now: Date): FreeRoundGrant {
  const state = freeRoundState(row, now)
  return {
    id: row.id,
    game: {
      ...{ slug: row.slug, name: row.game_name },
      ...(Object.keys(row.names).length > 0 ? { names: row.names } : {}),
    },
    ...{ currency: row.currency, rounds: row.rounds, left: state === 'active' ? row.rounds - row.used : 0, state },
    ...{ stake: formatDecimal(row.stake_minor), max_win: formatDecimal(row.max_win_minor) },
    ...{ won: formatDecimal(row.won_minor), expires_at: row.expires_at.toISOString() },
  }
}

const staffReply = (row: ListedGrant, now: Date): StaffFreeRoundGrant => ({
  ...grantReply(row, now),
  player: { id: row.player_id, player_name: row.player_name },
  ...{
    at_provider: row.at_provider,
    used: row.used,
    cost: formatDecimal(row.won_minor),
    source: row.source,
    reason: row.reason,
  },
  ...{ granted_by: row.operator, granted_at: row.granted_at.toISOString() },
})

/** The player's last grants, newest first. */
async function ownGrants({ platform: { db, clock } }: RewardParts, playerId: string): Promise<FreeRoundGrant[]> {
  const rows = await listFreeRounds(db.kysely, { playerId, isOwn: true, most: maxOwn })
  return rows.map((row) => grantReply(row, clock.now()))
}

/** A page of grants for operators, with the games that support free rounds. */
async function listGrants(
  { platform: { db, clock } }: RewardParts,
  { player, cursor }: { player?: string | undefined; cursor?: string | undefined },
) {
  const rows = await listFreeRounds(db.kysely, { playerId: player, before: cursor, most: pageSize + 1 })
  const games = await freeRoundGames(db.kysely)
  return {
    grants: rows.slice(0, pageSize).map((row) => staffReply(row, clock.now())),
    next_cursor: rows.length > pageSize ? (rows[pageSize - 1]?.id ?? null) : null,
    games: games.map(({ id, name, markets, leastMinor, mostMinor }) => ({
      ...{ id, name, markets },
      min_stake: leastMinor === null ? null : formatDecimal(leastMinor),
      max_stake: mostMinor === null ? null : formatDecimal(mostMinor),
    })),
  }
}

/** One grant for operators. @throws Refusal `not_found` */
async function readGrant(db: Db, grantId: string, now: Date): Promise<StaffFreeRoundGrant> {
  const [row] = await listFreeRounds(db, { grantId, most: 1 })
  if (!row) throw new Refusal('not_found')
  return staffReply(row, now)
}

/** Stops a grant; no change if it has ended. @throws Refusal `not_found` */
async function stopGrant(parts: RewardParts, grantId: string, operatorId: string, reason: string) {
  const { db, clock } = parts.platform
  return db.transaction(async (tx) => {
    const before = await readGrant(tx, grantId, clock.now())
    if (!(await stopFreeRounds(tx, grantId, clock.now()))) return before
    await parts.audit(tx, {
      operatorId,
      action: 'free-rounds.stop',
      subject: grantId,
      text: `Stopped ${before.left} free rounds of ${before.game.name}: ${reason}`,
      before: { left: before.left },
      after: { left: 0 },
    })
    return readGrant(tx, grantId, clock.now())
  })
}
