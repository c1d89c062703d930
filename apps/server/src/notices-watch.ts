import type { Alarms } from './features/alarms/index.ts'
import type { Catalog } from './features/catalog/index.ts'
import type { Deposits } from './features/deposits/index.ts'
import type { Gateway } from './features/gateway/index.ts'
import type { Help } from './features/help/index.ts'
import type { Watched } from './features/notices/index.ts'
import type { Payments } from './features/payments/index.ts'
import type { Rewards } from './features/rewards/index.ts'
import type { Statements } from './features/statements/index.ts'
import type { Withdrawals } from './features/withdrawals/index.ts'
import type { Waiting } from './platform/waiting.ts'

interface Sources {
  deposits: Deposits
  withdrawals: Withdrawals
  payments: Payments
  help: Help
  statements: Statements
  rewards: Rewards
  alarms: Alarms
  gateway: Gateway
  catalog: Catalog
}

type Queue = Parameters<Watched['queue']>[0]

const queues: Record<Queue, (sources: Sources) => Promise<Waiting>> = {
  deposits: ({ deposits }) => deposits.waiting(),
  withdrawals: ({ withdrawals }) => withdrawals.waiting(),
  cases: ({ payments }) => payments.reader.casesWaiting(),
  help: ({ help }) => help.waiting(),
  statements: ({ statements }) => statements.waiting(),
  batches: ({ withdrawals }) => withdrawals.batches.waiting(),
  reward_checks: ({ rewards }) => rewards.checks.waiting(),
  held_wins: ({ gateway }) => gateway.heldWins.queue(),
}

/** Functions of the features that the rules of notices watch; these features are opened later. */
export const watchedBy = (sources: () => Sources): Watched => ({
  queue: (queue) => queues[queue](sources()),
  alarms: () => sources().alarms.listOpen(),
  providersDown: () => {
    const { provider } = sources().catalog
    return provider.all().flatMap(({ code, enabled }) => (enabled && provider.isDown(code) ? [code] : []))
  },
  withdrawals: (asked) => sources().withdrawals.large(asked),
  complaints: (until) => sources().help.complaints.openSince(until),
})
