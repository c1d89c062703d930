/** Every address of the console. */
export const paths = {
  home: '/',
  deposits: '/deposits',
  withdrawals: '/withdrawals',
  cases: '/cases',
  readyAnswers: '/ready-answers',
  statements: '/statements',
  payouts: '/payouts',
  reconciliation: '/reconciliation',
  reports: '/reports',
  reportEntries: '/reports/entries',
  reportCohorts: '/reports/cohorts',
  reportShift: '/reports/shift',
  reportFunnel: '/reports/funnel',
  reportFunnelPayments: '/reports/funnel/payments',
  reportProviders: '/reports/providers',
  reportMethods: '/reports/methods',
  reportTax: '/reports/tax',
  reportFiles: '/reports/files',
  reportPlayers: '/reports/players',
  reportPayments: '/reports/payments',
  reportRewards: '/reports/rewards',
  reportReferrals: '/reports/referrals',
  reportSafePlay: '/reports/safe-play',
  reportHarm: '/reports/harm',
  reportHarmRules: '/reports/harm/rules',
  reportWarnings: '/reports/warnings',
  reportLaundering: '/reports/laundering',
  reportLaunderingRules: '/reports/laundering/rules',
  reportLiability: '/reports/liability',
  approvals: '/approvals',
  players: '/players',
  blocklists: '/blocklists',
  gifts: '/gifts',
  bonuses: '/bonuses',
  rewardChecks: '/reward-checks',
  campaigns: '/campaigns',
  tournaments: '/tournaments',
  freeRounds: '/free-rounds',
  deliveries: '/deliveries',
  content: '/content',
  audit: '/audit',
  providers: '/providers',
  games: '/games',
  gameCalls: '/game-calls',
  heldWins: '/held-wins',
  health: '/health',
  notices: '/notices',
  noticeSetup: '/notices/setup',
  operators: '/operators',
  roles: '/roles',
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
  ['rol', paths.roles],
  ['cnt', paths.content],
])

/** Path of the screen for an id; undefined if there is no such screen. */
export function pathOf(id: string): string | undefined {
  const folder = folders.get(id.split('_')[0] ?? '')
  return folder && `${folder}/${encodeURIComponent(id)}`
}

export const methodPath = (code: string): string => `${paths.methods}/${encodeURIComponent(code)}`

export const freeRoundsPath = (playerId: string): string =>
  `${paths.freeRounds}?${new URLSearchParams({ player: playerId })}`

export const statementPath = (playerId: string): string => `${paths.players}/${encodeURIComponent(playerId)}/statement`

/** Path of the report for a market and period; without days, the last seven. */
export const reportsPath = ({
  market,
  from,
  to,
}: {
  market: string
  from?: string | undefined
  to?: string | undefined
}): string =>
  `${paths.reports}?${new URLSearchParams({ market, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })}`

/** Path of the ledger entries that add up to a report's figure. */
export const reportEntriesPath = (
  asked: Record<'figure' | 'market' | 'from' | 'to', string> & { hour?: string },
): string => `${paths.reportEntries}?${new URLSearchParams({ ...asked })}`

/** Rules of a risk report in a market. */
export const riskRulesPath = (report: 'harm' | 'laundering', market: string): string =>
  `${report === 'harm' ? paths.reportHarmRules : paths.reportLaunderingRules}?${new URLSearchParams({ market })}`

/** Path of a provider's calls about a round. */
export const roundPath = (round: string, provider: string): string =>
  `${paths.gameCalls}?${new URLSearchParams({ round, provider })}`

const maxShiftMs = 31 * 86_400_000

/** Path of an operator's shift report; drops a span that is too long. */
export function shiftPath(operator: string, { from, to }: { from: string; to: string }): string {
  const span = Date.parse(to) - Date.parse(from) > maxShiftMs ? {} : { from, to }
  return `${paths.reportShift}?${new URLSearchParams({ operator, ...span })}`
}

/** Path of the payments behind a count of the funnel. */
export const funnelPaymentsPath = (asked: Record<'market' | 'from' | 'to' | 'method' | 'step', string>): string =>
  `${paths.reportFunnelPayments}?${new URLSearchParams(asked)}`
