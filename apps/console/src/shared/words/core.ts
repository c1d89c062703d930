/** The frame of every screen, the door, and the help for keys. */

export const frame = {
  name: 'Dhow console',
  title: '{screen} · {portal} console',
  sandbox: 'Sandbox: play money',
  skip: 'Skip to the content',
  loading: 'Loading…',
  retry: 'Try again',
  close: 'Close',
  theme: 'Switch light or dark theme',
  signOut: 'Sign out',
  keys: 'Keyboard shortcuts',
  main: 'Main',
  offline: 'You are offline. This page may be out of date; nothing is sent.',
  seat: 'This account only reads, until {until}. Each look is in the audit trail.',
  resting: 'Updates are paused because this screen was not used for a while.',
  stale: 'Refresh failed. This page may be out of date.',
  notFound: 'Page not found',
  notFoundText: 'Choose a page from the navigation.',
  loadMore: 'Load more',
  search: 'Search',
  cancel: 'Cancel',
  all: 'All',
  none: 'None',
  toList: 'Back to the list',
}

export const copy = {
  copy: 'Copy',
  copied: 'Copied',
  failed: 'Copying failed. Select the text and copy it yourself.',
  unsupported: 'This browser cannot copy. Select the text and copy it yourself.',
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
  rewardChecks: 'Reward checks',
  audit: 'Audit',
  health: 'Health',
  operators: 'Operators',
  roles: 'Roles',
  games: 'Games',
  providers: 'Providers',
  gameCalls: 'Game calls',
  heldWins: 'Held wins',
  blocklists: 'Blocklists',
  campaigns: 'Campaigns',
  tournaments: 'Tournaments',
  deliveries: 'Deliveries',
  content: 'Pages and banners',
  methods: 'Methods',
  settings: 'Settings',
  reports: 'Reports',
  approvals: 'Approvals',
  notices: 'Notices',
  groups: {
    money: 'Money',
    players: 'Players',
    games: 'Games',
    content: 'Content',
    business: 'Business',
    administration: 'Administration',
  },
}

export const market = { NA: 'Namibia', IN: 'India' }

export const help = {
  title: 'Keyboard shortcuts',
  lead: 'Shortcuts work while no form is open and you are not typing in a field.',
  groups: [
    {
      title: 'Everywhere',
      keys: [
        ['1 to 9', 'Go to a page, in the order of the navigation'],
        ['/ or Ctrl K', 'Search everything'],
        ['f', 'Search in the list of the page'],
        ['?', 'Show this list'],
        ['Esc', 'Close a form or a dialog'],
      ],
    },
    {
      title: 'In a queue',
      keys: [
        ['j or ↓', 'Next'],
        ['k or ↑', 'Previous'],
        ['c', 'Claim'],
        ['u', 'Release'],
        ['a', 'Approve'],
        ['p', 'Mark paid'],
        ['r', 'Reject'],
        ['i', 'Ask the player'],
        ['x', 'Review exact matches'],
        ['s', 'Send a payout, or assign a statement line'],
        ['l', 'Link a statement line to a payment'],
      ],
    },
    {
      title: 'On a screenshot',
      keys: [
        ['+', 'Zoom in'],
        ['-', 'Zoom out'],
        ['t', 'Rotate'],
        ['0', 'Reset'],
      ],
    },
  ],
}

export const signIn = {
  linkTitle: 'Welcome to the console',
  linkLead:
    'This link is yours alone and works once. You set a password and connect an authenticator app; nobody else sees them.',
  openLink: 'Set up my sign-in',
  title: 'Operator console',
  lead: 'For the operators of {portal}. Every action is recorded in the audit trail.',
  again: 'Your session has ended. Sign in again to continue where you stopped.',
  name: 'Name',
  password: 'Password',
  submit: 'Sign in',
  codeTitle: 'Two-factor authentication',
  codeLead: 'Enter the six-digit code from your authenticator app.',
  code: 'Code',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  enrolTitle: 'Set up your sign-in',
  enrolLead: 'Two steps, needed only once.',
  enrolApp: 'Scan this code with an authenticator app, or enter the secret by hand.',
  enrolPassword: 'Choose a new password.',
  enrolCode: 'Enter the six-digit code that the app shows.',
  secret: 'Secret',
  picture: 'QR code of the secret',
  newPassword: 'New password',
  newPasswordHint: 'At least 12 characters; must not contain your name.',
  back: 'Start again',
  wrongTicket: 'This step expires after five minutes. If it has, start again.',
}
