import { copy, failure, frame, help, market, nav, signIn } from './core.ts'
import { blocklists } from './blocklists.ts'
import { campaigns } from './campaigns.ts'
import { claimRules } from './claim-rules.ts'
import { content } from './content.ts'
import { deliveries } from './deliveries.ts'
import { holds } from './holds.ts'
import { audit, health, owed } from './administration.ts'
import { messages } from './messages.ts'
import { changes, methods, moneyActions } from './methods.ts'
import { bonuses, freeRounds, gifts } from './offers.ts'
import { cases } from './cases.ts'
import { deposits, money, withdrawals } from './payments.ts'
import { identity, playerDevices, players, playerTags, safety, timeline } from './players.ts'
import { playerLinks } from './player-links.ts'
import { gameCalls, games, heldWins, providers } from './providers.ts'
import { reports } from './reports.ts'
import { rewardChecks } from './reward-checks.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { reveal } from './reveal.ts'
import { roles } from './roles.ts'
import { breakGlass, myAccount, operators, operatorSessions } from './staff.ts'
import { payouts, reconciliation, statements } from './statements.ts'
import { notices } from './notices.ts'
import { overview } from './overview.ts'
import { wallets } from './wallets.ts'
import { tournaments } from './tournaments.ts'

/** Every word of the console in English. */
export const en = {
  console: frame,
  copy,
  failure,
  nav,
  market,
  help,
  signIn,
  money,
  messages,
  deliveries,
  deposits,
  withdrawals,
  holds,
  cases,
  players,
  playerTags,
  playerDevices,
  playerLinks,
  safety,
  timeline,
  identity,
  providers,
  games,
  gameCalls,
  heldWins,
  gifts,
  freeRounds,
  bonuses,
  rewardChecks,
  blocklists,
  campaigns,
  tournaments,
  claimRules,
  content,
  reports,
  overview,
  notices,
  audit,
  health,
  owed,
  operators,
  breakGlass,
  operatorSessions,
  roles,
  reveal,
  myAccount,
  wallets,
  statements,
  payouts,
  reconciliation,
  methods,
  changes,
  moneyActions,
  settings,
  search,
}
