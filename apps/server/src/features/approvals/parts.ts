import type { Currency } from '@dhow/contract/money'
import type { AmountAction, Evidence, MoneyAction } from '@dhow/contract/money-actions'
import type { Permission } from '@dhow/contract/permissions'
import type { OperatorText } from '@dhow/contract/operator-texts'
import type { Market } from '@dhow/contract/shapes'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Staff } from '../staff/index.ts'
import type { ChangeKind, ChangeKinds } from './change-kinds.ts'
import type { Fact } from './tables.ts'
import type { FourEyes } from './four-eyes.ts'

/** How a kind is carried out, and who may confirm it. */
export interface Handler<Change> {
  /** Names the kind on the Approvals screen: “Settings”. */
  title: OperatorText
  /** Permission to confirm it; everybody who may see all changes sees it. */
  needs: Permission
  /**
   * Carries the change out in the transaction that confirms it, with its own audit entry. The result is shown once to
   * the person who confirmed: a link of one use, a gift's code.
   * @throws Refusal if the change is no longer possible; it then keeps waiting
   */
  apply(tx: Tx, by: StaffSession, change: Change, proposal: Proposed): Promise<ShownOnce[] | void>
}

export interface ShownOnce {
  label: OperatorText
  value: string
}

/** A change as passed to its handler. */
export interface Proposed {
  id: string
  subject: string
  summary: OperatorText
  reason: string
  proposedBy: string
  /** The proposer as a session, for functions that need one. */
  proposer: StaffSession
}

export interface Proposal<Kind extends ChangeKind> {
  kind: Kind
  /** Id of the subject: one change per kind and subject waits at a time. */
  subject: string
  /** The change in one sentence, for the person who confirms it. */
  summary: OperatorText
  change: ChangeKinds[Kind]
  /** Reason of the proposer; empty if none is required. */
  reason: string
  facts?: readonly Fact[]
  playerId?: string
  amountMinor?: bigint
  currency?: Currency
}

export interface ChangeParts {
  platform: Platform
  staff: Staff
  people: FourEyes
  /** How each kind is carried out, as registered by its feature. */
  handlers: Map<string, Handler<never>>
}

export interface ActionToDecide {
  action: AmountAction
  /** Id of the subject: deposit, withdrawal, line, case, envelope or rule. */
  subject: string
  market: Market
  amountMinor: bigint
  playerId?: string | undefined
  /** Payout account that receives the money; default: the player. */
  payee?: string | undefined
  /** Outside evidence of the payment; it counts if the action accepts it. */
  evidence?: Evidence | undefined
  /** The feature's own reasons for a second person. */
  reasons?: OperatorText[] | undefined
  /** The first of two people, if this is the second. */
  first?: string | undefined
}

/** An action on one side of a player's money that was decided earlier: sending or paying an approved withdrawal. */
export interface ActionToNote {
  action: Extract<MoneyAction, 'withdrawal_send' | 'withdrawal_pay'>
  subject: string
  market: Market
  amountMinor: bigint
  playerId: string
  payee?: string | undefined
}

/** `reasons` for a second person; empty if none is needed. */
export interface Decision {
  alone: boolean
  reasons: OperatorText[]
}
