import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { addsMoneyRights, refuseForSeat, type Role, type Staff } from '../staff/index.ts'
import type { openChanges } from './changes.ts'
import { factOf } from './facts.ts'
import type { FourEyes } from './four-eyes.ts'

type Changes = ReturnType<typeof openChanges>

declare module './change-kinds.ts' {
  interface ChangeKinds {
    /** `version` of the role as the proposer saw it; missing in changes proposed before roles had one. */
    operator_add: { name: string; role: string; version?: number }
    operator_raise: { operatorId: string; role: string; version?: number }
  }
}

/**
 * Adding operators whose role moves money, and promoting operators, waits for a second person who may manage operators.
 */
export function openOperators(
  { db }: Platform,
  { staff, people, changes }: { staff: Staff; people: FourEyes; changes: Changes },
) {
  registerKinds(changes, staff)

  return {
    /**
     * Adds an operator, or proposes it to a second person; `alone` marks that only the sandbox allows it without one.
     * @throws Refusal `staff_exists`, `role_unknown`, `rights_not_held`, `change_waits`, `seat_only_reads`,
     * `invalid_fields`
     */
    add: (by: StaffSession, { name, role: roleId, seat_ends_at }: NewOperator) =>
      db.transaction(async (tx) => {
        const role = await staff.readGivable(tx, by, roleId)
        const seatEndsAt = seat_ends_at === undefined ? undefined : staff.readSeatEnd(seat_ends_at)
        refuseForSeat(seatEndsAt ?? null, role.permissions)
        const isAlone = await people.isAlone(tx)
        const movesMoney = addsMoneyRights([], role.permissions)
        if (!movesMoney || isAlone || (await isFirstOfLive(tx, role))) {
          const made = await staff.enrolment.invite(tx, { name, role, by: by.operatorId, seatEndsAt })
          return { waits: false, alone: isAlone && movesMoney, ...made }
        }
        if (await staff.findByName(tx, name))
          throw new Refusal('staff_exists', { fields: { name: [operatorText('name_in_use', {})] } })
        await changes.propose(tx, by, {
          kind: 'operator_add',
          subject: name.toLowerCase(),
          summary: operatorText('operator_added', { name, role: role.name }),
          change: { name, role: roleId, version: role.version },
          reason: '',
          facts: [factOf('fact_name', name), factOf('fact_role', role.name)],
        })
        return { waits: true, alone: false, operator: null, link: null }
      }),

    /**
     * Assigns another role: at once if it adds no permission over money, else by two people.
     * @throws Refusal `not_found`, `staff_is_self`, `role_unknown`, `rights_not_held`, `last_manager`, `change_waits`,
     * `seat_only_reads`
     */
    setRole: (operatorId: string, by: StaffSession, { role: roleId, reason }: { role: string; reason: string }) =>
      db.transaction(async (tx) => {
        const isAlone = await people.isAlone(tx)
        const operator = await staff.lockOther(tx, operatorId, by)
        const role = await staff.readGivable(tx, by, roleId)
        refuseForSeat(operator.seat_ends_at, role.permissions)
        const isRaise = addsMoneyRights(operator.permissions, role.permissions)
        if (!isRaise || isAlone) {
          await staff.setRoleIn(tx, operatorId, by, { role: roleId, reason })
          return { waits: false, alone: isAlone && isRaise }
        }
        await changes.propose(tx, by, {
          kind: 'operator_raise',
          subject: operatorId,
          summary: operatorText('operator_raised', { name: operator.name, role: role.name }),
          change: { operatorId, role: roleId, version: role.version },
          reason,
          facts: [factOf('fact_role', role.name, operator.role_name)],
        })
        return { waits: true, alone: false }
      }),
  }
}

export interface NewOperator {
  name: string
  role: string
  seat_ends_at?: string | undefined
}
/** Carries out a confirmed addition or promotion; the second person must hold the permissions too. */
function registerKinds(changes: Changes, staff: Staff) {
  changes.register('operator_add', {
    title: operatorText('change_operator', {}),
    needs: 'staff.manage',
    async apply(tx, by, { name, role: roleId, version }, { proposedBy }) {
      const role = await staff.readGivable(tx, by, roleId)
      refuseChanged(role, version)
      const { link } = await staff.enrolment.invite(tx, { name, role, by: proposedBy, confirmedBy: by.operatorId })
      return [{ label: operatorText('fact_link_for', { name }), value: link }]
    },
  })
  changes.register('operator_raise', {
    title: operatorText('change_operator', {}),
    needs: 'staff.manage',
    async apply(tx, by, { operatorId, role, version }, { reason, proposedBy }) {
      refuseChanged(await staff.readGivable(tx, by, role), version)
      await staff.setRoleIn(tx, operatorId, by, { role, reason })
      await staff.tie(tx, operatorId, proposedBy, 'raised')
    },
  })
}

/** Refuses if the role has changed since the proposal. @throws Refusal `detail_changed` */
function refuseChanged(role: Role, version: number | undefined) {
  if (version !== undefined && version !== role.version) throw new Refusal('detail_changed')
}

/**
 * Live mode's first admin has nobody to confirm: they add exactly one further person who may do so, and the two may not
 * decide together for a day.
 */
async function isFirstOfLive(tx: Tx, role: Role): Promise<boolean> {
  if (!role.permissions.has('staff.manage')) return false
  const managers = await tx
    .selectFrom('staff.operator_permission')
    .select('operator_id')
    .where('permission', '=', 'staff.manage')
    .limit(2)
    .execute()
  return managers.length < 2
}
