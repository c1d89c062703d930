import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Portal } from '../portal/index.ts'
import type { Staff } from '../staff/index.ts'
import { openChanges } from './changes.ts'
import { openDecide } from './decide.ts'
import { openMoneyActionList } from './list-money-actions.ts'
import { openMoneyChanges } from './money-change.ts'
import { openOperators } from './operators.ts'
import { openRoles } from './roles.ts'
import { openSeatEnds } from './seat-ends.ts'
import { refuseUnsigned, type ActionToSign } from './signed-actions.ts'
import { openFourEyes } from './four-eyes.ts'

export { amountValue, factOf } from './facts.ts'
export type { Fact } from './tables.ts'

export type Approvals = ReturnType<typeof openApprovals>

/**
 * Second confirmation: changes that raise, free or move out money, or widen permissions for it, wait for a second
 * person.
 */
export function openApprovals(platform: Platform, { portal, staff }: { portal: Portal; staff: Staff }) {
  const people = openFourEyes(platform, portal)
  const deciding = openDecide(platform, { portal, people, staff })
  const changes = openChanges(platform, staff, people)
  return {
    ...deciding,
    /**
     * Requires an operator's passkey for a decision outside `decide`. @throws Refusal `step_up_needed`,
     * `passkey_required`
     */
    sign: (tx: Tx, by: StaffSession, action: ActionToSign) =>
      refuseUnsigned({ stepUps: staff.stepUps }, tx, by, [action]),
    refuseSamePerson: people.refuseSamePerson,
    isAlone: people.isAlone,
    /**
     * Operators for whom this one is no second person: themselves, and those related by adding, promoting or resetting.
     */
    notAfter: async (operatorId: string) => [operatorId, ...(await people.tiedTo(platform.db.kysely, operatorId))],
    changes,
    moneyActions: openMoneyActionList(platform),
    operators: openOperators(platform, { staff, people, changes }),
    seatEnds: openSeatEnds(platform, { staff, people, changes }),
    roles: openRoles(platform, { staff, people, changes }),
    doOrPropose: openMoneyChanges(changes, deciding.decide),
  }
}
