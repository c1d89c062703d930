import { flowsOfBets } from './flows/bets.ts'
import { flowsOfFreeRounds } from './flows/free-rounds.ts'
import { flowsOfRewards } from './flows/rewards.ts'
import { describeKills } from './kill.ts'

describeKills('play and rewards', (setup) => ({
  ...flowsOfBets(setup),
  ...flowsOfFreeRounds(setup),
  ...flowsOfRewards(setup),
}))
