import { depositFamilies, type DepositFamily } from '@dhow/contract/deposits'
import type { Market } from '@dhow/contract/shapes'

/** One family of manual deposits. A further family of the specification is a further row here and in the contract. */
export interface Method {
  family: DepositFamily
  /** The number by which the chooser and `payment_method_id` know it. */
  id: number
  code: string
  /** Lower-case name by which the chooser routes. */
  name: string
  displayName: string
  description: string
  market: Market
  /** The field of the form that names the payment detail. */
  idField: 'payment_detail_id' | 'manual_deposit_id'
  proofRequired: boolean
  historyPath: string
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
]

/** What a reference of a rail looks like after normalising, and what the player is told about it. */
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
}

/** What the sandbox's players pay to. Banks, people and numbers are invented. */
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
] as const
