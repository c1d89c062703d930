import { formatDecimal } from '@dhow/contract/money'
import {
  moneyActions,
  signedActions,
  signedFromAmount,
  type AmountAction,
  type Evidence,
} from '@dhow/contract/money-actions'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets, type Portal, type Settings } from '../portal/index.ts'
import { refuseUnsigned } from './signed-actions.ts'
import { dayOf, findActionsOfSide, insertAction, lockDay, sideOf, sumByOnePerson, type Side } from './store.ts'
import type { ActionToDecide, ActionToNote, Decision } from './parts.ts'
import type { Staff } from '../staff/index.ts'
import type { FourEyes } from './four-eyes.ts'

type Stage = 'waiting' | 'noted' | 'done'

/** Decides whether an operator may carry out a money action alone, and records it for the sums of the day. */
export function openDecide(
  { clock, id }: Platform,
  { portal, people, staff }: { portal: Portal; people: FourEyes; staff: Pick<Staff, 'stepUps'> },
) {
  const today = (market: Market) => dayOf(clock.now(), market)

  /** Amount from which an action needs a second person. */
  function thresholdOf(action: AmountAction, market: Market): bigint {
    const { approvals, four_eyes_minor } = portal.settings()
    return BigInt(approvals.thresholds_minor[action]?.[market] ?? four_eyes_minor[market])
  }

  const reasonsOf = (tx: Tx, by: StaffSession, action: ActionToDecide) =>
    secondPersonReasons(tx, by, action, {
      threshold: thresholdOf(action.action, action.market),
      limits: portal.settings().approvals,
      day: today(action.market),
    })

  /**
   * Refuses an operator who handled the other side of a player's money today, if the setting asks for it. Their actions
   * are serialised, so that concurrent ones on both sides do not pass.
   * @throws Refusal `both_sides`
   */
  async function refuseBothSides(tx: Tx, by: StaffSession, side: Side, market: Market, playerIds: string[]) {
    if (!portal.settings().approvals.separate_sides || playerIds.length === 0) return
    await lockDay(tx, by.operatorId)
    const other = await findActionsOfSide(tx, by.operatorId, side === 'in' ? 'out' : 'in', today(market), playerIds)
    if (other) throw new Refusal('both_sides', { data: { subject: other.subject } })
  }

  const write = (tx: Tx, by: StaffSession, action: ActionToDecide | ActionToNote, stage: Stage) =>
    insertAction(tx, {
      id: id('act'),
      action: action.action,
      subject: action.subject,
      player_id: action.playerId ?? null,
      currency: markets[action.market].currency,
      amount_minor: action.amountMinor,
      operator_id: by.operatorId,
      first_operator: 'first' in action ? (action.first ?? null) : null,
      side: sideOf(action.action) ?? null,
      stage,
      evidence: 'evidence' in action ? (action.evidence ?? null) : null,
      day: today(action.market),
      at: clock.now(),
    })

  return {
    thresholdOf,

    /**
     * Decides whether the operator may carry an action out now. Call it in the action's transaction, before its
     * postings: an allowed action is recorded with them. With `first` this is the second person's decision, which
     * passes if the two are independent.
     * @throws Refusal `same_operator`, `operators_tied`, `both_sides`, `step_up_needed`, `passkey_required`
     */
    async decide(tx: Tx, by: StaffSession, action: ActionToDecide): Promise<Decision> {
      if (action.first !== undefined) await people.refuseSamePerson(tx, action.first, by.operatorId)
      await lockDay(tx, by.operatorId, action.playerId)
      if (isSigned(action, thresholdOf(action.action, action.market))) await refuseUnsigned(staff, tx, by, [action])
      const side = sideOf(action.action)
      if (side !== undefined && action.playerId !== undefined)
        await refuseBothSides(tx, by, side, action.market, [action.playerId])
      const reasons = action.first === undefined ? await reasonsOf(tx, by, action) : []
      const alone = reasons.length === 0
      await write(tx, by, action, alone ? 'done' : 'waiting')
      return { alone, reasons }
    },

    /** Records actions that carry out an earlier decision. @throws Refusal `both_sides` */
    async note(tx: Tx, by: StaffSession, actions: readonly ActionToNote[]): Promise<void> {
      const [first] = actions
      if (first === undefined) return
      if (signedActions.has(first.action)) await refuseUnsigned(staff, tx, by, actions)
      await refuseBothSides(tx, by, 'out', first.market, [...new Set(actions.map((action) => action.playerId))])
      for (const action of actions) await write(tx, by, action, 'noted')
    },
  }
}

/** Whether an action needs a signature, always or because of its amount. */
const isSigned = ({ action, amountMinor }: ActionToDecide, thresholdMinor: bigint) =>
  signedActions.has(action) || (signedFromAmount.has(action) && amountMinor >= thresholdMinor)

/** Why a second person is needed; empty if one person may decide. */
async function secondPersonReasons(
  tx: Tx,
  by: StaffSession,
  action: ActionToDecide,
  { threshold, limits, day: on }: { threshold: bigint; limits: Settings['approvals']; day: string },
): Promise<OperatorText[]> {
  const { market, amountMinor, playerId, evidence } = action
  const { currency } = markets[market]
  const amountOf = (minor: bigint) => ({ amount: formatDecimal(minor), currency })
  const reasons = [
    ...(action.reasons ?? []),
    ...(amountMinor >= threshold ? [operatorText('second_from', amountOf(threshold))] : []),
  ]
  const accepted: readonly Evidence[] = moneyActions[action.action].evidence
  if (evidence !== undefined && accepted.includes(evidence)) return reasons
  const { operator_day_minor, player_day_minor } = limits
  const day = { day: on, currency, side: sideOf(action.action) }
  const ofOperator = await sumByOnePerson(tx, { operatorId: by.operatorId }, day)
  if (isPast(ofOperator, amountMinor, operator_day_minor[market]))
    reasons.push(operatorText('second_operator_day', amountOf(ofOperator)))
  const ofPlayer = playerId === undefined ? 0n : await sumByOnePerson(tx, { playerId }, day)
  if (isPast(ofPlayer, amountMinor, player_day_minor[market]))
    reasons.push(operatorText('second_player_day', amountOf(ofPlayer)))
  return reasons
}

/** Whether an action reaches the limit of a day's sum; the first action of a day is judged by its own amount. */
const isPast = (sumMinor: bigint, amountMinor: bigint, limitMinor: string) =>
  sumMinor > 0n && sumMinor + amountMinor >= BigInt(limitMinor)
