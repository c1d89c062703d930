import type { Words } from './words.ts'

export const en: Words = {
  title: 'Check your receipts',
  lead: 'This page checks the files you choose on your own device. It needs no network and sends nothing anywhere, so you can keep it and use it at any time.',
  pick: {
    title: '1. Choose your files',
    text: 'Receipts, a statement with its note and receipt, your share of the liabilities, or two heads of the log.',
    button: 'Choose files',
    drop: 'or drop them here',
    chosen: 'Chosen files',
    again: 'Start over',
  },
  trust: {
    title: '2. Say whose signature counts',
    text: 'The key of the operator’s log, or a policy file that also names witnesses. Take it from a source that you trust, best from more than one.',
    label: 'Key or policy',
    missing: 'Enter a key or a policy, then the files are checked.',
  },
  kinds: {
    receipt: 'receipt',
    body: 'entries of a statement',
    note: 'signed note',
    liability: 'share of the liabilities',
    head: 'earlier head of the log',
    request: 'later head with proof',
    policy: 'policy',
  },
  working: 'Checking…',
  holds: {
    verify: {
      title: 'This receipt holds',
      proves:
        'Proves: the operator entered exactly this entry into its public log, and cannot change or remove it unnoticed.',
      not: 'Does not prove: that a game was fair, or that a bank has paid.',
    },
    statement: {
      title: 'This statement holds',
      proves:
        'Proves: the entries follow each other without a gap, add up from the opening to the closing balance, and are bound to the public log.',
      not: 'Does not prove: that a bank or a payment service has the same figures.',
    },
    root: {
      title: 'Your share is counted',
      proves:
        'Proves: the published total of that day includes what you were owed, and with the receipts you added it becomes the balance below.',
      not: 'Does not prove: that the operator has the money. Compare the total with its bank balance.',
    },
    consistency: {
      title: 'The log went on unchanged',
      proves: 'Proves: the later log begins with every entry of the earlier one.',
      not: 'Does not prove: that others were shown the same log, unless witnesses signed it.',
    },
  },
  fails: {
    verify: 'This receipt does not hold',
    statement: 'This statement does not hold',
    root: 'This share does not hold',
    consistency: 'These heads do not belong together',
  },
  failsPolicy: 'This key or policy cannot be used',
  meanings: {
    'note-signature-wrong':
      'The signature does not fit the text. The file was changed after it was signed, or damaged on the way.',
    'note-not-signed': 'The key that you trust has not signed this. Check that you have the right key.',
    'proof-root-differs': 'This entry is not in the log, or it was changed after the receipt was made.',
    'statement-body-changed':
      'The entries are not the ones that were signed. Spreadsheet programs change a file when they save it: use the file as you downloaded it.',
    'statement-without-receipt': 'Add the receipt of the statement’s last entry.',
    'chain-entry-missing': 'An entry is missing. Add the receipts of all entries, without a gap.',
    'liability-total-wrong': 'The published total is not the sum of the shares.',
    'consistency-':
      'The later log does not go on from the earlier one. If both heads are signed, keep both files: they show that the log was changed.',
    'quorum-': 'Not enough witnesses have signed. A fresh receipt may still be waiting for them.',
    'policy-': 'The policy has a mistake. Copy it again from its source.',
    'key-': 'The key has a mistake. Copy it again from its source.',
    'chain-': 'The entries do not follow each other, or do not add up.',
    'file-': 'A file that belongs to this check is missing.',
    '': 'The file is incomplete, was changed, or is of another kind.',
  },
  exact: 'Exactly:',
  facts: {
    account: 'Account',
    entry: 'Entry number',
    time: 'Time (UTC)',
    reason: 'Kind',
    key: 'Reference',
    cash: 'Cash',
    bonus: 'Bonus',
    hold: 'On hold',
    inPlay: 'In play',
    index: 'Place in the log',
    log: 'Log',
    size: 'Entries in the log',
    witnesses: 'Witnesses',
    period: 'Period (UTC)',
    entries: 'Entries',
    opening: 'Opening balance',
    closing: 'Closing balance',
    day: 'Day',
    total: 'Owed to all players',
    share: 'Owed to you on that day',
    entriesSince: 'Entries since',
    balanceNow: 'Owed to you after them',
    sizeBefore: 'Entries before',
  },
}
