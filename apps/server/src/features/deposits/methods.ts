import { depositFamilies, type DepositFamily, type DepositIdField } from '@dhow/contract/deposit-families'
import type { Market } from '@dhow/contract/shapes'

/** One card of the chooser. */
export interface ChooserMethod {
  /** The number by which the chooser and `payment_method_id` know it. */
  id: number
  code: string
  /** Lower-case name by which the chooser routes. */
  name: string
  displayName: string
  description: string
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
function wallet(family: DepositFamily, row: Pick<Method, 'id' | 'name' | 'historyPath'> & { product: string }): Method {
  const { label, idField } = depositFamilies[family]
  return {
    family,
    id: row.id,
    code: family.replaceAll('-', '_'),
    name: row.name,
    displayName: label,
    description: `Send ${row.product} to our number, then give us the reference. Never the PIN.`,
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
    description: 'Pay by UPI or bank transfer, then send us the reference and a screenshot.',
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
    description: 'Pay by bank transfer, then send us the reference. A screenshot helps.',
    market: 'NA',
    idField: depositFamilies['manual-namibia'].idField,
    proofRequired: false,
    historyPath: '/deposit-namibia-manual-history',
  },
  wallet('ewallet', {
    id: 3,
    name: 'e-wallet',
    product: 'an e-wallet payment',
    historyPath: '/deposit-namibia-ewallet-history',
  }),
  wallet('easy-wallet', {
    id: 4,
    name: 'easy wallet',
    product: 'an Easy Wallet payment',
    historyPath: '/deposit-namibia-easy-wallet-history',
  }),
  wallet('blue-wallet', {
    id: 5,
    name: 'blue wallet',
    product: 'a Blue Wallet payment',
    historyPath: '/deposit-namibia/blue-wallet-history',
  }),
  wallet('nedbank-wallet', {
    id: 6,
    name: 'nedbank wallet',
    product: 'a Nedbank Wallet payment',
    historyPath: '/deposit-namibia/nedbank-wallet-history',
  }),
  wallet('access-money-wallet', {
    id: 7,
    name: 'access money',
    product: 'an Access Money payment',
    historyPath: '/deposit-namibia/access-money-wallet-history',
  }),
]

/**
 * A wallet's reference: a number of four or five digits alone is what a cash machine asks for, so it is refused before anybody keeps it.
 */
const walletReference = {
  label: 'Reference of the message',
  help: 'The reference in the message that confirms your payment: 4 to 32 letters and digits. Never send a PIN.',
  pattern: /^(?!\d{4,5}$)[A-Z0-9]{4,32}$/,
}

/** Pattern of a rail's normalised reference, and the player's hint about it. */
export const rails: Record<string, { label: string; help: string; pattern: RegExp }> = {
  upi: {
    label: 'UPI reference (UTR)',
    help: 'The 12 digits that your UPI app shows as "UPI Ref No." or UTR.',
    pattern: /^\d{12}$/,
  },
  imps: { label: 'IMPS reference (RRN)', help: 'The 12 digits that your bank shows.', pattern: /^\d{12}$/ },
  neft: { label: 'NEFT reference (UTR)', help: '16 to 22 letters and digits.', pattern: /^[A-Z0-9]{16,22}$/ },
  rtgs: { label: 'RTGS reference (UTR)', help: '22 letters and digits.', pattern: /^[A-Z]{4}R[A-Z0-9]\d{16}$/ },
  bank_in: {
    label: 'UTR number',
    help: '12 digits of UPI or IMPS, or 16 to 22 letters and digits of NEFT or RTGS.',
    pattern: /^(\d{12}|[A-Z0-9]{16,22})$/,
  },
  eft_na: {
    label: 'Payment reference',
    help: 'The reference on your proof of payment: 4 to 32 letters and digits.',
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
    note: 'Sandbox: nobody is paid. Any 12 digits will do as the reference.',
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
    note: 'Sandbox: nobody is paid.',
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
    note: 'Sandbox: nobody is paid. Any reference of 4 letters or more will do.',
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
    note: 'Sandbox: nobody is paid and the number is invented. Any reference will do, but never send a PIN.',
    min_minor: 1_000n,
    max_minor: 500_000n,
  } as const
}
