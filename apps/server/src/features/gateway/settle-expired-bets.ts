import { sql } from 'kysely'
import type { Currency } from '@dhow/contract/money'
import { every } from '../../platform/every.ts'
import { smallestIdAt } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { adapters } from './adapters/index.ts'
import type { openApply } from './apply.ts'
import { recordLongOpen } from './rare-rounds.ts'

const eachMs = 3_600_000
const atOnce = 500

/**
 * Some protocols never report a lost bet. A bet that is open longer than its protocol's wins take is settled as lost,
 * by ending its round; a later win is still paid.
 */
export function openExpiredBets({ db, clock, log, jobs }: Platform, transactions: ReturnType<typeof openApply>) {
  async function settle() {
    await recordLongOpen(db.kysely, clock.now())
    for (const [name, { lostAfterMs }] of Object.entries(adapters)) {
      if (lostAfterMs === undefined) continue
      const before = new Date(clock.now().getTime() - lostAfterMs)
      let rounds = await expiredRounds(name, before)
      for (; rounds.length > 0; rounds = await expiredRounds(name, before, rounds.at(-1))) {
        for (const { provider_code, round_id, player_id, game_id, currency } of rounds)
          await transactions.apply({
            kind: 'end',
            session: { id: '', providerCode: provider_code, playerId: player_id, gameId: game_id, currency },
            txId: `end:${player_id}:${round_id}`,
            roundId: round_id,
            gameId: game_id,
            currency,
            amountMinor: 0n,
          })
        log.info({ rounds: rounds.length, adapter: name }, 'bets without a result were settled as lost')
      }
    }
  }

  /**
   * Rounds with a bet open since before an instant, after the last checked round. They are among the few rows of
   * `gateway.long_open_round`: an index of open bets would be written by every bet, and again, with all other indexes
   * of the table, when it is settled.
   */
  async function expiredRounds(adapter: string, before: Date, after?: ExpiredRound): Promise<ExpiredRound[]> {
    const { rows } = await sql<ExpiredRound>`
      select long_open.player_id, long_open.id, round.provider_code, round.round_id, round.game_id, round.currency
      from gateway.long_open_round long_open
      cross join lateral (
        select * from gateway.game_round_in_order where player_id = long_open.player_id and id = long_open.id offset 0
      ) round
      where long_open.id < ${smallestIdAt('rnd', before)}
        and (long_open.player_id, long_open.id) > (${after?.player_id ?? ''}, ${after?.id ?? ''})
        and round.provider_code in (select code from catalog.providers where adapter = ${adapter})
        and exists (
          select from gateway.game_transaction bet
          where bet.player_id = round.player_id and bet.round_id = round.round_id and bet.provider_code = round.provider_code
            and bet.bet_state = 'open' and bet.at < ${before} offset 0
        )
      order by long_open.player_id, long_open.id limit ${atOnce}`.execute(db.kysely)
    return rows
  }

  return { settle, stop: every({ clock, log, jobs }, 'silent-bets', eachMs, settle) }
}

interface ExpiredRound {
  player_id: string
  id: string
  provider_code: string
  round_id: string
  game_id: string
  currency: Currency
}
