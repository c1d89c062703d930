import { familyRows, type DepositFamilyRow, type DetailLabelCode } from '@dhow/contract/deposit-families'
import type { PaymentReferenceFormat } from '@dhow/contract/payment-references'
import type { Market } from '@dhow/contract/shapes'
import type { Db } from '../../platform/db/index.ts'
import { inEnglish } from '../../platform/texts.ts'
import { markets } from '../portal/index.ts'
import { lineLabel } from './methods.ts'
import type { DetailLine, PaymentDetailRow } from './tables.ts'

/** Lines and UPI payee of an invented account. */
type Invented = Pick<PaymentDetailRow, 'lines'> & Partial<Pick<PaymentDetailRow, 'upi'>>

/** A line with a label in every language. */
const coded = (label_code: DetailLabelCode, value: string, copy: boolean): DetailLine => ({
  label: inEnglish(lineLabel({ label: '', label_code })),
  label_code,
  value,
  copy,
})

const upi = { pa: 'dhow.sandbox@inventedbank', pn: 'Dhow Sandbox' }
const bankIndia: Invented = {
  lines: [
    coded('line_bank', 'Monsoon Bank (invented)', false),
    coded('line_account_name', 'Dhow Sandbox (invented)', true),
    coded('line_account_number', '001200340056', true),
    { label: 'IFSC', value: 'MNSN0000123', copy: true },
  ],
}

/** Invented accounts by reference format. Banks, people and numbers are invented. */
const inventedBy: Record<PaymentReferenceFormat, (id: number) => Invented> = {
  upi: () => ({
    upi,
    lines: [{ label: 'UPI ID', value: upi.pa, copy: true }, coded('line_name', 'Dhow Sandbox (invented)', false)],
  }),
  imps: () => bankIndia,
  neft: () => bankIndia,
  rtgs: () => bankIndia,
  bank_india: () => bankIndia,
  bank_namibia: () => ({
    lines: [
      coded('line_bank', 'Skeleton Coast Bank (invented)', false),
      coded('line_account_name', 'Dhow Sandbox (invented)', true),
      coded('line_account_number', '0800123456', true),
      coded('line_branch_code', '480001', true),
    ],
  }),
  wallet_message: (id) => ({
    lines: [
      coded('line_cellphone', `081 000 ${String(100 + id).padStart(4, '0')}`, true),
      coded('line_name', 'Dhow Sandbox (invented)', false),
    ],
  }),
}

/** Invented limits, in minor units of the market's currency. */
const limits: Record<Market, Record<DepositFamilyRow['kind'], Pick<PaymentDetailRow, 'min_minor' | 'max_minor'>>> = {
  NA: {
    bank: { min_minor: 1_000n, max_minor: 2_000_000n },
    wallet: { min_minor: 1_000n, max_minor: 500_000n },
  },
  IN: {
    bank: { min_minor: 10_000n, max_minor: 20_000_000n },
    wallet: { min_minor: 10_000n, max_minor: 5_000_000n },
  },
}

/** Writes missing payment details of the sandbox: one for each rail whose row has one. */
export async function seedDetails(db: Db) {
  for (const { family, market, kind, rails } of familyRows)
    for (const [rail, { reference, sandbox }] of Object.entries(rails)) {
      if (!sandbox) continue
      const { lines, upi: payee = null } = inventedBy[reference](sandbox.id)
      await db
        .insertInto('deposits.payment_detail')
        .values({
          ...sandbox,
          name_code: sandbox.name_code ?? null,
          ...limits[market][kind],
          family,
          market,
          currency: markets[market].currency,
          rail,
          lines: JSON.stringify(lines),
          upi: payee === null ? null : JSON.stringify(payee),
          note: null,
          enabled: true,
          schedule: null,
          closed_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
}
