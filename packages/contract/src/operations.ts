import { accountOperations } from './accounts.ts'
import { catalogOperations } from './catalog.ts'
import { depositOperations } from './deposits.ts'
import { gatewayOperations } from './gateway.ts'
import { helpOperations } from './help.ts'
import { limitOperations } from './limits.ts'
import { methodOperations } from './methods.ts'
import type { Operation } from './operation.ts'
import { paymentOperations } from './payments.ts'
import { playerOperations } from './players.ts'
import { portalOperations } from './portal.ts'
import { providerOperations } from './providers.ts'
import { rewardOperations } from './rewards.ts'
import { settingsOperations } from './settings.ts'
import { staffOperations } from './staff.ts'
import { statementOperations } from './statements.ts'
import { withdrawalOperations } from './withdrawals.ts'

/** Every operation of the API, feature by feature: what the reference, OpenAPI and the authorisation matrix are made from. */
export const operations: Record<string, readonly Operation[]> = {
  portal: portalOperations,
  accounts: accountOperations,
  staff: staffOperations,
  players: playerOperations,
  settings: settingsOperations,
  limits: limitOperations,
  deposits: depositOperations,
  methods: methodOperations,
  payments: paymentOperations,
  withdrawals: withdrawalOperations,
  statements: statementOperations,
  rewards: rewardOperations,
  catalog: catalogOperations,
  gateway: gatewayOperations,
  providers: providerOperations,
  help: helpOperations,
}
