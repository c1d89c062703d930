import type { App } from '../../src/app.ts'

type Job = (features: App['features']) => Promise<unknown>

export type JobName = 'receipts' | 'staffLog' | 'rollUp' | 'payments' | 'payouts' | 'bonuses'

/** Jobs of servers that a schedule runs in addition to its calls. */
export const jobs: Record<JobName, Job> = {
  receipts: ({ receipts }) => receipts.sequence(),
  staffLog: ({ receipts }) => receipts.sequenceStaff(),
  rollUp: ({ wallet }) => wallet.rollUp(),
  payments: ({ payments }) => payments.clean(),
  payouts: ({ withdrawals }) => withdrawals.sending.clean(),
  bonuses: ({ rewards }) => rewards.bonuses.settleDue(),
}
