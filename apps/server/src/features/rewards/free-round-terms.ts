import { parseAmount } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freeStakeLimits, hasFreeRounds } from '../gateway/index.ts'
import { required } from '../../platform/required.ts'

/** Free rounds as entered by an operator; amounts are decimal text. */
export interface FreeRoundTerms {
  game: string
  rounds: number
  stake: string
  max_win: string
}

/** Playable games that support free rounds, with the limits of their stakes. */
export async function freeRoundGames(db: Db) {
  const rows = await db
    .selectFrom('catalog.games as game')
    .innerJoin('catalog.providers as provider', 'provider.code', 'game.provider_code')
    .selectAll('game')
    .select('provider.adapter')
    .where('game.enabled', '=', true)
    .where('provider.enabled', '=', true)
    .orderBy('game.name')
    .execute()
  return rows.flatMap((game) => {
    const stakes = hasFreeRounds(game, game.adapter) ? freeStakeLimits(game) : undefined
    return stakes ? [{ ...game, ...stakes }] : []
  })
}

/**
 * Validated terms for a player of a market.
 * @throws Refusal `amount_invalid`, `free_rounds_unsupported`, `free_rounds_terms`
 */
export async function readTerms(db: Db, { game: gameId, rounds, stake, max_win }: FreeRoundTerms, market: Market) {
  const [stakeMinor, maxWinMinor] = [amountOf(stake), amountOf(max_win)]
  const game = (await freeRoundGames(db)).find(({ id, markets }) => id === gameId && markets.includes(market))
  if (!game) throw new Refusal('free_rounds_unsupported')
  const isOutside = stakeMinor < (game.leastMinor ?? 1n) || stakeMinor > (game.mostMinor ?? stakeMinor)
  if (isOutside || maxWinMinor < stakeMinor) throw new Refusal('free_rounds_terms')
  return { game, rounds, stakeMinor, maxWinMinor }
}

function amountOf(text: string): bigint {
  const minor = parseAmount(text)
  if (minor === undefined || minor === 0n) throw new Refusal('amount_invalid')
  return minor
}

/** True if a player may not get or use granted rewards. */
export async function isBarred(db: Db, playerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ barred: boolean }>`select rewards.is_barred(${playerId}, ${now}) as barred`.execute(db)
  return required(rows[0], 'the answer about a player').barred
}
