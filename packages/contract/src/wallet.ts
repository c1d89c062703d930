/** The wallet has no routes: money moves only through the features, which share its refusals. */
export const walletRefusals = {
  key_reused: { status: 409 },
  reference_credited: { status: 409, sentence: 'This payment was credited before.' },
  account_missing: { status: 409, sentence: 'This account does not exist.' },
  account_closed: { status: 409, sentence: 'This account is closed.' },
  account_not_empty: { status: 409, sentence: 'There is still money on this account.' },
  account_frozen: { status: 409 },
  currency_mismatch: { status: 409, sentence: 'The currency does not fit the account.' },
  amount_invalid: { status: 422 },
  insufficient_funds: { status: 409 },
  balance_limit: { status: 409 },
  hold_missing: { status: 409, sentence: 'There is no such hold.' },
  hold_ended: { status: 409, sentence: 'This hold has ended already.' },
} as const
