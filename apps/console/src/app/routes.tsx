import type { ReactNode } from 'react'
import type { Permission } from '@dhow/contract/permissions'
import type { ConsoleIconName } from '../shared/console-icon.tsx'
import { Approvals } from '../features/approvals/approvals.tsx'
import { Audit } from '../features/staff/audit.tsx'
import { Bonuses } from '../features/rewards/bonuses.tsx'
import { Blocklists } from '../features/blocklists/blocklists.tsx'
import { Campaigns } from '../features/campaigns/campaigns.tsx'
import { Cases } from '../features/help/cases.tsx'
import { Content } from '../features/content/content.tsx'
import { Deliveries } from '../features/messages/deliveries.tsx'
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
import { Notices } from '../features/notices/notices.tsx'
import { NoticeSetup } from '../features/notices/setup.tsx'
import { Payouts } from '../features/withdrawals/payouts.tsx'
import { Player } from '../features/accounts/player.tsx'
import { Players } from '../features/accounts/players.tsx'
import { ReadyAnswers } from '../features/help/ready-answers.tsx'
import { Reconciliation } from '../features/statements/reconciliation.tsx'
import { Cohorts } from '../features/reports/cohorts.tsx'
import { Funnel } from '../features/reports/funnel.tsx'
import { FunnelPayments } from '../features/reports/funnel-payments.tsx'
import { MethodStatement } from '../features/reports/method-statement.tsx'
import { ProviderStatement } from '../features/reports/provider-statement.tsx'
import { Tax } from '../features/reports/tax.tsx'
import { ReportEntries } from '../features/reports/entries.tsx'
import { ReportFiles } from '../features/reports/report-files.tsx'
import { Reports } from '../features/reports/reports.tsx'
import { RiskRules } from '../features/reports/risk-rules.tsx'
import { ShiftReport } from '../features/reports/shift.tsx'
import { TableReportPage } from '../features/reports/table-report.tsx'
import { RewardChecks } from '../features/rewards/reward-checks.tsx'
import { Providers } from '../features/gateway/providers.tsx'
import { Roles } from '../features/staff/roles.tsx'
import { Settings } from '../features/portal/settings.tsx'
import { Statement } from '../features/accounts/statement.tsx'
import { Statements } from '../features/statements/statements.tsx'
import { FreeRounds } from '../features/rewards/free-rounds.tsx'
import { Tournaments } from '../features/tournaments/tournaments.tsx'
import { Withdrawals } from '../features/withdrawals/withdrawals.tsx'
import { en } from '../shared/words/en.ts'
import { paths } from './paths.ts'

export const routes: readonly { path: string; element: ReactNode }[] = [
  { path: paths.deposits, element: <Deposits /> },
  { path: `${paths.deposits}/:id`, element: <Deposits /> },
  { path: paths.withdrawals, element: <Withdrawals /> },
  { path: `${paths.withdrawals}/:id`, element: <Withdrawals /> },
  { path: paths.cases, element: <Cases /> },
  { path: `${paths.cases}/:id`, element: <Cases /> },
  { path: paths.readyAnswers, element: <ReadyAnswers /> },
  { path: paths.statements, element: <Statements /> },
  { path: `${paths.statements}/:id`, element: <Statements /> },
  { path: paths.payouts, element: <Payouts /> },
  { path: `${paths.payouts}/:id`, element: <Payouts /> },
  { path: paths.reconciliation, element: <Reconciliation /> },
  { path: paths.approvals, element: <Approvals /> },
  { path: `${paths.approvals}/:id`, element: <Approvals /> },
  { path: paths.reports, element: <Reports /> },
  { path: paths.reportCohorts, element: <Cohorts /> },
  { path: paths.reportShift, element: <ShiftReport /> },
  { path: paths.reportFunnel, element: <Funnel /> },
  { path: paths.reportFunnelPayments, element: <FunnelPayments /> },
  { path: paths.reportProviders, element: <ProviderStatement /> },
  { path: paths.reportMethods, element: <MethodStatement /> },
  { path: paths.reportFiles, element: <ReportFiles /> },
  { path: paths.reportTax, element: <Tax /> },
  { path: paths.reportPlayers, element: <TableReportPage key="players" code="players" /> },
  { path: paths.reportPayments, element: <TableReportPage key="payments" code="payments" /> },
  { path: paths.reportRewards, element: <TableReportPage key="rewards" code="rewards" /> },
  { path: paths.reportReferrals, element: <TableReportPage key="referrals" code="referrals" /> },
  { path: paths.reportSafePlay, element: <TableReportPage key="safe-play" code="safe-play" /> },
  { path: paths.reportHarm, element: <TableReportPage key="harm" code="harm" /> },
  { path: paths.reportLaundering, element: <TableReportPage key="laundering" code="laundering" /> },
  { path: paths.reportHarmRules, element: <RiskRules key="harm" code="harm" /> },
  { path: paths.reportLaunderingRules, element: <RiskRules key="laundering" code="laundering" /> },
  { path: paths.reportWarnings, element: <TableReportPage key="warnings" code="warnings" /> },
  { path: paths.reportLiability, element: <TableReportPage key="liability" code="liability" /> },
  { path: paths.reportEntries, element: <ReportEntries /> },
  { path: paths.players, element: <Players /> },
  { path: `${paths.players}/:id`, element: <Player /> },
  { path: `${paths.players}/:id/statement`, element: <Statement /> },
  { path: paths.blocklists, element: <Blocklists /> },
  { path: paths.gifts, element: <Gifts /> },
  { path: paths.bonuses, element: <Bonuses /> },
  { path: paths.rewardChecks, element: <RewardChecks /> },
  { path: `${paths.rewardChecks}/:id`, element: <RewardChecks /> },
  { path: paths.games, element: <Games /> },
  { path: paths.providers, element: <Providers /> },
  { path: paths.gameCalls, element: <GameCalls /> },
  { path: paths.heldWins, element: <HeldWins /> },
  { path: `${paths.heldWins}/:id`, element: <HeldWins /> },
  { path: paths.campaigns, element: <Campaigns /> },
  { path: paths.freeRounds, element: <FreeRounds /> },
  { path: paths.tournaments, element: <Tournaments /> },
  { path: paths.deliveries, element: <Deliveries /> },
  { path: paths.content, element: <Content /> },
  { path: `${paths.content}/:id`, element: <Content /> },
  { path: paths.audit, element: <Audit /> },
  { path: paths.health, element: <Health /> },
  { path: paths.notices, element: <Notices /> },
  { path: paths.noticeSetup, element: <NoticeSetup /> },
  { path: paths.operators, element: <Operators /> },
  { path: paths.roles, element: <Roles /> },
  { path: `${paths.roles}/:id`, element: <Roles /> },
  { path: paths.myAccount, element: <MyAccount /> },
  { path: paths.methods, element: <Methods /> },
  { path: `${paths.methods}/:code`, element: <MethodPage /> },
  { path: paths.settings, element: <Settings /> },
]

/**
 * The navigation; the first nine positions are also the keys. `queue`: the count beside an item. `group`: the group that starts with it. An item is
 * shown to operators with the permission in `needs`.
 */
export const navItems: readonly {
  to: string
  label: string
  icon: ConsoleIconName
  group?: string
  needs: Permission
  queue?: 'deposits' | 'withdrawals' | 'cases' | 'statements' | 'batches' | 'approvals'
}[] = [
  {
    group: en.nav.groups.money,
    to: paths.deposits,
    label: en.nav.deposits,
    needs: 'deposits.see',
    icon: 'down',
    queue: 'deposits',
  },
  { to: paths.withdrawals, label: en.nav.withdrawals, needs: 'withdrawals.see', icon: 'up', queue: 'withdrawals' },
  { to: paths.cases, label: en.nav.cases, needs: 'cases.see', icon: 'help', queue: 'cases' },
  { to: paths.statements, label: en.nav.statements, needs: 'statements.see', icon: 'bank', queue: 'statements' },
  { to: paths.payouts, label: en.nav.payouts, needs: 'withdrawals.see', icon: 'stack', queue: 'batches' },
  { to: paths.reconciliation, label: en.nav.reconciliation, needs: 'statements.see', icon: 'scales' },
  { to: paths.approvals, label: en.nav.approvals, needs: 'changes.see', icon: 'approve', queue: 'approvals' },
  { group: en.nav.groups.players, to: paths.players, label: en.nav.players, needs: 'players.see', icon: 'person' },
  { to: paths.gifts, label: en.nav.gifts, needs: 'rewards.see', icon: 'gift' },
  { to: paths.freeRounds, label: en.nav.freeRounds, needs: 'rewards.see', icon: 'ticket' },
  { to: paths.bonuses, label: en.nav.bonuses, needs: 'rewards.see', icon: 'tag' },
  { to: paths.campaigns, label: en.nav.campaigns, needs: 'campaigns.see', icon: 'horn' },
  { to: paths.tournaments, label: en.nav.tournaments, needs: 'tournaments.see', icon: 'cup' },
  { to: paths.rewardChecks, label: en.nav.rewardChecks, needs: 'rewards.see', icon: 'checked' },
  { to: paths.blocklists, label: en.nav.blocklists, needs: 'blocklists.see', icon: 'barred' },
  { to: paths.deliveries, label: en.nav.deliveries, needs: 'messages.see', icon: 'send' },
  { group: en.nav.groups.games, to: paths.games, label: en.nav.games, needs: 'games.see', icon: 'grid' },
  { to: paths.providers, label: en.nav.providers, needs: 'games.see', icon: 'plug' },
  { to: paths.heldWins, label: en.nav.heldWins, needs: 'games.see', icon: 'hourglass' },
  { to: paths.gameCalls, label: en.nav.gameCalls, needs: 'games.see', icon: 'exchange' },
  { group: en.nav.groups.content, to: paths.content, label: en.nav.content, needs: 'content.see', icon: 'page' },
  { group: en.nav.groups.business, to: paths.reports, label: en.nav.reports, needs: 'reports.see', icon: 'chart' },
  {
    group: en.nav.groups.administration,
    to: paths.methods,
    label: en.nav.methods,
    needs: 'methods.see',
    icon: 'wallet',
  },
  { to: paths.settings, label: en.nav.settings, needs: 'settings.see', icon: 'sliders' },
  { to: paths.operators, label: en.nav.operators, needs: 'staff.see', icon: 'people' },
  { to: paths.roles, label: en.nav.roles, needs: 'staff.see', icon: 'key' },
  { to: paths.audit, label: en.nav.audit, needs: 'audit.see', icon: 'history' },
  { to: paths.notices, label: en.nav.notices, needs: 'notices.see', icon: 'bell' },
  { to: paths.health, label: en.nav.health, needs: 'health.see', icon: 'pulse' },
]
