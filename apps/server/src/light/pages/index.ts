import type { Page } from '../visit.ts'
import { cashierPage } from './cashier.ts'
import { channelsPage } from './channels.ts'
import { closePage } from './close.ts'
import { freeRoundsPage } from './free-rounds.ts'
import { helpPages } from './help.ts'
import { homePage } from './home.ts'
import { limitPages } from './limits.ts'
import { messagesPage } from './messages.ts'
import { payPages } from './pay.ts'
import { paymentPages } from './payments.ts'
import { signInPages } from './sign-in.ts'
import { signOutPage } from './sign-out.ts'
import { unsubscribePage } from './unsubscribe.ts'
import { tournamentsPage } from './tournaments.ts'
import { voucherPages } from './voucher.ts'
import { withdrawPages } from './withdraw.ts'

/** Every light page. */
export const pages: readonly Page[] = [
  homePage,
  ...signInPages,
  signOutPage,
  cashierPage,
  ...payPages,
  ...voucherPages,
  ...paymentPages,
  ...withdrawPages,
  ...limitPages,
  channelsPage,
  closePage,
  ...helpPages,
  messagesPage,
  unsubscribePage,
  tournamentsPage,
  freeRoundsPage,
]
