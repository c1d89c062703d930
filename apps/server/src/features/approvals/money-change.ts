import { formatDecimal } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets } from '../portal/index.ts'
import type { openChanges } from './changes.ts'
import { factOf } from './facts.ts'
import type { ActionToDecide, Decision } from './parts.ts'
import type { ChangeKind, ChangeKinds } from './change-kinds.ts'
import type { Fact } from './tables.ts'

export interface MoneyChange<Kind extends ChangeKind> {
  kind: Kind
  change: ChangeKinds[Kind]
  reason: string
  facts?: readonly Fact[]
}

/**
 * For actions without a waiting state of their own: decides, and stores the action as a change if a second person is
 * needed. `doOrPropose` returns whether the caller carries it out now.
 */
export function openMoneyChanges(
  { propose }: Pick<ReturnType<typeof openChanges>, 'propose'>,
  decide: (tx: Tx, by: StaffSession, action: ActionToDecide) => Promise<Decision>,
) {
  return async <Kind extends ChangeKind>(
    tx: Tx,
    by: StaffSession,
    action: ActionToDecide,
    { kind, change, reason, facts = [] }: MoneyChange<Kind>,
  ): Promise<boolean> => {
    const { alone, reasons } = await decide(tx, by, action)
    if (alone) return true
    const { currency } = markets[action.market]
    await propose(tx, by, {
      kind,
      subject: action.subject,
      summary: operatorText('money_action_of', {
        action: action.action,
        amount: formatDecimal(action.amountMinor),
        currency,
      }),
      change,
      reason,
      facts: [...facts, ...reasons.map((after) => factOf('fact_second_person', after))],
      ...(action.playerId === undefined ? {} : { playerId: action.playerId }),
      ...(action.amountMinor > 0n ? { amountMinor: action.amountMinor, currency } : {}),
    })
    return false
  }
}
