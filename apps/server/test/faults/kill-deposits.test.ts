import { flowsOfDeposits } from './flows/deposits.ts'
import { flowsOfServices } from './flows/services.ts'
import { flowsOfStatements } from './flows/statements.ts'
import { killsServer } from './kill.ts'

killsServer('deposits', (setup) => ({
  ...flowsOfDeposits(setup),
  ...flowsOfStatements(setup),
  ...flowsOfServices(setup),
}))
