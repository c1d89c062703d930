import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { depositStanding, limitsOf, lockDeposits } from './store.ts'
import type { LimitParts, PlayerRef } from './parts.ts'
import { paidIn } from './read-limits.ts'

/**
 * Checks a deposit in the transaction that writes it, before it is written. The player's other open deposits count,
 * under a lock, so that concurrent ones do not exceed the limit. Payments already received are credited all the same.
 * @throws Refusal `deposits_blocked`, `deposit_limit_reached`
 */
export async function refuseDeposit(parts: LimitParts, tx: Tx, deposit: PlayerRef & { amountMinor: bigint }) {
  const {
    platform: { clock },
    openDepositsMinor,
  } = parts
  const { restriction, isLimited } = await depositStanding(tx, deposit.playerId, clock.now())
  if (restriction) throw new Refusal('deposits_blocked')
  if (!isLimited) return
  const set = (await limitsOf(tx, deposit.playerId)).filter((limit) => limit.kind === 'deposit')
  await lockDeposits(tx, deposit.playerId)
  const openMinor = await openDepositsMinor(tx, deposit.playerId)
  for (const limit of set) {
    const [usedMinor = 0n] = await paidIn(parts, tx, deposit, [limit.period])
    if (usedMinor + openMinor + deposit.amountMinor > limit.amount_minor)
      throw fieldRefusal('deposit_limit_reached', 'amount', textOf('deposit_limit_reached', {}))
  }
}
