/** The frame of every screen, the door, and the help for keys. */

export const frame = {
  name: 'Dhow console',
  title: '{screen} · {portal} console',
  sandbox: 'Sandbox: play money',
  skip: 'Skip to the content',
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  theme: 'Light or dark',
  signOut: 'Sign out',
  keys: 'Keys',
  main: 'Main',
  offline: 'You are offline. What you see may be old; nothing is sent.',
  resting: 'Nobody has touched this screen for a while, so it has stopped asking for news.',
  stale: 'This could not be fetched again and may be old.',
  notFound: 'There is nothing at this address',
  notFoundText: 'Choose a place from the navigation.',
  loadMore: 'Load more',
  search: 'Search',
  cancel: 'Cancel',
  all: 'Everything',
  none: 'None',
  toList: 'Back to the list',
  role: { cashier: 'Cashier', support: 'Support', manager: 'Manager', admin: 'Admin' },
}

export const copy = {
  copy: 'Copy',
  copied: 'Copied',
  failed: 'Copying failed. Select the text and copy it by hand.',
  unsupported: 'This browser cannot copy. Select the text and copy it by hand.',
}

export const failure = {
  network: 'The server does not answer. Nothing was lost; try again.',
  offline: 'You are offline. Nothing was sent; try again when the network is back.',
  general: 'Something went wrong. Try again.',
}

export const nav = {
  deposits: 'Deposits',
  withdrawals: 'Withdrawals',
  cases: 'Cases',
  statements: 'Statements',
  payouts: 'Payouts',
  reconciliation: 'Reconciliation',
  players: 'Players',
  gifts: 'Gifts',
  bonuses: 'Bonuses',
  audit: 'Audit',
  health: 'Health',
  operators: 'Operators',
  games: 'Games',
  providers: 'Providers',
  gameCalls: 'Game calls',
  methods: 'Methods',
  settings: 'Settings',
  groups: { money: 'Money', players: 'Players', games: 'Games', house: 'House' },
}

export const market = { NA: 'Namibia', IN: 'India' }

export const help = {
  title: 'Keys',
  lead: 'Keys work while you are not typing in a field.',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        ['1 to 9', 'Go to a screen, in the order of the navigation'],
        ['/', 'Search'],
        ['?', 'This list'],
        ['Esc', 'Close a form or a dialog'],
      ],
    },
    {
      title: 'In a queue',
      keys: [
        ['j or ↓', 'Next'],
        ['k or ↑', 'Previous'],
        ['c', 'Claim'],
        ['u', 'Put back'],
        ['a', 'Approve'],
        ['p', 'Mark paid'],
        ['r', 'Reject'],
        ['i', 'Ask the player'],
        ['x', 'Look at exact matches'],
        ['s', 'Send a payout, or assign a line'],
        ['l', 'Link a line to a payment'],
      ],
    },
    {
      title: 'On a screenshot',
      keys: [
        ['+', 'Larger'],
        ['-', 'Smaller'],
        ['t', 'Turn'],
        ['0', 'As it was'],
      ],
    },
  ],
}

export const signIn = {
  title: 'Operator console',
  lead: 'For the people who run {portal}. Everything done here is written down.',
  again: 'Your session has ended. Sign in again; your work waits where you left it.',
  name: 'Name',
  password: 'Password',
  submit: 'Sign in',
  codeTitle: 'Second factor',
  codeLead: 'Enter the six digits that your authenticator app shows now.',
  code: 'Code',
  confirm: 'Confirm',
  enrolTitle: 'Set up your sign-in',
  enrolLead: 'This is your first time here. It takes two steps, once.',
  enrolApp: 'Scan this with an authenticator app, or type the secret into it.',
  enrolPassword: 'Choose a password of your own.',
  enrolCode: 'Enter the six digits that the app shows now.',
  secret: 'Secret',
  picture: 'The secret as a picture to scan',
  newPassword: 'New password',
  newPasswordHint: 'At least 12 characters, without your name.',
  back: 'Start again',
  wrongTicket: 'If this was open for more than five minutes, start again.',
}
