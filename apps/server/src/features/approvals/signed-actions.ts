import type { MoneyAction } from '@dhow/contract/money-actions'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { markets } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import type { ActionToDecide } from './parts.ts'

/** Part of a decision that its operator signs. */
export type ActionToSign = Pick<ActionToDecide, 'subject' | 'market' | 'amountMinor' | 'playerId' | 'payee'> & {
  action: MoneyAction
}

/**
 * Requires the operator's passkey if they have one, for actions of `signedActions`. Several actions are signed as one,
 * with their sum.
 * @throws Refusal `step_up_needed`, `passkey_required`
 */
export async function refuseUnsigned(
  { stepUps }: Pick<Staff, 'stepUps'>,
  tx: Tx,
  by: StaffSession,
  actions: readonly ActionToSign[],
): Promise<void> {
  const [first] = actions
  if (first === undefined) return
  await stepUps.require(tx, by, {
    action: first.action,
    subject: actions.map(({ subject }) => subject).join(' '),
    amountMinor: actions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    currency: markets[first.market].currency,
    payee: actions.map(({ subject, playerId, payee }) => payee ?? playerId ?? subject).join(' '),
  })
}
