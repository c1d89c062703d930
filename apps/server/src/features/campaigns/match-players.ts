import type { SegmentRules } from '@dhow/contract/segments'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { fits } from './fields.ts'
import type { CampaignTable } from './tables.ts'

export interface Sought {
  market: Market
  rules: SegmentRules
  /** A message advertises, so it needs the player's consent. */
  kind?: CampaignTable['kind'] | undefined
}

/** Players who fit, each with the reason for which no campaign reaches them; null for one that can be reached. */
const matching = (db: Db, { market, rules, kind }: Sought, now: Date) =>
  db
    .selectFrom('campaigns.player_facts')
    .where('market', '=', market)
    .where((eb) => fits(eb, rules, now))
    .select(['player_id', 'player_name'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('limits.player_restriction as restriction')
              .select('restriction.code')
              .whereRef('restriction.player_id', '=', 'campaigns.player_facts.player_id')
              .where('restriction.from_at', '<=', now)
              .where('restriction.until_at', '>', now),
          ),
        )
        .then('restricted' as const)
        .when(
          eb.exists(
            eb
              .selectFrom('rewards.flagged_players as flagged')
              .select('flagged.player_id')
              .whereRef('flagged.player_id', '=', 'campaigns.player_facts.player_id'),
          ),
        )
        .then('flagged' as const)
        .when('is_test', '=', true)
        .then('test_player' as const)
        .when(
          eb.and([
            eb.val(kind === 'message'),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('accounts.offer_consents as consent')
                  .select('consent.player_id')
                  .whereRef('consent.player_id', '=', 'campaigns.player_facts.player_id'),
              ),
            ),
          ]),
        )
        .then('no_consent' as const)
        .end()
        .as('unreachable'),
    )

export type Unreachable = 'restricted' | 'flagged' | 'test_player' | 'no_consent'

/** Counts of whom rules match now, and the first hundred by name. @throws Refusal `segment_rule_wrong` */
export async function matchPlayers(db: Db, sought: Sought, now: Date) {
  const { all } = await db
    .selectFrom('accounts.player_card')
    .select((eb) => eb.fn.countAll<bigint>().as('all'))
    .where('market', '=', sought.market)
    .executeTakeFirstOrThrow()
  const rows = await db
    .with('fitting', () => matching(db, sought, now))
    .selectFrom('fitting')
    .select((eb) => ['unreachable', eb.fn.countAll<bigint>().as('players')])
    .groupBy('unreachable')
    .execute()
  const first = await matching(db, sought, now).orderBy('player_name').limit(100).execute()
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

/** The next players of a campaign who fit and were not looked at yet. */
export function nextPlayers(db: Db, campaignId: string, sought: Sought, now: Date, atMost: number) {
  return matching(db, sought, now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('campaigns.reached as before')
            .select('before.player_id')
            .where('before.campaign_id', '=', campaignId)
            .whereRef('before.player_id', '=', 'campaigns.player_facts.player_id'),
        ),
      ),
    )
    .orderBy('player_id')
    .limit(atMost)
    .execute()
}

/** Whether a player still fits and can be reached, read again in the transaction that reaches them. */
export async function lookAgain(db: Db, playerId: string, sought: Sought, now: Date): Promise<Unreachable | null> {
  const row = await matching(db, sought, now).where('player_id', '=', playerId).executeTakeFirst()
  return row === undefined ? null : row.unreachable
}
