import { flowsOfWithdrawals } from './flows/withdrawals.ts'
import { describeKills } from './kill.ts'

describeKills('withdrawals', flowsOfWithdrawals)
