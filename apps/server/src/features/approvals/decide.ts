import { formatMoney } from '@dhow/contract/money'
import { moneyActs, type AmountAct, type Evidence, type MoneyAct } from '@dhow/contract/money-acts'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { markets, type Portal } from '../portal/index.ts'
import { dayOf, findOnSide, insertAct, lockDay, sideOf, sumAlone, type Side } from './store.ts'
import type { TwoPeople } from './two-people.ts'

export interface ActToDecide {
  act: AmountAct
  /** The id of what it is about: the deposit, withdrawal, line, case, envelope or rule. */
  subject: string
  market: Market
  amountMinor: bigint
  playerId?: string | undefined
  /** Outside evidence that the money came or went; it counts if the act accepts it. */
  evidence?: Evidence | undefined
  /** Reasons of the feature itself why a second person is needed. */
  reasons?: string[] | undefined
  /** The first of two people, where this is the second. */
  first?: string | undefined
}

/** An act on one side of a player's money that was decided before: sending or paying an approved withdrawal. */
export interface ActToNote {
  act: Extract<MoneyAct, 'withdrawal_send' | 'withdrawal_pay'>
  subject: string
  market: Market
  amountMinor: bigint
  playerId: string
}

/** `reasons` are sentences for the operator why a second person is needed; empty where nobody is. */
export interface Decision {
  alone: boolean
  reasons: string[]
}

/** Decides in one place whether an operator may carry out a money act alone, and writes it down for the sums of the day. */
export function openDecide({ clock, id }: Platform, portal: Portal, people: TwoPeople) {
  const today = (market: Market) => dayOf(clock.now(), market)

  /** The amount from which on an act needs a second person. */
  function thresholdOf(act: AmountAct, market: Market): bigint {
    const { approvals, four_eyes_minor } = portal.settings()
    return BigInt(approvals.thresholds_minor[act]?.[market] ?? four_eyes_minor[market])
  }

  async function reasonsOf(tx: Tx, by: StaffSession, act: ActToDecide): Promise<string[]> {
    const { market, amountMinor, playerId, evidence } = act
    const { currency } = markets[market]
    const threshold = thresholdOf(act.act, market)
    const reasons = [
      ...(act.reasons ?? []),
      ...(amountMinor >= threshold ? [`From ${formatMoney(threshold, currency)} on a second person decides.`] : []),
    ]
    const accepted: readonly Evidence[] = moneyActs[act.act].evidence
    if (evidence !== undefined && accepted.includes(evidence)) return reasons
    const { operator_day_minor, player_day_minor } = portal.settings().approvals
    const day = { day: today(market), currency, side: sideOf(act.act) }
    const ofOperator = await sumAlone(tx, { operatorId: by.operatorId }, day)
    if (isPast(ofOperator, amountMinor, operator_day_minor[market]))
      reasons.push(`You decided on ${formatMoney(ofOperator, currency)} alone today.`)
    const ofPlayer = playerId === undefined ? 0n : await sumAlone(tx, { playerId }, day)
    if (isPast(ofPlayer, amountMinor, player_day_minor[market]))
      reasons.push(`One person alone decided on ${formatMoney(ofPlayer, currency)} for this player today.`)
    return reasons
  }

  /**
   * Refuses an operator who worked the other side of a player's money today, where the setting says so; their acts follow each other, so
   * that both sides at once do not pass.
   * @throws Refusal `both_sides`
   */
  async function refuseBothSides(tx: Tx, by: StaffSession, side: Side, market: Market, playerIds: string[]) {
    if (!portal.settings().approvals.separate_sides || playerIds.length === 0) return
    await lockDay(tx, by.operatorId)
    const other = await findOnSide(tx, by.operatorId, side === 'in' ? 'out' : 'in', today(market), playerIds)
    if (other) throw new Refusal('both_sides', { data: { subject: other.subject } })
  }

  const write = (tx: Tx, by: StaffSession, act: ActToDecide | ActToNote, stage: 'waiting' | 'noted' | 'done') =>
    insertAct(tx, {
      id: id('act'),
      act: act.act,
      subject: act.subject,
      player_id: act.playerId ?? null,
      currency: markets[act.market].currency,
      amount_minor: act.amountMinor,
      operator_id: by.operatorId,
      first_operator: 'first' in act ? (act.first ?? null) : null,
      side: sideOf(act.act) ?? null,
      stage,
      evidence: 'evidence' in act ? (act.evidence ?? null) : null,
      day: today(act.market),
      at: clock.now(),
    })

  return {
    thresholdOf,

    /**
     * Whether the operator may carry an act out now. Call it in the transaction of the act and before its postings: an act that may be
     * carried out is written down with them. With `first` it is the second person's decision, which passes where the two are independent.
     * @throws Refusal `same_operator`, `operators_tied`, `both_sides`
     */
    async decide(tx: Tx, by: StaffSession, act: ActToDecide): Promise<Decision> {
      if (act.first !== undefined) await people.refuseSamePerson(tx, act.first, by.operatorId)
      await lockDay(tx, by.operatorId, act.playerId)
      const side = sideOf(act.act)
      if (side !== undefined && act.playerId !== undefined)
        await refuseBothSides(tx, by, side, act.market, [act.playerId])
      const reasons = act.first === undefined ? await reasonsOf(tx, by, act) : []
      const alone = reasons.length === 0
      await write(tx, by, act, alone ? 'done' : 'waiting')
      return { alone, reasons }
    },

    /** Writes down acts that carry out what was decided before. @throws Refusal `both_sides` */
    async note(tx: Tx, by: StaffSession, acts: readonly ActToNote[]): Promise<void> {
      const [first] = acts
      if (first === undefined) return
      await refuseBothSides(tx, by, 'out', first.market, [...new Set(acts.map((act) => act.playerId))])
      for (const act of acts) await write(tx, by, act, 'noted')
    },
  }
}

/** Whether an act takes the sum of a day to its limit; a single act is judged by its own amount. */
const isPast = (sumMinor: bigint, amountMinor: bigint, limitMinor: string) =>
  sumMinor > 0n && sumMinor + amountMinor >= BigInt(limitMinor)
