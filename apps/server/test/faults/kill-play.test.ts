import { flowsOfBets } from './flows/bets.ts'
import { flowsOfRewards } from './flows/rewards.ts'
import { flowsOfWithdrawals } from './flows/withdrawals.ts'
import { killsServer } from './kill.ts'

killsServer('play, rewards and withdrawals', (setup) => ({
  ...flowsOfWithdrawals(setup),
  ...flowsOfBets(setup),
  ...flowsOfRewards(setup),
}))
