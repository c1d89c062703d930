import type { overviewQueues } from '@dhow/contract/overview'
import type { Currency } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Waiting } from '../../platform/waiting.ts'
import type { Staff } from '../staff/index.ts'

/** Functions of higher features used by the rules. */
export interface Watched {
  queue(queue: (typeof overviewQueues)[number]): Promise<Waiting>
  /** Open alarms of all servers. */
  alarms: () => Promise<{ code: string; text: { code: string; params: Record<string, string> }; id: string }[]>
  providersDown(): string[]
  /** Withdrawals of at least this amount that are open, or were requested since. */
  withdrawals(asked: {
    market: Market
    leastMinor: bigint
    since: Date
  }): Promise<{ id: string; amountMinor: bigint; currency: Currency }[]>
  /** Undecided complaints made until then. */
  complaints(until: Date): Promise<{ number: string; caseId: string; openedAt: Date }[]>
}

export interface NoticeParts {
  platform: Platform
  staff: Pick<Staff, 'audit'>
  secrets: Secrets
  watched: Watched
}
