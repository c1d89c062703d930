import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { type PlayerText, textOf } from '@dhow/contract/player-texts'
import { type Currency, formatDecimal } from '@dhow/contract/money'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { StopCode, StoppedStep } from '@dhow/contract/withdrawal-review'
import { keysOf } from '@dhow/contract/keys-of'
import type { RestrictionCode } from '../limits/index.ts'

/**
 * Steps of a withdrawal. `mark-sent-paid`, `failed` and `returned` record outside events; `reject` returns the money to
 * the player's balance.
 */
export type GateStep = StoppedStep | 'request' | 'reject' | 'mark-sent-paid' | 'failed' | 'returned'

/** Facts that decide whether a player's money may be paid out, read under the lock of the player's wallet. */
export interface GateFacts {
  areBooksBroken: boolean
  /** Whether new withdrawals are open in the market, and whether money may move there at all. */
  isMarketOpen: boolean
  isMarketLegal: boolean
  isTierEnough: boolean
  /** Restrictions that stop any withdrawal of the player. */
  restrictions: ReadonlySet<RestrictionCode>
  debtMinor: bigint
  currency: Currency
  /** Whether the payout account is on the blocklist. */
  isAccountBlocked: boolean
  /** End of the payout account's rest after a change; undefined if it does not rest. */
  restsUntil: Date | undefined
}

export interface Reason {
  code: StopCode
  refusal: RefusalCode
  /** For an operator. */
  text: OperatorText
  /** For the player. */
  playerText: PlayerText
}

interface Rule extends Omit<Reason, 'code' | 'text' | 'playerText'> {
  applies(facts: GateFacts): boolean
  text(facts: GateFacts): OperatorText
  playerText(facts: GateFacts): PlayerText
}

const closedForPlayers = textOf('withdrawals_closed', {})
const debtOf = ({ debtMinor, currency }: GateFacts) => ({ amount: formatDecimal(debtMinor), currency })

/** All reasons to hold money, in display order. */
const rules: Record<StopCode, Rule> = {
  books_broken: {
    refusal: 'money_out_stopped',
    applies: (facts) => facts.areBooksBroken,
    text: () => operatorText('stop_books_broken', {}),
    playerText: () => closedForPlayers,
  },
  market_illegal: {
    refusal: 'withdrawals_unavailable',
    applies: (facts) => !facts.isMarketLegal,
    text: () => operatorText('stop_market_illegal', {}),
    playerText: () => closedForPlayers,
  },
  market_closed: {
    refusal: 'withdrawals_unavailable',
    applies: (facts) => !facts.isMarketOpen,
    text: () => operatorText('stop_market_closed', {}),
    playerText: () => closedForPlayers,
  },
  wallet_closed: {
    refusal: 'account_closed',
    applies: (facts) => facts.restrictions.has('wallet_closed'),
    text: () => operatorText('stop_wallet_closed', {}),
    playerText: () => textOf('wallet_closed', {}),
  },
  wallet_frozen: {
    refusal: 'account_frozen',
    applies: (facts) => facts.restrictions.has('wallet_frozen'),
    text: () => operatorText('stop_wallet_frozen', {}),
    playerText: () => textOf('wallet_frozen', {}),
  },
  player_suspended: {
    refusal: 'player_suspended',
    applies: (facts) => facts.restrictions.has('player_suspended'),
    text: () => operatorText('stop_player_suspended', {}),
    playerText: () => textOf('player_suspended', {}),
  },
  debt: {
    refusal: 'debt_open',
    applies: (facts) => facts.debtMinor > 0n,
    text: (facts) => operatorText('stop_debt', debtOf(facts)),
    playerText: (facts) => textOf('debt_blocks', debtOf(facts)),
  },
  tier_too_low: {
    refusal: 'tier_too_low',
    applies: (facts) => !facts.isTierEnough,
    text: () => operatorText('stop_tier_too_low', {}),
    playerText: () => textOf('tier_too_low', {}),
  },
  account_resting: {
    refusal: 'payout_account_resting',
    applies: (facts) => facts.restsUntil !== undefined,
    text: ({ restsUntil }) => operatorText('stop_account_resting', { until: restsUntil?.toISOString() ?? '' }),
    playerText: () => textOf('account_resting', {}),
  },
  account_refused: {
    refusal: 'contact_us',
    applies: (facts) => facts.isAccountBlocked,
    text: () => operatorText('stop_account_refused', {}),
    playerText: () => textOf('account_refused', {}),
  },
}

const everything = keysOf(rules)
// Operators decide withdrawals requested before their account was blocked, with a warning.
const ofRequests: readonly StopCode[] = ['market_closed', 'tier_too_low', 'account_refused']
const unsent = everything.filter((code) => !ofRequests.includes(code))

/**
 * Reasons that stop each step. A closed market refuses new requests only. Marking an approved withdrawal as paid ends
 * its hold, so it is stopped like sending, except for broken books: the payment may have left the bank already.
 */
const stopsOf: Record<GateStep, readonly StopCode[]> = {
  request: everything,
  approve: [...unsent, 'tier_too_low'],
  batch: unsent,
  'send-batch': unsent,
  order: unsent,
  'mark-paid': unsent.filter((code) => code !== 'books_broken'),
  reject: [],
  'mark-sent-paid': [],
  failed: [],
  returned: [],
}

/** Why a step is not possible, in display order; empty if it is. */
export function reasonsAgainst(step: GateStep, facts: GateFacts): Reason[] {
  return everything.filter((code) => stopsOf[step].includes(code) && rules[code].applies(facts)).map(reasonOf(facts))
}

/** All reasons that stop one of these steps, with the stopped steps. */
export function stopsFor(steps: readonly StoppedStep[], facts: GateFacts): (Reason & { steps: StoppedStep[] })[] {
  return everything
    .filter((code) => rules[code].applies(facts))
    .map((code) => ({
      ...reasonOf(facts)(code),
      steps: steps.filter((step) => stopsOf[step].includes(code)),
    }))
    .filter((reason) => reason.steps.length > 0)
}

const reasonOf =
  (facts: GateFacts) =>
  (code: StopCode): Reason => ({
    code,
    refusal: rules[code].refusal,
    text: rules[code].text(facts),
    playerText: rules[code].playerText(facts),
  })
