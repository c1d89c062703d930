import type { SegmentRules } from '@dhow/contract/segments'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { fits } from './fields.ts'
import type { CampaignParts } from './parts.ts'
import { refreshFacts } from './refresh-facts.ts'
import type { CampaignTable } from './tables.ts'

export interface MatchQuery {
  market: Market
  rules: SegmentRules
  /** A message is advertising, so it needs the player's consent. */
  kind?: CampaignTable['kind'] | undefined
}

export type Unreachable = 'restricted' | 'flagged' | 'test_player' | 'no_consent'

/**
 * Matching players, each with the reason why no campaign reaches them; null for reachable ones. Barred players are
 * collected once, because there may be a million facts.
 */
const matching = (db: Db, { market, rules, kind }: MatchQuery, atRisk: readonly string[], now: Date) =>
  db
    .with('fitting', (made) =>
      made
        .selectFrom('campaigns.player_fact')
        .select('player_id')
        .where('market', '=', market)
        .where((eb) => fits(eb, rules, now)),
    )
    .with('restricted', (made) =>
      made
        .selectFrom('limits.player_restriction')
        .select('player_id as barred_id')
        .distinct()
        .where('from_at', '<=', now)
        .where('until_at', '>', now),
    )
    .with('flagged', (made) =>
      made
        .selectFrom('rewards.flagged_players')
        .select('player_id as barred_id')
        .union(
          made
            .selectFrom(sql<{ id: string }>`unnest(${[...atRisk]}::text[])`.as<'risky'>(sql`risky (id)`))
            .select('risky.id as barred_id'),
        ),
    )
    .with('willing', (made) => made.selectFrom('accounts.offer_consents').select('player_id as willing_id'))
    .with('matched', (made) =>
      made
        .selectFrom('fitting')
        .innerJoin('accounts.player_card as player', 'player.id', 'fitting.player_id')
        .leftJoin('restricted', 'restricted.barred_id', 'player.id')
        .leftJoin('flagged', 'flagged.barred_id', 'player.id')
        .leftJoin('willing', 'willing.willing_id', 'player.id')
        .select(['player.id as player_id', 'player.player_name'])
        .select((eb) =>
          eb
            .case()
            .when('restricted.barred_id', 'is not', null)
            .then('restricted' as const)
            .when('flagged.barred_id', 'is not', null)
            .then('flagged' as const)
            .when('player.is_test', '=', true)
            .then('test_player' as const)
            .when(eb.and([eb.lit(kind === 'message'), eb('willing.willing_id', 'is', null)]))
            .then('no_consent' as const)
            .end()
            .as('unreachable'),
        ),
    )

/** Counts the players who match now, with the first hundred by name. @throws Refusal `segment_rule_wrong` */
export async function matchPlayers(parts: CampaignParts, sought: MatchQuery) {
  const { db, clock } = parts.platform
  const now = clock.now()
  await refreshFacts(parts, db.kysely)
  const { all } = await db.kysely
    .selectFrom('accounts.player_card')
    .select((eb) => eb.fn.countAll<bigint>().as('all'))
    .where('market', '=', sought.market)
    .executeTakeFirstOrThrow()
  const atRisk = await parts.playersAtRisk(sought.market)
  const rows = await matching(db.kysely, sought, atRisk, now)
    .selectFrom('matched')
    .select((eb) => ['unreachable', eb.fn.countAll<bigint>().as('players')])
    .groupBy('unreachable')
    .execute()
  const first = await matching(db.kysely, sought, atRisk, now)
    .selectFrom('matched')
    .selectAll()
    .orderBy('player_name')
    .limit(100)
    .execute()
  const matched = rows.reduce((sum, { players }) => sum + Number(players), 0)
  return {
    matched,
    all: Number(all),
    everybody: matched > 0 && matched === Number(all),
    unreachable: Object.fromEntries(
      rows.flatMap(({ unreachable, players }) => (unreachable === null ? [] : [[unreachable, Number(players)]])),
    ),
    reachable: Number(rows.find(({ unreachable }) => unreachable === null)?.players ?? 0),
    players: first.map(({ player_id: id, player_name, unreachable }) => ({ id, player_name, unreachable })),
  }
}
