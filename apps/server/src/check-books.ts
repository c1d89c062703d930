import { depositInvariants } from './features/deposits/index.ts'
import { gatewayInvariants } from './features/gateway/index.ts'
import { paymentInvariants } from './features/payments/index.ts'
import type { Portal } from './features/portal/index.ts'
import { receiptInvariants } from './features/receipts/index.ts'
import { reportInvariants } from './features/reports/index.ts'
import { rewardInvariants } from './features/rewards/index.ts'
import { tournamentInvariants } from './features/tournaments/index.ts'
import { statementInvariants } from './features/statements/index.ts'
import { openBooks, walletInvariants, type Invariant, type Wallet } from './features/wallet/index.ts'
import { withdrawalInvariants } from './features/withdrawals/index.ts'
import { every } from './platform/every.ts'
import type { Platform } from './platform/platform.ts'

const checkedEachMs = 60_000

/** Invariants of all features. */
export const invariants: readonly Invariant[] = [
  ...walletInvariants,
  ...receiptInvariants,
  ...depositInvariants,
  ...paymentInvariants,
  ...withdrawalInvariants,
  ...statementInvariants,
  ...rewardInvariants,
  ...tournamentInvariants,
  ...gatewayInvariants,
  ...reportInvariants,
]

/**
 * Checks the books against every feature's invariants, each minute and on demand; while any is broken no money is paid
 * out.
 */
export function openBookChecks(platform: Platform, { portal, wallet }: { portal: Portal; wallet: Wallet }) {
  const { books, check: checkBooks } = openBooks(platform, invariants)
  const check = async (how: { isWhole?: boolean } = {}) => {
    await wallet.rollUp()
    await checkBooks(how)
    const broken = books.results.filter((result) => result.violations > 0)
    portal.stopMoneyOut(broken.length > 0)
    if (broken.length > 0) platform.log.fatal({ broken }, 'the books are broken')
  }
  return { invariants, books, check, close: every(platform, 'invariants', checkedEachMs, check) }
}
