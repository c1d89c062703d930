import type { Market } from '@dhow/contract/shapes'
import { markets } from '../portal/index.ts'
import { isBankKind, layoutsFor } from './bank-layouts.ts'
import { netOf } from './batch-store.ts'
import type { WithdrawalParts } from './index.ts'
import type { openPayoutAccounts } from './payout-accounts.ts'
import type { PayoutFile } from './payout-file.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

/** The content of a batch's file for the bank, and the files that it can be downloaded as. */
export function openBatchFile(
  { platform: { db, clock }, portal }: WithdrawalParts,
  payoutAccounts: ReturnType<typeof openPayoutAccounts>,
) {
  /** The operator's own account of a market; undefined where none is set. */
  function payerOf(market: Market) {
    const account = portal.settings().payer_accounts[market]
    return account.number === '' || account.holder === '' ? undefined : account
  }

  return {
    formats({ kind, market }: PayoutBatchRow) {
      const isBank = isBankKind(kind)
      const ready = payerOf(market) ? ('ready' as const) : ('account_missing' as const)
      return {
        layouts: layoutsFor(market, isBank).map(({ code, name, isConfirmed }) => ({
          code,
          name,
          confirmed: isConfirmed,
        })),
        pain001: isBank ? ready : ('unsupported' as const),
      }
    },

    async content(batch: PayoutBatchRow, rows: WithdrawalRow[]): Promise<PayoutFile> {
      const accounts = await db.kysely
        .selectFrom('withdrawals.payout_account')
        .selectAll()
        .where(
          'id',
          'in',
          rows.map((row) => row.payout_account_id),
        )
        .execute()
      const { names } = portal.settings()
      const { timezone } = markets[batch.market]
      return {
        batchId: batch.id,
        kind: batch.kind,
        currency: batch.currency,
        madeAt: batch.made_at,
        payOn: new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(clock.now()),
        payer: names.operator || names.portal,
        account: payerOf(batch.market),
        payouts: rows.map((row) => {
          const account = accounts.find((one) => one.id === row.payout_account_id)!
          return {
            payCode: row.pay_code,
            amountMinor: netOf(row),
            holder: account.holder,
            number: payoutAccounts.numberOf(account),
            branch: account.branch,
            bank: account.bank,
          }
        }),
      }
    },
  }
}
