/** Every address of the console. */
export const paths = {
  home: '/',
  deposits: '/deposits',
  withdrawals: '/withdrawals',
  cases: '/cases',
  statements: '/statements',
  payouts: '/payouts',
  reconciliation: '/reconciliation',
  approvals: '/approvals',
  players: '/players',
  gifts: '/gifts',
  bonuses: '/bonuses',
  rewardChecks: '/reward-checks',
  audit: '/audit',
  providers: '/providers',
  games: '/games',
  gameCalls: '/game-calls',
  heldWins: '/held-wins',
  health: '/health',
  operators: '/operators',
  myAccount: '/my-account',
  methods: '/methods',
  settings: '/settings',
} as const

const folders = new Map<string, string>([
  ['dep', paths.deposits],
  ['wd', paths.withdrawals],
  ['stl', paths.statements],
  ['bat', paths.payouts],
  ['pay', paths.cases],
  ['hlp', paths.cases],
  ['ply', paths.players],
  ['chg', paths.approvals],
  ['win', paths.heldWins],
  ['rck', paths.rewardChecks],
])

/** Path of the screen for an id; undefined if there is no such screen. */
export function pathOf(id: string): string | undefined {
  const folder = folders.get(id.split('_')[0] ?? '')
  return folder && `${folder}/${encodeURIComponent(id)}`
}

export const methodPath = (code: string): string => `${paths.methods}/${encodeURIComponent(code)}`

export const statementPath = (playerId: string): string => `${paths.players}/${encodeURIComponent(playerId)}/statement`
