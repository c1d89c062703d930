import type { FormTextParams, TermTextParams } from './player-text-params.ts'

/** Format of a payment’s reference in its normalised form, and the codes of the texts about it. */
export interface PaymentReference {
  /** Name of the field. */
  label: Extract<keyof TermTextParams, `label_${string}`>
  /** Hint below the field, also the error for an invalid reference. */
  help: Extract<keyof FormTextParams, `reference_of_${string}`>
  /** Sandbox note with valid references. */
  sandboxNote: Extract<keyof TermTextParams, `sandbox_${string}`>
  pattern: RegExp
  /** Makes up a reference from twelve digits, for the demo world. */
  invent: (digits: string) => string
}

const asDigits = (digits: string) => digits

/** Formats of payment references; a deposit family names one for each rail. */
export const paymentReferences = {
  upi: {
    label: 'label_upi_reference',
    help: 'reference_of_upi',
    sandboxNote: 'sandbox_digits',
    pattern: /^\d{12}$/,
    invent: asDigits,
  },
  imps: {
    label: 'label_imps',
    help: 'reference_of_imps',
    sandboxNote: 'sandbox_nobody',
    pattern: /^\d{12}$/,
    invent: asDigits,
  },
  neft: {
    label: 'label_neft',
    help: 'reference_of_neft',
    sandboxNote: 'sandbox_nobody',
    pattern: /^[A-Z0-9]{16,22}$/,
    invent: (digits) => `MNSN${digits}`,
  },
  rtgs: {
    label: 'label_rtgs',
    help: 'reference_of_rtgs',
    sandboxNote: 'sandbox_nobody',
    pattern: /^[A-Z]{4}R[A-Z0-9]\d{16}$/,
    invent: (digits) => `MNSNR5${digits.padStart(16, '0')}`,
  },
  bank_india: {
    label: 'label_utr',
    help: 'reference_of_bank_india',
    sandboxNote: 'sandbox_nobody',
    pattern: /^(\d{12}|[A-Z0-9]{16,22})$/,
    invent: asDigits,
  },
  bank_namibia: {
    label: 'label_payment_reference',
    help: 'reference_of_proof',
    sandboxNote: 'sandbox_letters',
    pattern: /^[A-Z0-9]{4,32}$/,
    invent: (digits) => `PAY${digits}`,
  },
  /** Four or five digits alone may be a cash machine PIN, so refuse them before they are stored. */
  wallet_message: {
    label: 'label_message_reference',
    help: 'reference_of_message',
    sandboxNote: 'sandbox_wallet',
    pattern: /^(?!\d{4,5}$)[A-Z0-9]{4,32}$/,
    invent: (digits) => `PAY${digits}`,
  },
} as const satisfies Record<string, PaymentReference>
export type PaymentReferenceFormat = keyof typeof paymentReferences
