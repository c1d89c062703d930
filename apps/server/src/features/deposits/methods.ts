import type { FormTextParams, TermTextParams } from '@dhow/contract/player-text-params'
import { depositFamilies, type DepositFamily, type DepositIdField } from '@dhow/contract/deposit-families'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { Market } from '@dhow/contract/shapes'

/** One card of the chooser. */
export interface ChooserMethod {
  /** The number by which the chooser and `payment_method_id` know it. */
  id: number
  code: string
  /** Lower-case name by which the chooser routes. */
  name: string
  displayName: string
  description: PlayerText
  market: Market
  historyPath: string
}

/** One family of manual deposits. A further family of the specification is a further row here and in the contract. */
export interface Method extends ChooserMethod {
  family: DepositFamily
  /** The field of the form that names the payment detail. */
  idField: DepositIdField
  proofRequired: boolean
}

/** A wallet of Namibia: money sent to a cellphone number, told of with the reference of the message that confirms it. */
function wallet(family: DepositFamily, row: Pick<Method, 'id' | 'name' | 'historyPath'>): Method {
  const { label, idField } = depositFamilies[family]
  return {
    family,
    id: row.id,
    code: family.replaceAll('-', '_'),
    name: row.name,
    displayName: label,
    description: textOf('pay_wallet', { wallet: label }),
    market: 'NA',
    idField,
    proofRequired: false,
    historyPath: row.historyPath,
  }
}

export const methods: readonly Method[] = [
  {
    family: 'manual-india',
    id: 1,
    code: 'manual_india',
    name: 'india',
    displayName: depositFamilies['manual-india'].label,
    description: textOf('pay_india', {}),
    market: 'IN',
    idField: depositFamilies['manual-india'].idField,
    proofRequired: true,
    historyPath: '/deposit-history',
  },
  {
    family: 'manual-namibia',
    id: 2,
    code: 'manual_namibia',
    name: 'namibia',
    displayName: depositFamilies['manual-namibia'].label,
    description: textOf('pay_bank', {}),
    market: 'NA',
    idField: depositFamilies['manual-namibia'].idField,
    proofRequired: false,
    historyPath: '/deposit-namibia-manual-history',
  },
  wallet('ewallet', {
    id: 3,
    name: 'e-wallet',
    historyPath: '/deposit-namibia-ewallet-history',
  }),
  wallet('easy-wallet', {
    id: 4,
    name: 'easy wallet',
    historyPath: '/deposit-namibia-easy-wallet-history',
  }),
  wallet('blue-wallet', {
    id: 5,
    name: 'blue wallet',
    historyPath: '/deposit-namibia/blue-wallet-history',
  }),
  wallet('nedbank-wallet', {
    id: 6,
    name: 'nedbank wallet',
    historyPath: '/deposit-namibia/nedbank-wallet-history',
  }),
  wallet('access-money-wallet', {
    id: 7,
    name: 'access money',
    historyPath: '/deposit-namibia/access-money-wallet-history',
  }),
]

/** Pattern of a rail's normalised reference, and the codes of its label and of the player's hint about it. */
interface Rail {
  label: CodeOf<'label'>
  help: CodeOf<'reference'>
  /** The note of the sandbox's details. */
  sandboxNote?: CodeOf<'sandbox'>
  pattern: RegExp
}
type CodeOf<Subject extends string> = Extract<keyof FormTextParams | keyof TermTextParams, `${Subject}_${string}`>

/**
 * A wallet's reference: a number of four or five digits alone is what a cash machine asks for, so it is refused before anybody keeps it.
 */
const walletReference: Rail = {
  label: 'label_message_reference',
  help: 'reference_of_message',
  sandboxNote: 'sandbox_wallet',
  pattern: /^(?!\d{4,5}$)[A-Z0-9]{4,32}$/,
}

export const rails: Record<string, Rail> = {
  upi: {
    label: 'label_upi_reference',
    help: 'reference_of_upi',
    sandboxNote: 'sandbox_digits',
    pattern: /^\d{12}$/,
  },
  imps: { label: 'label_imps', help: 'reference_of_imps', pattern: /^\d{12}$/ },
  neft: { label: 'label_neft', help: 'reference_of_neft', pattern: /^[A-Z0-9]{16,22}$/ },
  rtgs: { label: 'label_rtgs', help: 'reference_of_rtgs', pattern: /^[A-Z]{4}R[A-Z0-9]\d{16}$/ },
  bank_in: {
    label: 'label_utr',
    help: 'reference_of_bank_india',
    pattern: /^(\d{12}|[A-Z0-9]{16,22})$/,
  },
  eft_na: {
    label: 'label_payment_reference',
    help: 'reference_of_proof',
    sandboxNote: 'sandbox_letters',
    pattern: /^[A-Z0-9]{4,32}$/,
  },
  wallet_ewallet: walletReference,
  wallet_easy: walletReference,
  wallet_blue: walletReference,
  wallet_nedbank: walletReference,
  wallet_access: walletReference,
}

/** The rails that end on a bank account, whose statement shows what came. */
export const bankRails = new Set(Object.keys(rails).filter((rail) => !rail.startsWith('wallet_')))

/** Payment details of the sandbox. Banks, people and numbers are invented. */
export const sandboxDetails = [
  {
    id: 1,
    family: 'manual-india',
    market: 'IN',
    currency: 'INR',
    rail: 'upi',
    name: 'UPI',
    lines: [
      { label: 'UPI ID', value: 'dhow.sandbox@inventedbank', copy: true },
      { label: 'Name', value: 'Dhow Sandbox (invented)', copy: false },
    ],
    upi: { pa: 'dhow.sandbox@inventedbank', pn: 'Dhow Sandbox' },
    note: null,
    min_minor: 10_000n,
    max_minor: 20_000_000n,
  },
  {
    id: 3,
    family: 'manual-india',
    market: 'IN',
    currency: 'INR',
    rail: 'bank_in',
    name: 'Bank transfer',
    lines: [
      { label: 'Bank', value: 'Monsoon Bank (invented)', copy: false },
      { label: 'Account name', value: 'Dhow Sandbox (invented)', copy: true },
      { label: 'Account number', value: '001200340056', copy: true },
      { label: 'IFSC', value: 'MNSN0000123', copy: true },
    ],
    upi: null,
    note: null,
    min_minor: 10_000n,
    max_minor: 20_000_000n,
  },
  {
    id: 2,
    family: 'manual-namibia',
    market: 'NA',
    currency: 'NAD',
    rail: 'eft_na',
    name: 'EFT',
    lines: [
      { label: 'Bank', value: 'Skeleton Coast Bank (invented)', copy: false },
      { label: 'Account name', value: 'Dhow Sandbox (invented)', copy: true },
      { label: 'Account number', value: '0800123456', copy: true },
      { label: 'Branch code', value: '480001', copy: true },
    ],
    upi: null,
    note: null,
    min_minor: 1_000n,
    max_minor: 2_000_000n,
  },
  sandboxWallet(4, 'ewallet', 'wallet_ewallet', '081 000 0104'),
  sandboxWallet(5, 'easy-wallet', 'wallet_easy', '081 000 0105'),
  sandboxWallet(6, 'blue-wallet', 'wallet_blue', '081 000 0106'),
  sandboxWallet(7, 'nedbank-wallet', 'wallet_nedbank', '081 000 0107'),
  sandboxWallet(8, 'access-money-wallet', 'wallet_access', '081 000 0108'),
] as const

/** A wallet's invented number; its limits are invented too. */
function sandboxWallet(id: number, family: DepositFamily, rail: string, cellphone: string) {
  return {
    id,
    family,
    market: 'NA',
    currency: 'NAD',
    rail,
    name: depositFamilies[family].label,
    lines: [
      { label: 'Cellphone number', value: cellphone, copy: true },
      { label: 'Name', value: 'Dhow Sandbox (invented)', copy: false },
    ],
    upi: null,
    note: null,
    min_minor: 1_000n,
    max_minor: 500_000n,
  } as const
}
