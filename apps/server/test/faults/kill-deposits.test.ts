import { flowsOfDeposits } from './flows/deposits.ts'
import { flowsOfServices } from './flows/services.ts'
import { flowsOfStatements } from './flows/statements.ts'
import { describeKills } from './kill.ts'

describeKills('deposits', (setup) => ({
  ...flowsOfDeposits(setup),
  ...flowsOfStatements(setup),
  ...flowsOfServices(setup),
}))
