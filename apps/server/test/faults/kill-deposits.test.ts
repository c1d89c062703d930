import { flowsOfDeposits } from './flows/deposits.ts'
import { flowsOfServices } from './flows/services.ts'
import { flowsOfStatements } from './flows/statements.ts'
import { killsServer } from './kill.ts'

killsServer('deposits', (place) => ({
  ...flowsOfDeposits(place),
  ...flowsOfStatements(place),
  ...flowsOfServices(place),
}))
