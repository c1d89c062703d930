import { lazyScreen, type FetchScreen } from '../shared/lazy-screen.tsx'
import { depositForms, depositHistories } from './deposit-paths.ts'
import { paths } from './paths.ts'
import type { RouteRow } from './table.ts'

const games = lazyScreen(['screens'], () => import('../features/catalog/games-screen.tsx'))
const history = lazyScreen(
  ['account', 'money', 'receipt', 'texts'],
  () => import('../features/deposits/deposit-history.tsx'),
)
const manualDeposit = lazyScreen(
  ['account', 'money', 'texts', 'terms'],
  () => import('../features/deposits/manual-deposit.tsx'),
)
const withdrawGroups = ['account', 'money', 'texts', 'faults'] as const
const manualWithdraw = lazyScreen(withdrawGroups, () => import('../features/withdrawals/withdraw.tsx'))
const money = (fetchScreen: FetchScreen) => lazyScreen(['account', 'money', 'texts'], fetchScreen)
const payIn = (fetchScreen: FetchScreen) => lazyScreen(['account', 'money', 'texts', 'terms'], fetchScreen)
const codeScreen = lazyScreen(['account'], () => import('../features/accounts/verify-code.tsx'))
const forgot = lazyScreen(['account'], () => import('../features/accounts/forgot-password.tsx'))
const text = lazyScreen(['pages'], () => import('../features/portal/text-page.tsx'))

/** The portal's screens but the lobby, which travels with the program itself; a screen that two paths name is one row with two paths. */
export const routes: readonly RouteRow[] = [
  {
    paths: [
      paths.allGames,
      paths.topGames,
      paths.turboGames,
      paths.spribeGames,
      paths.filteredGames,
      paths.filteredProviderGames,
      paths.provider,
    ],
    access: 'public',
    screen: games,
  },
  {
    paths: [paths.providers],
    access: 'public',
    screen: lazyScreen(['screens'], () => import('../features/catalog/providers-screen.tsx')),
  },
  { paths: [paths.play], access: 'public', screen: lazyScreen(['play'], () => import('../features/gateway/play.tsx')) },
  {
    paths: [paths.gift],
    access: 'public',
    screen: lazyScreen(['receipt', 'rewards', 'texts'], () => import('../features/rewards/gift.tsx')),
  },
  {
    paths: [paths.restricted],
    access: 'public',
    screen: lazyScreen(['screens'], () => import('../features/portal/restricted.tsx')),
  },
  {
    paths: [paths.login],
    access: 'visitor',
    screen: lazyScreen(['account'], () => import('../features/accounts/login.tsx')),
  },
  {
    paths: [paths.register],
    access: 'visitor',
    screen: lazyScreen(['account', 'faults'], () => import('../features/accounts/register.tsx')),
  },
  { paths: [paths.verifyOtp, paths.forgotOtp], access: 'visitor', screen: codeScreen },
  { paths: [paths.forgotPassword], access: 'visitor', screen: forgot },
  {
    paths: [paths.newPassword],
    access: 'visitor',
    screen: lazyScreen(['account', 'faults'], () => import('../features/accounts/new-password.tsx')),
  },
  { paths: [paths.menu], access: 'public', screen: lazyScreen([], () => import('../features/portal/menu.tsx')) },
  {
    paths: [paths.privacyPolicy, paths.privacy, paths.terms, paths.responsible, paths.howToPlay, paths.howToDeposit],
    access: 'public',
    screen: text,
  },
  {
    paths: [paths.paymentMethod],
    access: 'player',
    screen: payIn(() => import('../features/deposits/payment-method.tsx')),
  },
  { paths: depositForms, access: 'player', screen: manualDeposit },
  {
    paths: [...depositHistories, paths.depositHistoryOld, paths.voucherHistory],
    access: 'player',
    screen: history,
  },
  { paths: [paths.deposit], access: 'player', screen: payIn(() => import('../features/deposits/deposit.tsx')) },
  {
    paths: [paths.depositStatic],
    access: 'player',
    screen: payIn(() => import('../features/deposits/static-deposit.tsx')),
  },
  { paths: [paths.voucher], access: 'player', screen: money(() => import('../features/deposits/voucher-deposit.tsx')) },
  {
    paths: [paths.paymentReturn],
    access: 'player',
    screen: money(() => import('../features/deposits/payment-return.tsx')),
  },
  {
    paths: [paths.payment],
    access: 'player',
    screen: lazyScreen(['account', 'money', 'receipt', 'texts'], () => import('../features/payments/payment.tsx')),
  },
  {
    paths: [paths.whereIsMyMoney],
    access: 'player',
    screen: money(() => import('../features/payments/where-is-my-money.tsx')),
  },
  {
    paths: [paths.statements],
    access: 'player',
    screen: lazyScreen(['money', 'receipt', 'receipts'], () => import('../features/receipts/statements.tsx')),
  },
  {
    paths: [paths.roundReceipts],
    access: 'public',
    screen: lazyScreen(['play', 'receipt'], () => import('../features/gateway/round-receipts.tsx')),
  },
  {
    paths: [paths.receipt],
    access: 'player',
    screen: lazyScreen(['receipt'], () => import('../features/receipts/receipt.tsx')),
  },
  {
    paths: [paths.liabilities],
    access: 'public',
    screen: lazyScreen(['receipt', 'receipts'], () => import('../features/receipts/liabilities.tsx')),
  },
  {
    paths: [paths.withdraw],
    access: 'player',
    screen: lazyScreen(withdrawGroups, () => import('../features/withdrawals/withdraw-chooser.tsx')),
  },
  { paths: [paths.withdrawNamibia, paths.withdrawIndia], access: 'player', screen: manualWithdraw },
  {
    paths: [paths.addBank],
    access: 'player',
    screen: lazyScreen(['account', 'money', 'texts'], () => import('../features/withdrawals/add-bank.tsx')),
  },
  {
    paths: [paths.withdrawHistory],
    access: 'player',
    screen: lazyScreen(
      ['account', 'money', 'receipt', 'texts'],
      () => import('../features/withdrawals/withdraw-history.tsx'),
    ),
  },
  {
    paths: [paths.gameHistory],
    access: 'player',
    screen: lazyScreen(['play', 'money', 'receipt'], () => import('../features/gateway/game-history.tsx')),
  },
  {
    paths: [paths.messages],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/messages/inbox.tsx')),
  },
  {
    paths: [paths.help],
    access: 'player',
    screen: lazyScreen(['help', 'money'], () => import('../features/help/help-center.tsx')),
  },
  {
    paths: [paths.conversation],
    access: 'player',
    screen: lazyScreen(['help', 'money'], () => import('../features/help/conversation.tsx')),
  },
  {
    paths: [paths.profile],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/accounts/profile.tsx')),
  },
  {
    paths: [paths.profileEdit],
    access: 'player',
    screen: lazyScreen(['account', 'faults'], () => import('../features/accounts/profile-edit.tsx')),
  },
  {
    paths: [paths.selectAvatar],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/accounts/select-avatar.tsx')),
  },
  {
    paths: [paths.accountDashboard],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/accounts/account-dashboard.tsx')),
  },
  {
    paths: [paths.bonus, paths.claimBonus],
    access: 'public',
    screen: lazyScreen(['receipt', 'rewards', 'terms'], () => import('../features/rewards/bonus.tsx')),
  },
  {
    paths: [paths.refer],
    access: 'public',
    screen: lazyScreen(['money', 'receipt', 'rewards', 'terms'], () => import('../features/rewards/refer-earn.tsx')),
  },
  {
    paths: [paths.tournaments],
    access: 'public',
    screen: lazyScreen(['tournaments'], () => import('../features/tournaments/tournaments.tsx')),
  },
  {
    paths: [paths.tournament],
    access: 'public',
    screen: lazyScreen(['tournaments'], () => import('../features/tournaments/tournament.tsx')),
  },
  {
    paths: [paths.startingPage, paths.startingSlider],
    access: 'public',
    screen: lazyScreen(['account'], () => import('../features/portal/starting-page.tsx')),
  },
  {
    paths: [paths.userEnter],
    access: 'visitor',
    screen: lazyScreen(['account'], () => import('../features/portal/user-enter.tsx')),
  },
  {
    paths: [paths.testingInfo],
    access: 'public',
    screen: lazyScreen(['account', 'money', 'texts'], () => import('../features/portal/testing-info.tsx')),
  },
  {
    paths: [paths.closeAccount],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/accounts/close-account.tsx')),
  },
  {
    paths: [paths.channels],
    access: 'player',
    screen: lazyScreen(['channels', 'account'], () => import('../features/messages/channels.tsx')),
  },
  {
    paths: [paths.changePassword],
    access: 'player',
    screen: lazyScreen(['account'], () => import('../features/accounts/change-password.tsx')),
  },
]
export const notFound = lazyScreen(['screens'], () => import('../features/portal/not-found.tsx'))
