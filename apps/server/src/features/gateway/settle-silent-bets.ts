import { every } from '../../platform/every.ts'
import type { Platform } from '../../platform/platform.ts'
import { adapters } from './adapters/index.ts'
import type { openApply } from './apply.ts'

const eachMs = 3_600_000
const atOnce = 500

/**
 * Some protocols never mention a bet that lost. What has been open for longer than the protocol lets a win take is settled as lost, by ending
 * its round; a win that comes later still is paid all the same.
 */
export function openSilentBets({ db, clock, log, jobs }: Platform, acts: ReturnType<typeof openApply>) {
  async function settle() {
    for (const [name, { lostAfterMs }] of Object.entries(adapters)) {
      if (lostAfterMs === undefined) continue
      const rows = await db.kysely
        .selectFrom('game_transaction as bet')
        .innerJoin('game_provider as provider', 'provider.code', 'bet.provider_code')
        .select(['bet.provider_code', 'bet.round_id', 'bet.player_id', 'bet.game_id', 'bet.currency'])
        .where('provider.adapter', '=', name)
        .where('bet.bet_state', '=', 'open')
        .where('bet.at', '<', new Date(clock.now().getTime() - lostAfterMs))
        .groupBy(['bet.provider_code', 'bet.round_id', 'bet.player_id', 'bet.game_id', 'bet.currency'])
        .limit(atOnce)
        .execute()
      for (const { provider_code, round_id, player_id, game_id, currency } of rows)
        await acts.apply({
          kind: 'end',
          session: { id: '', providerCode: provider_code, playerId: player_id, gameId: game_id, currency },
          txId: `end:${player_id}:${round_id}`,
          roundId: round_id,
          gameId: game_id,
          currency,
          amountMinor: 0n,
        })
      if (rows.length > 0)
        log.info({ rounds: rows.length, adapter: name }, 'bets that nobody mentioned again have lost')
    }
  }
  return { settle, stop: every({ clock, log, jobs }, 'silent-bets', eachMs, settle) }
}
