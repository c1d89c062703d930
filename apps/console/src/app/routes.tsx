import type { ReactNode } from 'react'
import type { IconName } from '@dhow/ui/icons'
import { Approvals } from '../features/approvals/approvals.tsx'
import { Audit } from '../features/staff/audit.tsx'
import { Bonuses } from '../features/rewards/bonuses.tsx'
import { Cases } from '../features/help/cases.tsx'
import { Deposits } from '../features/deposits/deposits.tsx'
import { GameCalls } from '../features/gateway/calls.tsx'
import { Games } from '../features/catalog/games.tsx'
import { Gifts } from '../features/rewards/gifts.tsx'
import { HeldWins } from '../features/gateway/held-wins.tsx'
import { Health } from '../features/overview/health.tsx'
import { MethodPage } from '../features/deposits/method-page.tsx'
import { Methods } from '../features/deposits/methods.tsx'
import { MyAccount } from '../features/staff/my-account.tsx'
import { Operators } from '../features/staff/operators.tsx'
import { Payouts } from '../features/withdrawals/payouts.tsx'
import { Player } from '../features/accounts/player.tsx'
import { Players } from '../features/accounts/players.tsx'
import { Reconciliation } from '../features/statements/reconciliation.tsx'
import { ReportEntries } from '../features/reports/entries.tsx'
import { Reports } from '../features/reports/reports.tsx'
import { RewardChecks } from '../features/rewards/reward-checks.tsx'
import { Providers } from '../features/gateway/providers.tsx'
import { Settings } from '../features/portal/settings.tsx'
import { Statement } from '../features/accounts/statement.tsx'
import { Statements } from '../features/statements/statements.tsx'
import { Withdrawals } from '../features/withdrawals/withdrawals.tsx'
import type { StaffAction } from '../shared/session.tsx'
import { en } from '../shared/words/en.ts'
import { paths } from './paths.ts'

export const routes: readonly { path: string; element: ReactNode }[] = [
  { path: paths.deposits, element: <Deposits /> },
  { path: `${paths.deposits}/:id`, element: <Deposits /> },
  { path: paths.withdrawals, element: <Withdrawals /> },
  { path: `${paths.withdrawals}/:id`, element: <Withdrawals /> },
  { path: paths.cases, element: <Cases /> },
  { path: `${paths.cases}/:id`, element: <Cases /> },
  { path: paths.statements, element: <Statements /> },
  { path: `${paths.statements}/:id`, element: <Statements /> },
  { path: paths.payouts, element: <Payouts /> },
  { path: `${paths.payouts}/:id`, element: <Payouts /> },
  { path: paths.reconciliation, element: <Reconciliation /> },
  { path: paths.approvals, element: <Approvals /> },
  { path: `${paths.approvals}/:id`, element: <Approvals /> },
  { path: paths.reports, element: <Reports /> },
  { path: paths.reportEntries, element: <ReportEntries /> },
  { path: paths.players, element: <Players /> },
  { path: `${paths.players}/:id`, element: <Player /> },
  { path: `${paths.players}/:id/statement`, element: <Statement /> },
  { path: paths.gifts, element: <Gifts /> },
  { path: paths.bonuses, element: <Bonuses /> },
  { path: paths.rewardChecks, element: <RewardChecks /> },
  { path: `${paths.rewardChecks}/:id`, element: <RewardChecks /> },
  { path: paths.games, element: <Games /> },
  { path: paths.providers, element: <Providers /> },
  { path: paths.gameCalls, element: <GameCalls /> },
  { path: paths.heldWins, element: <HeldWins /> },
  { path: `${paths.heldWins}/:id`, element: <HeldWins /> },
  { path: paths.audit, element: <Audit /> },
  { path: paths.health, element: <Health /> },
  { path: paths.operators, element: <Operators /> },
  { path: paths.myAccount, element: <MyAccount /> },
  { path: paths.methods, element: <Methods /> },
  { path: `${paths.methods}/:code`, element: <MethodPage /> },
  { path: paths.settings, element: <Settings /> },
]

/**
 * The navigation; the position in the list is also the key, of the first nine. `queue` names the count beside an item, `group` the group that begins with it;
 * an item with an `action` is shown to those who may do it.
 */
export const navItems: readonly {
  to: string
  label: string
  icon: IconName
  group?: string
  action?: StaffAction
  queue?: 'deposits' | 'withdrawals' | 'cases' | 'statements' | 'batches' | 'approvals'
}[] = [
  { group: en.nav.groups.money, to: paths.deposits, label: en.nav.deposits, icon: 'down', queue: 'deposits' },
  { to: paths.withdrawals, label: en.nav.withdrawals, icon: 'up', queue: 'withdrawals' },
  { to: paths.cases, label: en.nav.cases, icon: 'help', queue: 'cases' },
  { to: paths.statements, label: en.nav.statements, icon: 'paper', queue: 'statements' },
  { to: paths.payouts, label: en.nav.payouts, icon: 'out', queue: 'batches' },
  { to: paths.reconciliation, label: en.nav.reconciliation, icon: 'search' },
  { to: paths.approvals, label: en.nav.approvals, icon: 'lock', queue: 'approvals' },
  { group: en.nav.groups.players, to: paths.players, label: en.nav.players, icon: 'person' },
  { to: paths.gifts, label: en.nav.gifts, icon: 'gift' },
  { to: paths.bonuses, label: en.nav.bonuses, icon: 'wave' },
  { to: paths.rewardChecks, label: en.nav.rewardChecks, icon: 'search' },
  { group: en.nav.groups.games, to: paths.games, label: en.nav.games, icon: 'grid' },
  { to: paths.providers, label: en.nav.providers, icon: 'games' },
  { to: paths.heldWins, label: en.nav.heldWins, icon: 'lock' },
  { to: paths.gameCalls, label: en.nav.gameCalls, icon: 'search' },
  { group: en.nav.groups.business, to: paths.reports, label: en.nav.reports, icon: 'wave', action: 'seeReports' },
  { group: en.nav.groups.administration, to: paths.methods, label: en.nav.methods, icon: 'wallet' },
  { to: paths.settings, label: en.nav.settings, icon: 'paper' },
  { to: paths.operators, label: en.nav.operators, icon: 'key' },
  { to: paths.audit, label: en.nav.audit, icon: 'history' },
  { to: paths.health, label: en.nav.health, icon: 'pulse' },
]
