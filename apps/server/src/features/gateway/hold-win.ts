import { formatDecimal } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Messages } from '../messages/index.ts'
import type { Wallet } from '../wallet/index.ts'
import type { GameTransaction } from './game-transaction.ts'
import type { GroupRow } from './apply-group.ts'
import type { Ceilings } from './ceilings.ts'
import { getWinMinor } from './win-minor.ts'
import { required } from '../../platform/required.ts'

export const winHoldKey = (provider: string, txId: string) => `win:${provider}:${txId}:hold`

/**
 * Holds a win posted in the same transaction if it exceeds one of its provider's ceilings: the player sees the money
 * but cannot stake or withdraw it until an operator has decided. Returns the call's row with the remaining balance.
 */
export function openWinHolds(
  { clock, id, log }: Platform,
  { wallet, ceilings, messages }: { wallet: Wallet; ceilings: Ceilings; messages: Messages },
) {
  return async (tx: Tx, transaction: GameTransaction, row: GroupRow): Promise<GroupRow> => {
    if (!row.moved || getWinMinor(transaction) === 0n) return row
    const { names, stakeMinor, winMinor: win } = await ceilings.passed(tx, transaction)
    if (names.length === 0) return row
    const { providerCode: provider, playerId, currency } = transaction.session
    const cash = (await wallet.balance(tx, playerId))?.cashMinor ?? 0n
    // A later bet of the same call may have used part of it.
    const heldMinor = cash < win ? cash : win
    if (heldMinor === 0n) return row
    const now = clock.now()
    const { balances } = await wallet.hold(tx, {
      key: winHoldKey(provider, transaction.txId),
      playerId,
      currency,
      amountMinor: heldMinor,
      reason: 'win-hold',
      happenedAt: now,
    })
    const after = required(balances, 'the balances of a player’s posting')
    const { game_id } = await tx
      .updateTable('gateway.game_transaction')
      .set({ balance_minor: after.cashMinor })
      .where('provider_code', '=', provider)
      .where('tx_id', '=', transaction.txId)
      .returning('game_id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('gateway.game_round')
      .set({ balance_minor: after.cashMinor })
      .where('player_id', '=', playerId)
      .where('provider_code', '=', provider)
      .where('round_id', '=', transaction.roundId)
      .execute()
    const winId = id('win')
    await tx
      .insertInto('gateway.held_win')
      .values({
        id: winId,
        provider_code: provider,
        tx_id: transaction.txId,
        player_id: playerId,
        round_id: transaction.roundId,
        game_id,
        currency,
        stake_minor: stakeMinor,
        win_minor: win,
        held_minor: heldMinor,
        ceilings: names,
        held_at: now,
        decided_at: null,
        decided_by: null,
        reason: null,
      })
      .execute()
    await messages.send(tx, {
      key: `${winId}:held`,
      playerId,
      kind: 'win_held',
      params: { amount: formatDecimal(heldMinor), currency },
      about: null,
    })
    log.warn({ provider, playerId, txId: transaction.txId, ceilings: names }, 'a win is held for a check')
    const { cashMinor, bonusMinor, heldMinor: held, inPlayMinor } = after
    return {
      ...row,
      balance: cashMinor,
      cash_after: [cashMinor, bonusMinor, held, inPlayMinor],
      held_minor: heldMinor,
    }
  }
}
