import { keysOf } from './keys-of.ts'
import type { PaymentReferenceFormat } from './payment-references.ts'
import type { NameTextParams, TermTextParams } from './player-text-params.ts'
import type { Market } from './shapes.ts'

/**
 * Families of manual deposits: the forms by which players report a payment. A new family is a new row, and everything else reads the rows:
 * docs/add-a-payment-family.md explains it. Only data, so that a page of the portal can import it.
 */

/** Translated labels of lines; any other label is the operator's own, shown as typed. */
export const detailLabelCodes = [
  'line_bank',
  'line_account_name',
  'line_account_number',
  'line_branch_code',
  'line_name',
  'line_cellphone',
] as const satisfies readonly (keyof NameTextParams)[]
export type DetailLabelCode = (typeof detailLabelCodes)[number]

/** Translated names of payment details. */
export const detailNameCodes = ['detail_bank_transfer'] as const satisfies readonly (keyof NameTextParams)[]
export type DetailNameCode = (typeof detailNameCodes)[number]

/** Instructions in the chooser: one of the texts `pay_…` with its parameters. */
type HowToPay = {
  [Code in Extract<keyof TermTextParams, `pay_${string}`>]: { code: Code; params: TermTextParams[Code] }
}[Extract<keyof TermTextParams, `pay_${string}`>]

/** A rail of a family; references are unique by rail. */
interface Rail {
  reference: PaymentReferenceFormat
  /** Invented account in every sandbox: id below 1,000, never reused; name, with a code if translated. */
  sandbox?: { id: number; name: string; name_code?: DetailNameCode }
}

export interface DepositFamilyRow {
  /** Position in the chooser, and `payment_method_id`. Unique among families and payment services, and never changes. */
  number: number
  market: Market
  /** `bank` for accounts with a statement, `wallet` for money sent to a mobile number. */
  kind: 'bank' | 'wallet'
  /** Name in the chooser and in histories until an operator sets another. */
  label: string
  /** Code of the translated label; omitted if equal in all languages, such as wallet names. */
  nameCode?: Extract<keyof NameTextParams, `method_${string}`>
  howToPay: HowToPay
  /** Lower-case names by which the chooser routes; the first is sent. */
  names: readonly [string, ...string[]]
  /** Icon in the chooser. */
  mark: FamilyMark
  /** Prefix of the family's call names, such as `easyWallet` in `easyWalletPaymentDetails`. */
  title: string
  /** Path of the family's calls. The portal caches the history below it for offline use. */
  base: `/player/deposit-${'namibia' | 'india'}/${string}`
  /** Form field for the payment detail that was used. */
  idField: string
  /** Query of the portal’s call for payment details, if specified. */
  detailsQuery?: { payment_method_id: string }
  /** Rails by the name stored with each deposit. */
  rails: Readonly<Record<string, Rail>>
  /** Whether a deposit needs a screenshot. */
  proofRequired: boolean
  /** Page of the portal with the form. */
  formPath: `/${string}`
  /** Page of the portal with the family's history, or that of all deposits. */
  historyPath: `/${string}`
  /** Whether the history has its own call; else the page filters the history of all deposits. */
  hasHistoryCall: boolean
}

/** Icons of the chooser. */
export type FamilyMark = 'bank' | 'phone' | 'envelope' | 'purse' | 'wave' | 'coins' | 'cash'

export const depositFamilies = {
  'manual-india': {
    number: 1,
    market: 'IN',
    kind: 'bank',
    label: 'Bank or UPI transfer',
    nameCode: 'method_bank_or_upi',
    howToPay: { code: 'pay_india', params: {} },
    names: ['india'],
    mark: 'phone',
    title: 'manualIndia',
    base: '/player/deposit-india/manual-deposit',
    idField: 'payment_detail_id',
    detailsQuery: { payment_method_id: '1' },
    rails: {
      upi: { reference: 'upi', sandbox: { id: 1, name: 'UPI' } },
      imps: { reference: 'imps' },
      neft: { reference: 'neft' },
      rtgs: { reference: 'rtgs' },
      bank_in: {
        reference: 'bank_india',
        sandbox: { id: 3, name: 'Bank transfer', name_code: 'detail_bank_transfer' },
      },
    },
    proofRequired: true,
    formPath: '/manual-deposit-india',
    historyPath: '/deposit-history',
    hasHistoryCall: false,
  },
  'manual-namibia': {
    number: 2,
    market: 'NA',
    kind: 'bank',
    label: 'Bank transfer (EFT)',
    nameCode: 'method_eft',
    howToPay: { code: 'pay_bank', params: {} },
    names: ['namibia', 'manual'],
    mark: 'bank',
    title: 'manualNamibia',
    base: '/player/deposit-namibia/manual-deposit',
    idField: 'manual_deposit_id',
    rails: { eft_na: { reference: 'bank_namibia', sandbox: { id: 2, name: 'EFT' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/manual-deposit/get-payment-details',
    historyPath: '/deposit-namibia-manual-history',
    hasHistoryCall: true,
  },
  ewallet: {
    number: 3,
    market: 'NA',
    kind: 'wallet',
    label: 'E-Wallet',
    howToPay: { code: 'pay_wallet', params: { wallet: 'E-Wallet' } },
    names: ['e-wallet'],
    mark: 'envelope',
    title: 'ewallet',
    base: '/player/deposit-namibia/ewallet-deposit',
    idField: 'manual_ewallet_id',
    rails: { wallet_ewallet: { reference: 'wallet_message', sandbox: { id: 4, name: 'E-Wallet' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/ewallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia-ewallet-history',
    hasHistoryCall: true,
  },
  'easy-wallet': {
    number: 4,
    market: 'NA',
    kind: 'wallet',
    label: 'Easy Wallet',
    howToPay: { code: 'pay_wallet', params: { wallet: 'Easy Wallet' } },
    names: ['easy wallet'],
    mark: 'purse',
    title: 'easyWallet',
    base: '/player/deposit-namibia/easy-wallet-deposit',
    idField: 'manual_easy_wallet_id',
    rails: { wallet_easy: { reference: 'wallet_message', sandbox: { id: 5, name: 'Easy Wallet' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/easy-wallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia-easy-wallet-history',
    hasHistoryCall: true,
  },
  'blue-wallet': {
    number: 5,
    market: 'NA',
    kind: 'wallet',
    label: 'Blue Wallet',
    howToPay: { code: 'pay_wallet', params: { wallet: 'Blue Wallet' } },
    names: ['blue wallet'],
    mark: 'wave',
    title: 'blueWallet',
    base: '/player/deposit-namibia/blue-wallet-deposit',
    idField: 'manual_blue_wallet_id',
    rails: { wallet_blue: { reference: 'wallet_message', sandbox: { id: 6, name: 'Blue Wallet' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/blue-wallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia/blue-wallet-history',
    hasHistoryCall: true,
  },
  'nedbank-wallet': {
    number: 6,
    market: 'NA',
    kind: 'wallet',
    label: 'Nedbank Wallet',
    howToPay: { code: 'pay_wallet', params: { wallet: 'Nedbank Wallet' } },
    names: ['nedbank wallet'],
    mark: 'coins',
    title: 'nedbankWallet',
    base: '/player/deposit-namibia/nedbank-wallet-deposit',
    idField: 'manual_nedbank_wallet_id',
    rails: { wallet_nedbank: { reference: 'wallet_message', sandbox: { id: 7, name: 'Nedbank Wallet' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/nedbank-wallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia/nedbank-wallet-history',
    hasHistoryCall: true,
  },
  'access-money-wallet': {
    number: 7,
    market: 'NA',
    kind: 'wallet',
    label: 'Access Money',
    howToPay: { code: 'pay_wallet', params: { wallet: 'Access Money' } },
    names: ['access money'],
    mark: 'cash',
    title: 'accessMoneyWallet',
    base: '/player/deposit-namibia/access-money-wallet-deposit',
    idField: 'manual_access_wallet_id',
    rails: { wallet_access: { reference: 'wallet_message', sandbox: { id: 8, name: 'Access Money' } } },
    proofRequired: false,
    formPath: '/deposit-namibia/access-money-wallet-deposit/get-payment-details',
    historyPath: '/deposit-namibia/access-money-wallet-history',
    hasHistoryCall: false,
  },
} as const satisfies Record<string, DepositFamilyRow>

export type DepositFamily = keyof typeof depositFamilies
export type DepositIdField = (typeof depositFamilies)[DepositFamily]['idField']

/** A row with its family. */
export interface FamilyRow extends DepositFamilyRow {
  family: DepositFamily
  idField: DepositIdField
}

/** Every row, in the order above. */
export const familyRows: readonly FamilyRow[] = keysOf(depositFamilies).map((family) => ({
  family,
  ...depositFamilies[family],
}))
