import { required } from '../../platform/required.ts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { OtherNames } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** A round that a provider never ends delays the count by at most this long. */
const openRoundsWaitMs = 3_600_000

/**
 * Amount of a player's settled stakes after a transfer that counts towards wagering, and the last counted transfer.
 * Each stake is weighted by its game and by its round's return: a round with little risk counts little. A round with
 * open bets counts once it is settled, because its other bets may cover the same outcome.
 */
export async function countedStakes(db: Db, playerId: string, afterTransferId: bigint, now: Date) {
  const waitsSince = new Date(now.getTime() - openRoundsWaitMs)
  const { rows } = await sql<{ counted: string; last: bigint | null }>`
    with stakes as materialized (
      select transfer.id, transfer.amount_minor, round.game_id, coalesce(round.open_bets > 0 and round.started_at > ${waitsSince}, false) as is_open,
        case when round.stake_minor > round.returned_minor
             then round.payout_minor * 100 / (round.stake_minor - round.returned_minor) end as returned_percent
      from ledger.transfers transfer
      join ledger.postings posting on posting.id = transfer.posting_id
      left join gateway.transactions call on call.provider_code = split_part(posting.key, ':', 2)
        and call.tx_id = substr(posting.key, length(split_part(posting.key, ':', 2)) + 7) and posting.key like 'game:%'
      left join gateway.rounds round on round.player_id = transfer.player_id and round.provider_code = call.provider_code and round.round_id = call.round_id
      where transfer.player_id = ${playerId} and transfer.id > ${afterTransferId} and transfer.credit like 'gaming_result:%'
    ), closed as (
      select * from stakes where id < coalesce((select min(id) from stakes where is_open), 9223372036854775807)
    )
    select coalesce(sum(amount_minor * least(
        coalesce((select percent from rewards.wagering_weight where scope = 'game:' || game_id),
                 (select min(percent) from rewards.wagering_weight join catalog.games game on substr(scope, 10) = any (game.categories) where scope like 'category:%' and game.id = game_id), 100),
        coalesce((select min(percent) from rewards.wagering_return where returned_percent >= from_percent and returned_percent < below_percent), 100)
      ) / 100), 0)::bigint::text as counted, max(id) as last
    from closed`.execute(db)
  const { counted, last } = required(rows[0], 'sum of the rounds')
  return { countedMinor: BigInt(counted), last }
}

/** Names of weighted categories. */
const categoryNames: Record<string, OtherNames> = { roulette: { hi: 'रूलेट', af: 'roelet' } }

const named = (name: string, { hi, af }: OtherNames = {}) => ({
  game: name.slice(0, 1).toUpperCase() + name.slice(1),
  ...(hi ? { hi } : {}),
  ...(af ? { af } : {}),
})

/** Stakes that count less towards wagering, as texts for the terms. */
export async function wageringTerms(db: Db): Promise<PlayerText[]> {
  const weights = await sql<{ category: string; name: string | null; names: OtherNames | null; percent: number }>`
    select split_part(scope, ':', 2) as category, game.name, game.names, percent
    from rewards.wagering_weight left join catalog.games game on scope = 'game:' || game.id where percent < 100 order by coalesce(game.name, initcap(split_part(scope, ':', 2)))`.execute(
    db,
  )
  const returns = await sql<{ from_percent: number; below_percent: number; percent: number }>`
    select * from rewards.wagering_return order by from_percent`.execute(db)
  return [
    ...weights.rows.map(({ category, name, names, percent }) =>
      textOf('weight_game', {
        ...named(name ?? category, names ?? categoryNames[category]),
        percent: String(percent),
      }),
    ),
    ...returns.rows.map(({ from_percent, below_percent, percent }) =>
      textOf('weight_returns', { from: String(from_percent), to: String(below_percent), percent: String(percent) }),
    ),
  ]
}
