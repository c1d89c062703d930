import type { IconName } from '@dhow/ui/icons'
import type { Market } from '@dhow/contract/shapes'
import { paths, withdrawPaths } from '../app/paths.ts'
import type { Words } from './words/words.tsx'

/** Link in a menu. */
export interface AccountLink {
  to: string
  label: string
  icon: IconName
}

/** Links of the specification in its order, then others. */
export const accountLinks = ({ nav }: Words, market: Market): AccountLink[] => [
  { to: paths.paymentMethod, label: nav.deposit, icon: 'down' },
  { to: withdrawPaths[market], label: nav.withdraw, icon: 'up' },
  { to: paths.depositHistory, label: nav.depositHistory, icon: 'history' },
  { to: paths.withdrawHistory, label: nav.withdrawHistory, icon: 'history' },
  { to: paths.gameHistory, label: nav.gameHistory, icon: 'wave' },
  { to: paths.profile, label: nav.profile, icon: 'person' },
  { to: paths.messages, label: nav.messages, icon: 'paper' },
  { to: paths.whereIsMyMoney, label: nav.whereMoney, icon: 'help' },
  { to: paths.help, label: nav.help, icon: 'help' },
  { to: paths.statements, label: nav.statements, icon: 'paper' },
  { to: paths.bonus, label: nav.bonus, icon: 'gift' },
  { to: paths.accountDashboard, label: nav.dashboard, icon: 'grid' },
]
