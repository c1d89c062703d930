import type { staticDeposit } from '@dhow/contract/deposit-calls'
import type { ReplyOf } from '@dhow/contract/operation'
import { methodPlaces } from './families.ts'

export type StaticMethods = ReplyOf<typeof staticDeposit.methods>

/** The wizard's tabs: transfer, wallet, voucher. */
export const steps = ['step1', 'step2', 'step3'] as const
export type Step = (typeof steps)[number]

export const stepOf = (text: string | null): Step => steps.find((step) => step === text) ?? 'step1'

/** Methods of a tab: transfers first, then wallets, then vouchers; no redirects. */
export function methodsOfStep<Row extends { name: string; redirect?: boolean | undefined }>(
  methods: readonly Row[],
  step: Step,
): Row[] {
  const stepOfName = (name: string): Step | undefined => {
    const target = methodPlaces[name]
    // The wizard's generic calls serve methods that this page does not know.
    if (!target) return 'step2'
    return 'step' in target ? target.step : undefined
  }
  return methods.filter((method) => !method.redirect && stepOfName(method.name.toLowerCase()) === step)
}
