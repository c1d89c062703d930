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
import type { TwoPeople } from './two-people.ts'

/** How a kind is carried out, and who may confirm it. */
export interface Handler<Change> {
  /** Names the kind on the Approvals screen: “Settings”. */
  title: OperatorText
  /** The person who confirms it has to hold this; everybody who may see all changes sees it. */
  needs: Permission
  /**
   * Carries the change out in the transaction that confirms it, with an audit entry of its own. What it answers is shown once, to the
   * person who confirmed: a link of one use, a gift's code.
   * @throws Refusal where the change does not fit any more; it then keeps waiting
   */
  apply(tx: Tx, by: StaffSession, change: Change, proposal: Proposed): Promise<ShownOnce[] | void>
}

export interface ShownOnce {
  label: OperatorText
  value: string
}

/** A change as its handler gets it. */
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
  /** The id of what it is about: one change of a kind and subject waits at a time. */
  subject: string
  /** The change in one sentence, for the person who confirms it. */
  summary: OperatorText
  change: ChangeKinds[Kind]
  /** As the proposer wrote it; empty where none is asked for. */
  reason: string
  facts?: readonly Fact[]
  playerId?: string
  amountMinor?: bigint
  currency?: Currency
}

export interface ChangeParts {
  platform: Platform
  staff: Staff
  people: TwoPeople
  /** How each kind is carried out, as its feature has registered it. */
  handlers: Map<string, Handler<never>>
}

export interface ActionToDecide {
  action: AmountAction
  /** The id of what it is about: the deposit, withdrawal, line, case, envelope or rule. */
  subject: string
  market: Market
  amountMinor: bigint
  playerId?: string | undefined
  /** The payout account that the money goes to; the player without it. */
  payee?: string | undefined
  /** Outside evidence that the money came or went; it counts if the action accepts it. */
  evidence?: Evidence | undefined
  /** Reasons of the feature itself why a second person is needed. */
  reasons?: OperatorText[] | undefined
  /** The first of two people, where this is the second. */
  first?: string | undefined
}

/** An action on one side of a player's money that was decided before: sending or paying an approved withdrawal. */
export interface ActionToNote {
  action: Extract<MoneyAction, 'withdrawal_send' | 'withdrawal_pay'>
  subject: string
  market: Market
  amountMinor: bigint
  playerId: string
  payee?: string | undefined
}

/** `reasons` are why a second person is needed; empty where nobody is. */
export interface Decision {
  alone: boolean
  reasons: OperatorText[]
}
