import type { Market } from '@dhow/contract/shapes'
import type { PayoutKind } from './rules.ts'

export type LayoutValue =
  | 'reference'
  | 'holder'
  | 'bank'
  | 'branch'
  | 'number'
  | 'amount'
  | 'currency'
  | 'pay_on'
  | 'payer_number'
  | 'payer_branch'
  | 'payer_holder'

export interface BankLayout {
  code: string
  /** Null: every market. */
  market: Market | null
  name: string
  /** Whether the bank has confirmed the columns. Layouts from public descriptions are unconfirmed. */
  isConfirmed: boolean
  hasHeader: boolean
  columns: { title: string; value: LayoutValue | { constant: string } }[]
}

const column = (title: string, value: LayoutValue | { constant: string }) => ({ title, value })

/** Plain layout, for a spreadsheet and all kinds of payout accounts. */
export const plainLayout: BankLayout = {
  code: 'plain',
  market: null,
  name: 'Plain CSV',
  isConfirmed: true,
  hasHeader: true,
  columns: [
    column('reference', 'reference'),
    column('beneficiary', 'holder'),
    column('bank', 'bank'),
    column('branch', 'branch'),
    column('account', 'number'),
    column('amount', 'amount'),
    column('currency', 'currency'),
  ],
}

const namibian = (code: string, name: string, columns: BankLayout['columns']): BankLayout => ({
  code,
  market: 'NA',
  name,
  isConfirmed: false,
  hasHeader: true,
  columns,
})
const indian = (code: string, name: string, hasHeader: boolean, columns: BankLayout['columns']): BankLayout => ({
  code,
  market: 'IN',
  name,
  isConfirmed: false,
  hasHeader,
  columns,
})

/**
 * Bulk payment layouts of banks. No bank publishes a binding layout for all customers: each row follows public guides,
 * and stays unconfirmed until an operator's bank has confirmed it.
 */
export const bankLayouts: readonly BankLayout[] = [
  plainLayout,
  namibian('na_bank_windhoek', 'Bank Windhoek, bulk payment CSV', [
    column('Beneficiary name', 'holder'),
    column('Account number', 'number'),
    column('Branch code', 'branch'),
    column('Amount', 'amount'),
    column('Own reference', 'reference'),
    column('Beneficiary reference', 'reference'),
  ]),
  namibian('na_fnb', 'FNB Namibia, bulk payment CSV', [
    column('Recipient name', 'holder'),
    column('Recipient account', 'number'),
    column('Recipient account type', { constant: '1' }),
    column('Branch code', 'branch'),
    column('Amount', 'amount'),
    column('Own reference', 'reference'),
    column('Recipient reference', 'reference'),
  ]),
  namibian('na_standard', 'Standard Bank Namibia, bulk payment CSV', [
    column('From account', 'payer_number'),
    column('Branch code', 'branch'),
    column('Account number', 'number'),
    column('Beneficiary name', 'holder'),
    column('Amount', 'amount'),
    column('Statement reference', 'reference'),
    column('Beneficiary reference', 'reference'),
  ]),
  namibian('na_nedbank', 'Nedbank Namibia, bulk payment CSV', [
    column('From account', 'payer_number'),
    column('From reference', 'reference'),
    column('Beneficiary name', 'holder'),
    column('Branch code', 'branch'),
    column('Account number', 'number'),
    column('Beneficiary reference', 'reference'),
    column('Amount', 'amount'),
  ]),
  indian('in_neft', 'NEFT bulk upload', true, [
    column('Transaction type', { constant: 'NEFT' }),
    column('Beneficiary name', 'holder'),
    column('Beneficiary account number', 'number'),
    column('IFSC', 'branch'),
    column('Amount', 'amount'),
    column('Debit account number', 'payer_number'),
    column('Value date', 'pay_on'),
    column('Remarks', 'reference'),
  ]),
  // A public sample of an upload has these columns, without a header row for the payments.
  indian('in_union', 'Union Bank of India, NEFT upload', false, [
    column('Payment type', { constant: 'NEFT' }),
    column('Payer IFSC', 'payer_branch'),
    column('Debit account', 'payer_number'),
    column('Receiver IFSC', 'branch'),
    column('Beneficiary account', 'number'),
    column('Currency', 'currency'),
    column('Amount', 'amount'),
    column('Remarks', 'reference'),
    column('Beneficiary name', 'holder'),
  ]),
  indian('in_hdfc', 'HDFC Bank, NEFT bulk upload', false, [
    column('Transaction type', { constant: 'N' }),
    column('Beneficiary code', { constant: '' }),
    column('Beneficiary account number', 'number'),
    column('Amount', 'amount'),
    column('Beneficiary name', 'holder'),
    column('Customer reference', 'reference'),
    column('Value date', 'pay_on'),
    column('IFSC', 'branch'),
    column('Beneficiary bank', 'bank'),
  ]),
  indian('in_icici', 'ICICI Bank, NEFT bulk upload', true, [
    column('Debit account number', 'payer_number'),
    column('Beneficiary account number', 'number'),
    column('Beneficiary name', 'holder'),
    column('Amount', 'amount'),
    column('Payment mode', { constant: 'NEFT' }),
    column('Date', 'pay_on'),
    column('IFSC', 'branch'),
    column('Remarks', 'reference'),
  ]),
  indian('in_sbi', 'State Bank of India, NEFT bulk upload', true, [
    column('Debit account number', 'payer_number'),
    column('Beneficiary account number', 'number'),
    column('IFSC', 'branch'),
    column('Beneficiary name', 'holder'),
    column('Amount', 'amount'),
    column('Reference', 'reference'),
  ]),
]

/** Layouts for a batch; bank layouts only pay to bank accounts. */
export const layoutsFor = (market: Market, isBank: boolean): BankLayout[] =>
  bankLayouts.filter((layout) => layout.market === null || (isBank && layout.market === market))

export const isBankKind = (kind: PayoutKind): boolean => kind === 'bank_na' || kind === 'bank_in'
