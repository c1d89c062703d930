import { required } from '../../platform/required.ts'
import type { GameRound } from '@dhow/contract/catalog'
import { formatDecimal } from '@dhow/contract/money'
import type { FileRound } from '@dhow/contract/rounds-file'
import type { Db } from '../../platform/db/index.ts'

/** The player's bets in each round, by `roundKey`, with their payouts. */
export async function betsOfRounds(db: Db, playerId: string, rounds: GameRound[]) {
  const bets = new Map<string, FileRound['bets']>()
  if (rounds.length === 0) return bets
  const ids = rounds.map(({ round_id }) => round_id)
  const rows = await db
    .selectFrom('gateway.game_transaction')
    .select(['provider_code', 'round_id', 'tx_id', 'kind', 'ref_tx_id', 'amount_minor', 'win_minor', 'bet_state'])
    .where('player_id', '=', playerId)
    .where('round_id', 'in', ids)
    .orderBy('at')
    .orderBy('tx_id')
    .execute()
  const paid = new Map<string, bigint>()
  const betKey = (provider: string, tx: string) => `${provider} ${tx}`
  for (const row of rows)
    if (row.kind === 'win' && row.ref_tx_id !== null) {
      const key = betKey(row.provider_code, row.ref_tx_id)
      paid.set(key, (paid.get(key) ?? 0n) + row.amount_minor)
    }
  for (const row of rows) {
    if (row.kind !== 'bet' && row.kind !== 'betwin') continue
    const key = roundKey({ provider: row.provider_code, round_id: row.round_id })
    const payoutMinor = row.win_minor + (paid.get(betKey(row.provider_code, row.tx_id)) ?? 0n)
    const bet: FileRound['bets'][number] = {
      id: row.tx_id,
      stake: formatDecimal(row.amount_minor),
      payout: formatDecimal(payoutMinor),
      state: row.kind === 'betwin' ? 'settled' : required(row.bet_state, 'state of a bet'),
      on: null,
    }
    bets.set(key, [...(bets.get(key) ?? []), bet])
  }
  return bets
}

/** Identifies a round of any provider. */
export const roundKey = ({ provider, round_id }: Pick<GameRound, 'provider' | 'round_id'>): string =>
  `${provider} ${round_id}`
