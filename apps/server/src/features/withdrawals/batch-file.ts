import type { Market } from '@dhow/contract/shapes'
import { dayIn, markets } from '../portal/index.ts'
import { isBankKind, layoutsFor } from './bank-layouts.ts'
import { netOf } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf, numberOf } from './payout-accounts.ts'
import type { PayoutFile } from './payout-file.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

/** Download formats of a batch. */
export function formatsOf(parts: WithdrawalParts, { kind, market }: PayoutBatchRow) {
  const isBank = isBankKind(kind)
  const ready = payerOf(parts, market) ? ('ready' as const) : ('account_missing' as const)
  return {
    layouts: layoutsFor(market, isBank).map(({ code, name, isConfirmed }) => ({
      code,
      name,
      confirmed: isConfirmed,
    })),
    pain001: isBank ? ready : ('unsupported' as const),
  }
}

/** The content of a batch's file for the bank. */
export async function contentOf(
  parts: WithdrawalParts,
  batch: PayoutBatchRow,
  rows: WithdrawalRow[],
): Promise<PayoutFile> {
  const accountOf = await accountsOf(parts, rows)
  const { names } = parts.portal.settings()
  const { timezone } = markets[batch.market]
  return {
    batchId: batch.id,
    kind: batch.kind,
    currency: batch.currency,
    madeAt: batch.made_at,
    payOn: dayIn(timezone, parts.platform.clock.now()),
    payer: names.operator || names.portal,
    account: payerOf(parts, batch.market),
    payouts: rows.map((row) => {
      const account = accountOf(row)
      return {
        payCode: row.pay_code,
        amountMinor: netOf(row),
        holder: account.holder,
        number: numberOf(parts, account),
        branch: account.branch,
        bank: account.bank,
      }
    }),
  }
}

/** The operator's own account in a market; undefined if not set. */
function payerOf({ portal }: WithdrawalParts, market: Market) {
  const account = portal.settings().payer_accounts[market]
  return account.number === '' || account.holder === '' ? undefined : account
}
