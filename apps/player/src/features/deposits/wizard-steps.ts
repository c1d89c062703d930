import type { staticDeposit } from '@dhow/contract/deposit-calls'
import type { ReplyOf } from '@dhow/contract/operation'
import { methodPlaces } from './families.ts'

export type StaticMethods = ReplyOf<typeof staticDeposit.methods>

/** The wizard's tabs: transfer, wallet, voucher. */
export const steps = ['step1', 'step2', 'step3'] as const
export type Step = (typeof steps)[number]

export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? 'step1'

/** Methods in each tab: transfers in the first, vouchers in the last, wallets between; a redirect has no place in a wizard. */
export function methodsOfStep<Row extends { name: string; redirect?: boolean | undefined }>(
  methods: readonly Row[],
  step: Step,
): Row[] {
  const stepOfName = (name: string): Step | undefined => {
    const target = methodPlaces[name]
    // The wizard's own calls serve a method that this page does not know yet.
    if (!target) return 'step2'
    return 'step' in target ? target.step : undefined
  }
  return methods.filter((method) => !method.redirect && stepOfName(method.name.toLowerCase()) === step)
}
