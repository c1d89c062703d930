import * as contract from '@dhow/contract/approvals'
import { setOperatorRole, setSeatEnd, staffCreate } from '@dhow/contract/operators'
import { changeRole } from '@dhow/contract/roles'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Approvals } from './index.ts'

export function serveApprovals(
  { console: { serve } }: { console: Listener },
  { changes, operators, seatEnds, roles, moneyActions }: Approvals,
) {
  serve(staffCreate, async ({ body, staff }) => ({ ...done, ...(await operators.add(staff, body)) }))
  serve(setOperatorRole, async ({ params, body, staff }) => ({
    ...done,
    ...(await operators.setRole(params.id, staff, body)),
  }))
  serve(setSeatEnd, async ({ params, body, staff }) => ({
    ...done,
    ...(await seatEnds.set(params.id, staff, body)),
  }))
  serve(changeRole, async ({ params, body, staff }) => ({ ...done, ...(await roles.change(params.id, staff, body)) }))
  serve(contract.staffMoneyActions, async ({ query }) => ({ ...done, ...(await moneyActions(query)) }))
  serve(contract.staffChanges, async ({ staff }) => ({ ...done, changes: await changes.waiting(staff) }))
  serve(contract.confirmChange, async ({ params, staff }) => ({
    ...done,
    shown_once: await changes.confirm(params.id, staff),
  }))
  serve(contract.dropChange, async ({ params, staff }) => {
    await changes.drop(params.id, staff)
    return done
  })
}
