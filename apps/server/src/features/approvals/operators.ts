import { operatorText } from '@dhow/contract/operator-texts'
import type { StaffRole } from '@dhow/contract/operation'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Staff } from '../staff/index.ts'
import type { openChanges } from './changes.ts'
import { factOf } from './facts.ts'
import type { TwoPeople } from './two-people.ts'

type Changes = ReturnType<typeof openChanges>

declare module './change-kinds.ts' {
  interface ChangeKinds {
    operator_add: { name: string; role: StaffRole }
    operator_raise: { operatorId: string; role: StaffRole }
  }
}

/** From the role that sees to the one that may do everything. */
const ranks: readonly StaffRole[] = ['support', 'cashier', 'manager', 'admin']
const isRaise = (from: StaffRole, to: StaffRole) => ranks.indexOf(to) > ranks.indexOf(from)
const movesMoney = (role: StaffRole) => role !== 'support'

/** Operators by two people: a new one whose role moves money, and a raised role, wait for a second admin. */
export function openOperators(
  { db }: Platform,
  { staff, people, changes }: { staff: Staff; people: TwoPeople; changes: Changes },
) {
  registerKinds(changes, staff)

  return {
    /**
     * Adds an operator, or lets them wait for a second admin; `alone` marks that the sandbox let it pass and live mode would not.
     * @throws Refusal `staff_exists`, `change_waits`
     */
    add: (by: StaffSession, { name, role }: { name: string; role: StaffRole }) =>
      db.transaction(async (tx) => {
        const isAlone = await people.isAlone(tx)
        if (!movesMoney(role) || isAlone || (await isFirstOfLive(tx, role))) {
          const made = await staff.enrolment.invite(tx, { name, role, by: by.operatorId })
          return { waits: false, alone: isAlone && movesMoney(role), ...made }
        }
        if (await staff.findByName(tx, name))
          throw new Refusal('staff_exists', { fields: { name: [operatorText('name_in_use', {})] } })
        await changes.propose(tx, by, {
          kind: 'operator_add',
          subject: name.toLowerCase(),
          summary: operatorText('operator_added', { name, role }),
          change: { name, role },
          reason: '',
          facts: [factOf('fact_name', name), factOf('fact_role', role)],
        })
        return { waits: true, alone: false, operator: null, link: null }
      }),

    /** Gives another role: a lower one at once, a higher one by two admins. @throws Refusal `not_found`, `staff_is_self`, `change_waits` */
    setRole: (operatorId: string, by: StaffSession, { role, reason }: { role: StaffRole; reason: string }) =>
      db.transaction(async (tx) => {
        const isAlone = await people.isAlone(tx)
        const operator = await staff.lockOther(tx, operatorId, by)
        if (!isRaise(operator.role, role) || isAlone) {
          await staff.setRoleIn(tx, operatorId, by, { role, reason })
          return { waits: false, alone: isAlone && isRaise(operator.role, role) }
        }
        await changes.propose(tx, by, {
          kind: 'operator_raise',
          subject: operatorId,
          summary: operatorText('operator_raised', { name: operator.name, role }),
          change: { operatorId, role },
          reason,
          facts: [factOf('fact_role', role, operator.role)],
        })
        return { waits: true, alone: false }
      }),
  }
}

/** How a confirmed addition or raise is carried out. */
function registerKinds(changes: Changes, staff: Staff) {
  changes.register('operator_add', {
    title: operatorText('change_operator', {}),
    roles: ['admin'],
    async apply(tx, by, change, { proposedBy }) {
      const { link } = await staff.enrolment.invite(tx, { ...change, by: proposedBy, confirmedBy: by.operatorId })
      return [{ label: operatorText('fact_link_for', { name: change.name }), value: link }]
    },
  })
  changes.register('operator_raise', {
    title: operatorText('change_operator', {}),
    roles: ['admin'],
    async apply(tx, by, { operatorId, role }, { reason, proposedBy }) {
      await staff.setRoleIn(tx, operatorId, by, { role, reason })
      await staff.tie(tx, operatorId, proposedBy, 'raised')
    },
  })
}

/** Live mode's first admin has nobody to confirm: they add exactly one further admin, who is tied to them for a day. */
async function isFirstOfLive(tx: Tx, role: StaffRole): Promise<boolean> {
  if (role !== 'admin') return false
  const admins = await tx.selectFrom('staff.operator_card').select('id').where('role', '=', 'admin').limit(2).execute()
  return admins.length < 2
}
