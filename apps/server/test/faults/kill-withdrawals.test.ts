import { flowsOfWithdrawals } from './flows/withdrawals.ts'
import { killsServer } from './kill.ts'

killsServer('withdrawals', flowsOfWithdrawals)
