import { formatMoney } from '@dhow/contract/money'
import { moneyActs } from '@dhow/contract/money-acts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets } from '../portal/index.ts'
import type { openChanges } from './changes.ts'
import type { ActToDecide, Decision } from './decide.ts'
import type { ChangeKind, ChangeKinds } from './change-kinds.ts'
import type { Fact } from './tables.ts'

export interface MoneyChange<Kind extends ChangeKind> {
  kind: Kind
  change: ChangeKinds[Kind]
  reason: string
  facts?: readonly Fact[]
}

/**
 * For acts that have no state of their own to wait in: decides, and lets the act wait as a change where a second person is needed.
 * `doOrPropose` answers whether the caller carries it out now.
 */
export function openMoneyChanges(
  { propose }: Pick<ReturnType<typeof openChanges>, 'propose'>,
  decide: (tx: Tx, by: StaffSession, act: ActToDecide) => Promise<Decision>,
) {
  return async <Kind extends ChangeKind>(
    tx: Tx,
    by: StaffSession,
    act: ActToDecide,
    { kind, change, reason, facts = [] }: MoneyChange<Kind>,
  ): Promise<boolean> => {
    const { alone, reasons } = await decide(tx, by, act)
    if (alone) return true
    const { currency } = markets[act.market]
    await propose(tx, by, {
      kind,
      subject: act.subject,
      summary: `${moneyActs[act.act].title}: ${formatMoney(act.amountMinor, currency)}`,
      change,
      reason,
      facts: [...facts, { label: 'Why a second person', before: null, after: reasons.join(' ') }],
      ...(act.playerId === undefined ? {} : { playerId: act.playerId }),
      ...(act.amountMinor > 0n ? { amountMinor: act.amountMinor, currency } : {}),
    })
    return false
  }
}
