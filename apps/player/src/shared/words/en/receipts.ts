/** Signed statements of the account, in English. */
export const words = {
  statements: {
    lead: 'Every entry of a month or another period, with opening and closing balance. Each statement is signed, so a bank or anybody else can check it without us.',
    span: 'Period',
    otherSpan: 'Other dates',
    soFar: '{month} so far',
    from: 'First day',
    to: 'Last day',
    daysNeeded: 'Choose both days. The last day cannot be before the first day.',
    make: 'Make statement',
    making: 'Making the statement…',
    ready: 'Your statement is ready.',
    yours: 'Your statements',
    emptyTitle: 'No statements yet',
    emptyText: 'Choose a period above. A statement stays here and never changes: each download is the same file.',
    entries: 'Entries',
    opening: 'Opening cash',
    closing: 'Closing cash',
    byOperator: 'Issued by our support team',
    files: {
      'statement.pdf': 'PDF',
      'entries.csv': 'CSV',
      'entries.csv.note': 'Signature of the CSV',
      'entries.json': 'JSON',
      'entries.json.note': 'Signature of the JSON',
      'receipt.html': 'Receipt of the last entry',
    },
    pdfNote: 'The PDF is in English and has the CSV, its signature and the receipt attached.',
    proves:
      'A statement proves that its entries are complete between both balances, add up, and are in our public log unchanged. It does not prove that a game was fair or that a bank has paid.',
  },
  liabilities: {
    title: 'What we owe to players',
    lead: 'Each day after midnight (UTC) we add up the balances of all players and publish the total in our public log. Nobody can lower it later, and each player can check that their own money is counted.',
    signIn: 'Log in to check that your balance is counted.',
    noneTitle: 'Nothing published yet',
    noneText: 'The first sums appear after midnight (UTC).',
    ofCurrency: 'Owed to all players, {currency}',
    day: 'Day',
    owed: 'Owed',
    bank: 'Our bank balance',
    checks: 'Players who checked',
    notEntered: 'Not entered',
    chance:
      '{checks} players have checked the newest sum. If {accounts} accounts had been left out of it, that would have gone unnoticed with a chance of {percent} %. Each further check lowers it.',
    checkTitle: 'Check my balance',
    checkLead:
      'Your browser fetches your share of the newest sum, checks it, and adds up all entries since. The result is calculated here, not by our server.',
    check: 'Check my balance',
    checking: 'Checking…',
    counted:
      'Your balance is counted. Your share leads to the published sum, and all entries since add up to what the portal shows.',
    countedLater:
      'Your account is newer than the newest sum. All of its entries are in the log and add up to what the portal shows.',
    differs:
      'The entries do not add up to the balance that the portal shows. Keep a statement and contact the support team.',
    refused: 'The check failed. Keep a statement and contact the support team. Reason:',
    atRoot: 'Your share that day',
    since: 'Entries since',
    now: 'Owed to you now',
    keepKey:
      'Your browser used the keys that our log publishes at /log/keys. Write them down once and compare them later: a key that changed without notice proves nothing.',
    proves:
      'This proves that the sum covers every player who checks. It does not prove that the money is there: our bank balance is what we enter, and nobody signs it for us. Anybody who checks sees the sums beside their own, but not whose they are.',
  },
}
