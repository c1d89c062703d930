import { byCode } from '@dhow/contract/records'

/** Words of held money: reasons and debts. */
export const holds = {
  noPayout: 'Money held: this withdrawal cannot go out',
  noCredit: 'Check before you credit',
  badges: byCode({
    books_broken: 'Books',
    market_illegal: 'No licence',
    market_closed: 'Market closed',
    wallet_closed: 'Wallet closed',
    wallet_frozen: 'Frozen',
    player_suspended: 'Suspended',
    debt: 'Debt',
    tier_too_low: 'Not verified',
    account_resting: 'Account resting',
    account_refused: 'Account blocked',
    on_break: 'On a break',
    play_blocked: 'Play blocked',
  }),
  acknowledge: 'I credit it anyway: {text}',
  debtOf: 'Owes {amount}',
  debt: 'Debt',
  withdrawalsHeld: 'Open withdrawal of {amount} ({state}): it is held until this ends.',
  withdrawalGone:
    'Open withdrawal of {amount} ({state}): it is with the bank or the payout service and cannot be stopped.',
  batchHeld: '{count} of these payouts must not go out',
  batchHeldLead:
    'Remove them before you fetch the file. They stay approved and join a later batch once nothing holds them.',
  removeHeld: 'Remove from batch',
  removedHeld: 'Removed. Fetch the file again: it has changed.',
  keptBack: 'Kept back',
  keptBackLead: 'Approved, but not included in a new batch:',
  madeWithout: 'Batch created. Kept back: {count}.',
  writeOff: {
    label: 'Write off debt',
    lead: 'Proposes to give up what {player} owes. A second manager or admin has to confirm it under Approvals.',
    confirm: 'Propose write-off',
    done: 'Proposed. A second operator has to confirm it.',
  },
} as const
