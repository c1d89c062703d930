import type { Db } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import type { GateFacts } from './gate-rules.ts'
import type { GivenParts } from './parts.ts'
import { findBlockedAccounts } from './payout-accounts.ts'
import { tiers } from './rules.ts'

export interface PlayerRef {
  player_id: string
  /** Default: facts of the player's withdrawals in general. */
  payout_account_id?: string | undefined
}

/** Facts that decide about each of these, with as many queries as for one. */
export async function gateFactsOf<Row extends PlayerRef>(
  parts: GivenParts,
  reader: Db,
  rows: readonly Row[],
): Promise<Map<Row, GateFacts>> {
  if (rows.length === 0) return new Map()
  const { clock } = parts.platform
  const { portal, accounts, wallet, limits } = parts
  const playerIds = [...new Set(rows.map((row) => row.player_id))]
  const accountIds = [...new Set(rows.flatMap((row) => row.payout_account_id ?? []))]
  const players = await accounts.findPlayers(playerIds, reader)
  const balances = await wallet.balances(reader, playerIds)
  const restrictions = await limits.restrictions(playerIds, 'withdraw', reader)
  const payoutAccounts =
    accountIds.length === 0
      ? []
      : await reader
          .selectFrom('withdrawals.payout_account')
          .select(['id', 'usable_from', 'number_sealed'])
          .where('id', 'in', accountIds)
          .execute()
  const blocked = await findBlockedAccounts(parts, reader, payoutAccounts)
  const now = clock.now()
  const { withdrawals, closed } = portal.settings()
  return new Map(
    rows.map((row) => {
      const player = required(players.get(row.player_id), `player ${row.player_id}`)
      const balance = balances.get(row.player_id)
      const usableFrom = payoutAccounts.find((account) => account.id === row.payout_account_id)?.usable_from
      return [
        row,
        {
          areBooksBroken: portal.isMoneyOutStopped(),
          isMarketLegal: portal.paymentsOpen(player.market),
          isMarketOpen: withdrawals.open && closed.withdrawals[player.market] === undefined,
          isTierEnough: tiers.indexOf(player.tier) >= tiers.indexOf(withdrawals.tier),
          restrictions: restrictions.get(row.player_id) ?? new Set(),
          debtMinor: balance?.debtMinor ?? 0n,
          currency: markets[player.market].currency,
          isAccountBlocked: row.payout_account_id !== undefined && blocked.has(row.payout_account_id),
          restsUntil: usableFrom && usableFrom > now ? usableFrom : undefined,
        },
      ]
    }),
  )
}
