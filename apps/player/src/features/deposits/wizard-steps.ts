import type { staticDeposit } from '@dhow/contract/deposit-calls'
import type { ReplyOf } from '@dhow/contract/operation'

export type StaticMethods = ReplyOf<typeof staticDeposit.methods>

/** The wizard's tabs: transfer, wallet, voucher. */
export const steps = ['step1', 'step2', 'step3'] as const
export type Step = (typeof steps)[number]

export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? 'step1'

const transfers = ['manual', 'namibia', 'india']

/** Methods in each tab: transfers in the first, vouchers in the last, wallets between; a redirect has no place in a wizard. */
export function methodsOfStep<Row extends { name: string; redirect?: boolean | undefined }>(
  methods: readonly Row[],
  step: Step,
): Row[] {
  const stepOfName = (name: string): Step | undefined => {
    if (name === 'apay') return undefined
    if (name === 'easypay') return 'step3'
    return transfers.includes(name) ? 'step1' : 'step2'
  }
  return methods.filter((method) => !method.redirect && stepOfName(method.name.toLowerCase()) === step)
}
