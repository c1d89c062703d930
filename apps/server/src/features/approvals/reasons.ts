import { formatMoney } from '@dhow/contract/money'
import { moneyActions, type Evidence } from '@dhow/contract/money-actions'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets, type Settings } from '../portal/index.ts'
import type { ActionToDecide } from './parts.ts'
import { sideOf, sumAlone } from './store.ts'

/** Sentences for the operator why a second person is needed; none where one person may decide. */
export async function secondPersonReasons(
  tx: Tx,
  by: StaffSession,
  action: ActionToDecide,
  { threshold, limits, day: on }: { threshold: bigint; limits: Settings['approvals']; day: string },
): Promise<string[]> {
  const { market, amountMinor, playerId, evidence } = action
  const { currency } = markets[market]
  const reasons = [
    ...(action.reasons ?? []),
    ...(amountMinor >= threshold ? [`From ${formatMoney(threshold, currency)} on a second person decides.`] : []),
  ]
  const accepted: readonly Evidence[] = moneyActions[action.action].evidence
  if (evidence !== undefined && accepted.includes(evidence)) return reasons
  const { operator_day_minor, player_day_minor } = limits
  const day = { day: on, currency, side: sideOf(action.action) }
  const ofOperator = await sumAlone(tx, { operatorId: by.operatorId }, day)
  if (isPast(ofOperator, amountMinor, operator_day_minor[market]))
    reasons.push(`You decided on ${formatMoney(ofOperator, currency)} alone today.`)
  const ofPlayer = playerId === undefined ? 0n : await sumAlone(tx, { playerId }, day)
  if (isPast(ofPlayer, amountMinor, player_day_minor[market]))
    reasons.push(`One person alone decided on ${formatMoney(ofPlayer, currency)} for this player today.`)
  return reasons
}

/** Whether an action takes the sum of a day to its limit; a single action is judged by its own amount. */
const isPast = (sumMinor: bigint, amountMinor: bigint, limitMinor: string) =>
  sumMinor > 0n && sumMinor + amountMinor >= BigInt(limitMinor)
