import type { Market } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Approvals } from '../approvals/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Rewards } from '../rewards/index.ts'
import type { Staff } from '../staff/index.ts'

export interface CampaignParts {
  platform: Platform
  accounts: Accounts
  staff: Staff
  approvals: Approvals
  messages: Pick<Messages, 'send'>
  /** Players of a market whose markers of harm are of level 2 or above today: no offer goes to them. */
  playersAtRisk(market: Market): Promise<readonly string[]>
  rewards: Pick<Rewards, 'makeEnvelope' | 'giveShare' | 'closeEnvelope' | 'freeRounds'>
}
